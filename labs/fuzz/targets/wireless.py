"""What buttons without wires send, or somebody in their name.

The first line of a case is the topic of a message by MQTT, or empty for an advertisement by
Bluetooth; the rest are its bytes. Sound ones are plain or encrypted, with one key or with several.
"""

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Final

from companion.devices import Gesture
from companion.devices.wireless import zigbee
from companion.devices.wireless.bthome import BthomeDecoder, EncryptedButton
from labs.fuzz.mutation import spoiled_bytes
from tests.devices.wireless.advertisements import (
    ADDRESS,
    DOUBLE,
    EXAMPLE,
    KEY,
    LONG,
    NONE,
    PRESS,
    encrypted,
    measured,
    plain,
)

BASE: Final = "zigbee2mqtt"
_GESTURES: Final = {Gesture.CLICK, Gesture.DOUBLE_CLICK, Gesture.LONG_PRESS}
_FULL: Final = 100
_COUNTER: Final = 1000
"""The highest counter that was heard before: nothing below it may count."""
_TOKENS: Final = (
    *(b"\x44", b"\x45", b"\x46", b"\x3a", b"\x01", b"\x00", b"\xff\xff\xff\xff"),
    *(b'{"action":', b'"single"', b'"2_hold"', b'"battery":', b"1e999", b"NaN", b"null", b"[" * 99),
)
_MESSAGES: Final = (
    ("Ann", b'{"action":"single","battery":80,"linkquality":9}'),
    ("hall/Ben", b'{"action":"button_2_hold"}'),
    ("Ann/action", b"double"),
    ("Ann/battery", b"7"),
)
_ADVERTISEMENTS: Final = (
    *(plain(measured(7, 85, event)) for event in (PRESS, DOUBLE, LONG)),
    plain(measured(1, None, NONE, PRESS, LONG)),
    EXAMPLE,
    *(encrypted(measured(7, 50, PRESS), _COUNTER + n) for n in (0, 1, 2**31)),
)


class WirelessTarget:
    """The readers of what buttons without wires send."""

    name = "wireless"

    def seeds(self) -> Sequence[bytes]:
        """Return a press and a battery of each kind."""
        published = (f"{BASE}/{topic}\n".encode() + payload for topic, payload in _MESSAGES)
        return [*published, *(b"\n" + sent for sent in _ADVERTISEMENTS)]

    def spoil(self, seed: bytes, source: Random) -> bytes:
        """Return what a broken device sends, or somebody who means harm."""
        topic, _, payload = seed.partition(b"\n")
        for _ in range(source.choice((1, 1, 2, 5))):
            payload = spoiled_bytes(payload, source, _TOKENS)
        return topic + b"\n" + payload

    def feed(self, case: bytes) -> Counter[str]:
        """Let the reader of its kind take a case, once and again."""
        topic, _, payload = case.partition(b"\n")
        if topic:
            return self._published(topic.decode(errors="replace"), payload)
        return self._advertised(payload)

    @staticmethod
    def _published(topic: str, payload: bytes) -> Counter[str]:
        heard = zigbee.read_message(BASE, topic, payload)
        if heard is None:
            return Counter({"nothing": 1})
        assert heard.gesture is None or heard.gesture in _GESTURES
        assert heard.battery is None or 0 <= heard.battery <= _FULL
        assert heard.button.startswith(heard.device)
        return Counter({"taken": 1})

    @staticmethod
    def _advertised(sent: bytes) -> Counter[str]:
        """Check that what counts is new, by the key of the button, and counts once."""
        outcomes: Counter[str] = Counter()
        for key in (KEY, ""):
            decoder = BthomeDecoder(lambda _, key=key: key, lambda _: _COUNTER)  # type: ignore[misc]
            read = decoder.read(ADDRESS, sent, 0.0)
            if isinstance(read, EncryptedButton):
                outcomes["locked"] += 1
                continue
            for report in read:
                assert report.button.startswith(ADDRESS)
                assert report.gesture is None or report.gesture in _GESTURES
                assert report.battery is None or 0 <= report.battery <= _FULL
                assert bool(key) is (report.counter is not None)
                assert report.counter is None or report.counter > _COUNTER
            assert decoder.read(ADDRESS, sent, 0.1) == ()
            outcomes["taken" if read else "nothing"] += 1
        return outcomes
