"""Driver of the RDM6300, a reader of 125 kHz tags that only sends, on a serial port.

9600 baud, 8N1. A frame has 14 bytes: 0x02; ten capital hexadecimal digits (a version byte and four
bytes of the tag's number); two more, the XOR of those five bytes; 0x03. One kind of module repeats
it about every 65 ms while the tag lies there, another sends a few frames and goes silent. There is
no message when a tag leaves, and none that the module is alive.
"""

from dataclasses import dataclass
from functools import reduce
from operator import xor
from types import MappingProxyType
from typing import Final

from companion.devices.presence import Presence
from companion.devices.readers import Fitting, Key, ReaderDriver, one_zone
from companion.devices.readers.base import OneZoneReader, Parser

START: Final = 0x02
END: Final = 0x03
FRAME_LENGTH: Final = 14
PERIOD: Final = 0.065
"""Seconds between two frames of a module that repeats."""
_DIGITS: Final = frozenset(b"0123456789ABCDEF")


class Rdm6300FrameParser:
    """Finds the frames in a stream of bytes that may be split anywhere and contain anything.

    No digit is a start byte, so every start byte is tried: a frame that arrives whole is read,
    regardless of what precedes it, and only once. The check byte reveals any single wrong bit; two
    wrong bits at the same place of two bytes cancel out unnoticed. `bad` counts damaged frames.
    """

    def __init__(self, bad: int = 0) -> None:
        self.bad = bad
        self._pending = bytearray()

    def feed(self, received: bytes) -> list[str]:
        """Return the tags whose frames end within `received`, as ten capital hexadecimal digits."""
        tags: list[str] = []
        for byte in received:
            if byte == START:
                self._drop()
            elif not self._pending:
                continue
            self._pending.append(byte)
            if len(self._pending) == FRAME_LENGTH:
                tags += self._read_frame()
            elif byte != START and byte not in _DIGITS:
                self._drop()
        return tags

    def _read_frame(self) -> list[str]:
        digits, end = self._pending[1:-1].decode("ascii"), self._pending[-1]
        self._pending.clear()
        if end != END or reduce(xor, bytes.fromhex(digits)):
            self.bad += 1
            return []
        return [digits[:10]]

    def _drop(self) -> None:
        self.bad += bool(self._pending)
        self._pending.clear()


@dataclass(slots=True, eq=False)
class Rdm6300Reader(OneZoneReader[str]):
    """An RDM6300 on `port`.

    `repeats` is whether the module repeats its frames. If it repeats, a tag has left when `misses`
    frames have not come. If not, frames of a tag less than `hold_off` seconds apart are one swipe.
    """

    baudrate = 9600
    most = 600
    repeats: bool = True
    misses: int = 4
    hold_off: float = 0.5

    @property
    def presence(self) -> bool:
        """Whether the reader notices that a tag has left: only a repeating module does."""
        return self.repeats

    def _tags(self) -> Presence:
        silence = (self.misses + 0.5) * PERIOD if self.repeats else self.hold_off
        return Presence(silence, leaves=self.repeats)

    @staticmethod
    def _parser_after(bad: int) -> Parser[str]:
        return Rdm6300FrameParser(bad)

    def _begin(self) -> None:
        self._serves()
        self._watch.resume()

    def _take(self, frame: str) -> None:
        self._watch.read(frame)


def make(fitting: Fitting) -> Rdm6300Reader:
    """Create a reader; the entry point of the driver uses it."""
    repeats = bool(fitting.options["presence"])
    return Rdm6300Reader(fitting.name, fitting.port, fitting.clock, fitting.loop, repeats=repeats)


DRIVER: Final = ReaderDriver(make, one_zone, MappingProxyType({"presence": Key(default=True)}))
