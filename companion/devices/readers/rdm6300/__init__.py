"""The RDM6300: a reader of 125 kHz tags that only ever talks, on a serial port.

9600 baud, 8N1. A frame has 14 bytes: 0x02; ten hexadecimal capitals (a version byte and four bytes
of the tag's number); two more, the XOR of those five bytes; 0x03. One kind of module repeats it
about every 65 ms while the tag lies there, another sends a few frames and goes silent. There is no
message for a tag that leaves, and none that the module is alive.
"""

from asyncio import AbstractEventLoop
from dataclasses import dataclass, field
from functools import reduce
from operator import xor
from types import MappingProxyType
from typing import Final

from companion.clock import Clock
from companion.devices import DeviceStatus, Sink, State, TagEvent
from companion.devices.presence import Presence
from companion.devices.readers import Fitting, Key, ReaderDriver, one_zone
from companion.devices.readers.watch import Watch
from companion.devices.serial_link import SerialLink

BAUDRATE: Final = 9600
START: Final = 0x02
END: Final = 0x03
FRAME_LENGTH: Final = 14
PERIOD: Final = 0.065
"""Seconds between two frames of a module that repeats."""
_DIGITS: Final = frozenset(b"0123456789ABCDEF")


class FrameParser:
    """Finds the frames in a stream of bytes that may be cut anywhere and hold anything.

    No digit is a start byte, so every start byte is tried: whatever came before it, a frame that
    arrives whole is read, and once only. The check byte shows every single wrong bit; two wrong
    bits at the same place of two bytes cancel out and go unseen. `bad` counts damaged frames.
    """

    def __init__(self, bad: int = 0) -> None:
        self.bad = bad
        self._pending = bytearray()

    def feed(self, received: bytes) -> list[str]:
        """Return the tags whose frames end within `received`, as ten hexadecimal capitals."""
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


@dataclass(slots=True)
class Rdm6300Reader:
    """An RDM6300 on `port`; a `companion.devices.TagReader`.

    `presence` says which kind of module it is. With it, a tag has left when `misses` frames have
    failed to come. Without it, frames of a tag less than `hold_off` seconds apart are one swipe.
    While the port is away, the tags on the reader count as still there.
    """

    name: str
    zone: str
    port: str
    clock: Clock
    loop: AbstractEventLoop
    presence: bool = True
    misses: int = 4
    hold_off: float = 0.5
    _sink: Sink | None = None
    _link: SerialLink = field(init=False)
    _parser: FrameParser = field(default_factory=FrameParser)
    _watch: Watch = field(init=False)

    def __post_init__(self) -> None:
        silence = (self.misses + 0.5) * PERIOD if self.presence else self.hold_off
        tags = Presence(silence, leaves=self.presence)
        self._watch = Watch(self.name, self.zone, self.clock, self._tell, tags)
        self._link = SerialLink(
            self.port, BAUDRATE, self.clock, self.loop, self._received, self._changed
        )

    @property
    def zones(self) -> tuple[str, ...]:
        """One."""
        return (self.zone,)

    @property
    def bad_frames(self) -> int:
        """How many damaged frames it has received."""
        return self._parser.bad

    def start(self, sink: Sink) -> None:
        """Look for the port and report tags from now on."""
        self._sink = sink
        self._link.open()

    def close(self) -> None:
        """Give the port back; nothing is reported afterwards."""
        self._sink = None
        self._link.close()
        self._watch.stop()

    def _received(self, received: bytes) -> None:
        for tag in self._parser.feed(received):
            self._watch.read(tag)

    def _changed(self, state: State, why: str) -> None:
        self._tell(DeviceStatus(self.name, state, why))
        self._watch.stop()
        if state is State.OK:
            self._parser = FrameParser(self._parser.bad)
            self._watch.resume()

    def _tell(self, news: DeviceStatus | TagEvent) -> None:
        if self._sink is not None:
            self._sink(news)


def make(fitting: Fitting) -> Rdm6300Reader:
    """Return the reader that a box is fitted with."""
    presence = bool(fitting.options["presence"])
    name, port = fitting.name, fitting.port
    return Rdm6300Reader(name, name, port, fitting.clock, fitting.loop, presence=presence)


DRIVER: Final = ReaderDriver(make, one_zone, MappingProxyType({"presence": Key(default=True)}))
