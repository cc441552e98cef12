"""What a broker brings: to a box commands and acknowledgements, to a hub what boxes have sent.

The first line of a case is the last part of its topic, the second one is the payload.
"""

import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, Final

from companion.fleet.candidate import asked_in
from companion.fleet.credentials import credentials_in, password_in
from companion.fleet.orders import (
    ack_in,
    desired_in,
    request_in,
    want_in,
)
from companion.fleet.payload import NotUnderstoodError, object_in
from companion_hub.wire import batch_in, parse, result_in, status_in
from labs.fuzz.mutation import spoiled_json, spoiled_text, to_text
from tests.fleet.test_candidate import CODE, GIVEN
from tests.hub.scene import Told

_BOX: Final[Mapping[str, Callable[[bytes], object]]] = {
    "ack": ack_in,
    "want": want_in,
    "cfg/desired": desired_in,
    "cmd": lambda payload: request_in(payload, 1.8e9),
}
_PAGES: Final[Mapping[str, Callable[[Mapping[str, Any]], object]]] = {
    "code": asked_in,
    "joined": lambda data: (credentials_in(data, "http://hub"), password_in(data)),
}
"""What a hub answers a box that joins it by a code."""
_HUB: Final[Mapping[str, Callable[[Mapping[str, Any]], object]]] = {
    "log": batch_in,
    "result": result_in,
    "status": status_in,
}


class FleetTarget:
    """The messages of box and hub."""

    name = "fleet"

    def __init__(self) -> None:
        told = Told()
        ack = {"journal": "j1", "play": 1, "sequence": 3, "result": False, "crc": 9}
        self._sound: list[tuple[str, dict[str, Any]]] = [
            ("ack", ack),
            ("want", {"birth": True}),
            ("want", ack),
            ("cfg/desired", {"id": "1", "settings": {"language": "de", "sound": "off"}}),
            ("cmd", {"id": "1", "command": "pause", "until": "2099-01-01T00:00:00+00:00"}),
            ("code", dict(CODE)),
            ("joined", dict(GIVEN)),
            ("log", told.log(1, 3)),
            ("result", told.result(3)),
            ("status", told.status()),
        ]

    def seeds(self) -> Sequence[bytes]:
        """Return a message of each kind."""
        return [f"{name}\n{json.dumps(data)}".encode() for name, data in self._sound]

    def spoil(self, seed: bytes, source: Random) -> bytes:
        """Return a message with something wrong in it."""
        name, _, line = seed.decode("utf-8", "replace").partition("\n")
        try:
            value = json.loads(line)
        except (ValueError, RecursionError):
            value = None
        if value is None or source.random() < 0.1:
            line = spoiled_text(line, source)
        else:
            line = to_text(spoiled_json(value, source), source)
        return f"{name}\n{line}".encode("utf-8", "replace")

    def feed(self, case: bytes) -> Counter[str]:
        """Read a message, or refuse it under a reason of one word."""
        name, _, payload = case.partition(b"\n")
        topic = name.decode("utf-8", "replace")
        try:
            if topic in _BOX:
                _BOX[topic](payload)
            elif topic in _PAGES:
                return _answered(topic, payload)
            else:
                _HUB.get(topic, status_in)(parse(topic, payload))
        except NotUnderstoodError as error:
            reason = str(error)
            assert reason.replace("-", "").isalpha(), reason
            return Counter([reason])
        return Counter(["taken"])


def _answered(name: str, payload: bytes) -> Counter[str]:
    """Read the answer of a hub's page, or refuse it as no answer."""
    try:
        _PAGES[name](object_in(payload, 10_000))
    except NotUnderstoodError:
        raise
    except ValueError:
        return Counter(["no-answer"])
    return Counter(["taken"])
