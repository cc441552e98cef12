"""Emulated USB keyboard reader: key events in a named pipe, as the kernel presents them."""

import os
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from struct import pack
from typing import Final

from companion.devices.clock import Clock
from companion.emulation.emulators import Emulated
from companion.emulation.serial_line import perfect_wire

KEYS: Final = {
    **{digit: 2 + (int(digit) + 9) % 10 for digit in "0123456789"},
    "A": 30,
    "B": 48,
    "C": 46,
    "D": 32,
    "E": 18,
    "F": 33,
    "\n": 28,
}
"""The code of each character's key (linux/input-event-codes.h)."""
# Of the same header: the left shift, types of events, and codes in them.
SHIFT: Final = 42
SYN, KEY, MISCELLANEOUS = 0, 1, 4
REPORT, DROPPED, SCAN = 0, 3, 4
STROKE: Final = 0.001
"""Seconds between two keys: as fast as USB polls."""


def event(at: float, kind: int, code: int, value: int) -> bytes:
    """Return an event (linux/input.h, `struct input_event`)."""
    seconds, micros = divmod(round(at * 1e6), 1_000_000)
    return pack("@llHHi", seconds, micros, kind, code, value)


def key_events(at: float, code: int, *, shift: bool = False) -> bytes:
    """Return the events of a key that is pressed and released."""
    line = b"".join(
        event(at, MISCELLANEOUS, SCAN, 0x70000 + code)
        + event(at, KEY, code, value)
        + event(at, SYN, REPORT, 0)
        for value in (1, 0)
    )
    if not shift:
        return line
    down, up = (event(at, KEY, SHIFT, value) + event(at, SYN, REPORT, 0) for value in (1, 0))
    return down + line + up


def typed_events(number: str, at: float) -> bytes:
    """Return the events of a number and Enter; letters are typed with shift."""
    return b"".join(
        key_events(at + i * STROKE, KEYS[sign], shift=sign.isalpha())
        for i, sign in enumerate(f"{number}\n")
    )


@dataclass(slots=True)
class EmulatedKeys:
    """The kernel's end of a device file; the pipe at `port` exists while it is plugged in."""

    port: Path
    wire: Callable[[bytes], Iterable[bytes]] = perfect_wire
    heard: Callable[[bytes], None] | None = None
    """Never called, because nobody sends anything to a keyboard."""
    _end: int | None = None

    @property
    def plugged(self) -> bool:
        """Whether the port exists."""
        return self._end is not None

    def plug(self) -> None:
        """Make the port appear."""
        os.mkfifo(self.port)
        self._end = os.open(self.port, os.O_RDWR | os.O_NONBLOCK)

    def unplug(self) -> None:
        """Make the port disappear; its reader gets the end of the file."""
        self.port.unlink(missing_ok=True)
        if self._end is not None:
            os.close(self._end)
            self._end = None

    def send(self, line: bytes) -> None:
        """Send events over the wire."""
        for piece in self.wire(line):
            self.put(piece)

    def put(self, piece: bytes) -> int:
        """Deliver bytes unchanged; return how many fitted."""
        with suppress(BlockingIOError):
            return 0 if self._end is None else os.write(self._end, piece)
        return 0


@dataclass(slots=True)
class EmulatedHid:
    """A reader on its own pipe, which exists at `port` while the reader is plugged in.

    It types the number of a tag once, when the tag is placed there.
    """

    port: Path
    clock: Clock
    line: EmulatedKeys = field(init=False)
    _tag: str | None = None

    def __post_init__(self) -> None:
        self.line = EmulatedKeys(self.port)

    @property
    def tag(self) -> str | None:
        """The tag on the reader, ``None`` without one."""
        return self._tag

    def plug(self) -> None:
        """Plug the reader in: its port appears."""
        self.line.plug()

    def unplug(self) -> None:
        """Unplug the reader. A tag stays in place."""
        self.line.unplug()

    def place(self, tag: str) -> None:
        """Place a tag on the reader, replacing any other."""
        self._tag = tag
        self.line.send(typed_events(tag, self.clock.now()))

    def lift(self) -> None:
        """Remove the tag."""
        self._tag = None


def emulate(name: str, port: Path, clock: Clock, _places: Sequence[str]) -> Emulated:
    """Return a reader with a single spot, which has the reader's name."""
    reader = EmulatedHid(port, clock)
    return reader, {name: reader}
