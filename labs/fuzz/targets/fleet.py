"""What a broker brings: to a box commands and acknowledgements, to a hub what boxes have sent.

The first line of a case is the last part of its topic, the second one is the payload. The seeds
follow from the declarations: a message that is declared is attacked.
"""

import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, Final

from companion.fleet.credentials import credentials_in, password_in
from companion.fleet.hub_enrolment import device_code_in
from companion.fleet.inbound import request_of
from companion.protocol.message_catalogue import MessageCatalogue
from companion.protocol.mqtt import (
    MESSAGES,
    CommandRequestMessage,
    LogMessage,
    ResultMessage,
    message_at,
)
from companion.protocol.payload import NotUnderstoodError, message_in, object_in
from companion.protocol.topics import VERSION, MessageFromBox, MqttMessage
from companion_hub.message_parsing import (
    batch_of,
    message_of,
    parse,
    result_of,
)
from labs.fuzz.generation import object_of
from labs.fuzz.mutation import spoiled_json, spoiled_text, to_text
from tests.fleet.test_hub_enrolment import CODE, GIVEN
from tests.hub.scene import BoxJournal

_PAGES: Final[Mapping[str, Callable[[Mapping[str, Any]], object]]] = {
    "code": device_code_in,
    "joined": lambda data: (credentials_in(data, "http://hub"), password_in(data)),
}
"""What a hub answers a box that joins it by a code."""
_EACH: Final = 4
"""Seeds of each message."""
_NOW: Final = 1.8e9


def _version(message: type[MqttMessage]) -> dict[str, Any]:
    """Return the version that a hub wants in all that boxes say."""
    return {"v": VERSION} if issubclass(message, MessageFromBox) else {}


class FleetTarget:
    """The messages of box and hub."""

    name = "fleet"

    def __init__(self, messages: MessageCatalogue[MqttMessage] = MESSAGES) -> None:
        box_journal, source = BoxJournal(), Random(1)
        self._messages = messages
        self._sound: list[tuple[str, dict[str, Any]]] = [
            ("cmd", {"id": "1", "command": "pause", "until": "2099-01-01T00:00:00+00:00"}),
            ("code", dict(CODE)),
            ("joined", dict(GIVEN)),
            ("log/1", box_journal.log(1, 3)),
            ("result", box_journal.result(3)),
            *(
                (message.topic.at(1), {**_version(message), **object_of(message, source)})
                for message in messages
                for _ in range(_EACH)
            ),
        ]

    def seeds(self) -> Sequence[bytes]:
        """Return messages of each kind."""
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
            if topic in _PAGES:
                return _answered(topic, payload)
            declared = message_at(topic, self._messages)
            if declared is None:
                return Counter(["no-topic"])
            if issubclass(declared, MessageFromBox):
                _at_hub(declared, payload)
            else:
                _at_box(declared, payload)
        except NotUnderstoodError as error:
            reason = str(error)
            assert reason.replace("-", "").isalpha(), reason
            return Counter([reason])
        return Counter(["taken"])


def _at_hub(declared: type[MessageFromBox], payload: bytes) -> None:
    data = parse(declared, payload)
    message = message_of(declared, data)
    if isinstance(message, LogMessage):
        batch_of(message, data)
    elif isinstance(message, ResultMessage):
        result_of(message, data)


def _at_box(declared: type[MqttMessage], payload: bytes) -> None:
    message = message_in(payload, declared)
    if isinstance(message, CommandRequestMessage):
        request_of(message, _NOW)


def _answered(name: str, payload: bytes) -> Counter[str]:
    """Read the answer of a hub's page, or refuse it as no answer."""
    try:
        _PAGES[name](object_in(payload, 10_000))
    except NotUnderstoodError:
        raise
    except ValueError:
        return Counter(["no-answer"])
    return Counter(["taken"])
