"""Driver of the PN532, a reader of 13.56 MHz tags (NFC), on a serial port.

User manual UM0701-02: frames in section 6.2.1, InListPassiveTarget in 7.3.5, SAMConfiguration in
7.2.10. Polled for a tag, the chip answers only when one arrives, so an empty reader costs nothing.
While a tag is present, the chip is polled repeatedly.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from companion.devices import State
from companion.devices.clock import TimerHandle
from companion.devices.presence import Presence
from companion.devices.readers import Fitting, ReaderDriver, one_zone
from companion.devices.readers.base import OneZoneReader, Parser
from companion.engine.message import say

PERIOD: Final = 0.08
"""Seconds between two questions while a tag lies there."""
SILENCE: Final = 0.26
"""Seconds without an answer after which a tag is gone: three requests.

The chip itself looks for a tag without pause while it works on a request, so a weak one is rarely
missed by a single request. Only requests that the chip acknowledges count.
"""
HUNG: Final = 2.0
"""Seconds without a byte from the chip, in spite of requests, after which it is started again."""
PATIENCE: Final = 1.0
"""Seconds that the chip may take to answer a greeting."""
ROUND: Final = 30.0
"""Seconds between two greetings, which find out whether the chip is still there."""

# The serial line wakes the chip by five rising edges, which one 0x55 has; the zeros belong to no
# frame, and give its oscillator time to start before one comes.
WAKE: Final = b"\x55\x55" + bytes(14)
ACK: Final = b"\x00\x00\xff\x00\xff\x00"
"""An acknowledgement; sent by the host, it cancels the last command."""
SAM_OFF: Final = b"\x14\x01\x14\x01"
"""The command SAMConfiguration, for no security module."""
LIST: Final = b"\x4a\x01\x00"
"""The command InListPassiveTarget, for one tag of ISO 14443 A."""
_START: Final = b"\x00\xff"
_TO_CHIP, _FROM_CHIP = b"\xd4", 0xD5
_SAM_IS_OFF: Final = b"\x15"
_LISTED: Final = 0x4B
_HEAD: Final = 7
"""Bytes before the tag's number in an answer."""
_SHORTEST: Final = 4
"""The fewest bytes of a tag's number."""
_LONGEST: Final = 10
"""The most bytes of a tag's number."""
_ACK_END: Final = 4
"""Where a frame without a valid length ends: an acknowledgement, or a damaged frame."""
_MORE: Final = 0x20
"""The bit of SEL_RES that says that more follows the number."""


def frame(data: bytes) -> bytes:
    """Return the frame that carries `data`, which begins with the direction byte."""
    length, check = len(data), -sum(data) & 0xFF
    return b"\x00\x00\xff" + bytes((length, -length & 0xFF)) + data + bytes((check, 0))


class Pn532FrameParser:
    """Finds the chip's frames in a stream of bytes that may be split anywhere and contain anything.

    After a damaged frame the search goes on with the byte after its start, so that a whole frame
    inside it is found. `bad` counts the damaged ones.
    """

    def __init__(self, bad: int = 0) -> None:
        self.bad = bad
        self._pending = b""

    def feed(self, received: bytes) -> list[bytes]:
        """Return the data of frames that end within `received`, without the direction byte."""
        self._pending += received
        frames: list[bytes] = []
        while (start := self._pending.find(_START)) >= 0:
            self._pending = self._pending[start:]
            end = self._end()
            if end is None or len(self._pending) < end:
                return frames
            data = self._pending[4 : end - 2]
            if end > _ACK_END and data[:1] == bytes((_FROM_CHIP,)) and self._sound(end):
                frames.append(data[1:])
                self._pending = self._pending[end:]
            else:
                self.bad += end > _ACK_END
                self._pending = self._pending[1:]
        self._pending = self._pending[-1:]
        return frames

    def _end(self) -> int | None:
        """Return the end of the frame, 4 if there is none, `None` while that is still unknown."""
        if len(self._pending) < _ACK_END:
            return None
        length, check = self._pending[2:4]
        return 4 + length + 2 if length and (length + check) & 0xFF == 0 else _ACK_END

    def _sound(self, end: int) -> bool:
        return sum(self._pending[4 : end - 1]) & 0xFF == 0 and self._pending[end - 1] == 0


def tag_of(data: bytes) -> str | None:
    """Return the number of the tag in an answer, `None` without a tag."""
    if len(data) < _HEAD - 1 or data[0] != _LISTED or data[1:3] != b"\x01\x01":
        return None
    more, length = data[5] & _MORE, data[6] if len(data) > _HEAD - 1 else 0
    number = data[_HEAD : _HEAD + length]
    whole = len(number) == length and (more or len(data) == _HEAD + length)
    return number.hex().upper() if whole and _SHORTEST <= length <= _LONGEST else None


@dataclass(slots=True, eq=False)
class Pn532Reader(OneZoneReader[bytes]):
    """A PN532 on `port`."""

    baudrate = 115_200
    most = 2_000
    _ready: bool = False
    """Whether the chip has answered the last greeting."""
    _back: bool = True
    """Whether the chip was away, or did not answer, until the last greeting."""
    _since: int = 0
    """How many bytes have come since the last question."""
    _silent_from: float | None = None
    """When the chip was asked first without an acknowledgement, if it has sent nothing since."""
    _timer: TimerHandle | None = None
    """The timer of the next question."""
    _round: TimerHandle | None = None
    """The timer of the next greeting."""

    def _tags(self) -> Presence:
        return Presence(SILENCE)

    @staticmethod
    def _parser_after(bad: int) -> Parser[bytes]:
        return Pn532FrameParser(bad)

    def _begin(self) -> None:
        self._tell_state(State.STARTING)
        self._greet()

    def _pause(self) -> None:
        self._watch.stop()
        self._ready, self._back = False, True
        self._silent_from = None
        self._rest()
        if self._round is not None:
            self._round.cancel()
            self._round = None

    def _greet(self) -> None:
        self._rest()
        self._ready = False
        self._link.write(WAKE + ACK + frame(_TO_CHIP + SAM_OFF))
        self._round = self._after(PATIENCE, self._unanswered)

    def _unanswered(self) -> None:
        why = say("no PN532 answers on {port}: check its wires and its switches", port=self.port)
        self._tell_state(State.DEGRADED, why)
        self._pause()
        self._greet()

    def _received(self, received: bytes) -> None:
        """Parse bytes; after a mere acknowledgement wait for the chip, else poll it again."""
        self._since += len(received)
        if self._silent_from is not None:
            self._silent_from = None
            self._watch.resume()
        OneZoneReader._received(self, received)  # noqa: SLF001 - super() fails with slots
        if not self._ready:
            return
        if self._since == len(ACK) and not self._watch.tags.tags:
            self._rest()
        else:
            self._ask_later()

    def _take(self, frame: bytes) -> None:
        tag = tag_of(frame)
        if tag is not None:
            self._watch.read(tag)
        elif frame == _SAM_IS_OFF:
            self._serve()

    def _serve(self) -> None:
        self._serves()
        self._ready = True
        if self._round is not None:
            self._round.cancel()
        self._round = self._after(ROUND, self._greet)
        if self._back:
            self._back = False
            self._watch.resume()
        self._rest()
        self._ask()

    def _ask_later(self) -> None:
        self._rest()
        self._timer = self._after(PERIOD, self._ask)

    def _ask(self) -> None:
        """Poll for a tag, and retry if the chip does not acknowledge."""
        self._timer = None
        if self._ready and not self._hangs():
            self._since = 0
            self._link.write(ACK + frame(_TO_CHIP + LIST))
            self._ask_later()

    def _hangs(self) -> bool:
        """Return whether the chip was silent for so long that it was started again.

        Silence of the chip says nothing about the tag, which counts as still there meanwhile.
        """
        if self._since:
            return False
        if self._silent_from is None:
            self._silent_from = self.clock.now() - PERIOD
            self._watch.stop()
        if self.clock.now() < self._silent_from + HUNG:
            return False
        self._unanswered()
        return True

    def _rest(self) -> None:
        """Stop polling for now."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _after(self, seconds: float, then: Callable[[], None]) -> TimerHandle:
        return self.clock.call_at(self.clock.now() + seconds, then)


def make(fitting: Fitting) -> Pn532Reader:
    """Create a reader; the entry point of the driver uses it."""
    return Pn532Reader(fitting.name, fitting.port, fitting.clock, fitting.loop)


DRIVER: Final = ReaderDriver(make, one_zone)
