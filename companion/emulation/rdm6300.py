"""Emulated RDM6300 on a pseudo-terminal.

See `companion.devices.readers.rdm6300` for the frames. They are implemented here separately from
the data sheet, so that driver and emulation check each other.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Final

from companion.devices.clock import Clock, TimerHandle
from companion.emulation.emulators import Emulated
from companion.emulation.serial_line import EmulatedLine

PERIOD: Final = 0.065
"""Seconds between two frames while a tag lies there."""


def frame(tag: str) -> bytes:
    """Return the frame for a tag of ten capital hexadecimal digits."""
    checksum = 0
    for byte in bytes.fromhex(tag):
        checksum ^= byte
    return b"\x02" + f"{tag}{checksum:02X}".encode("ascii") + b"\x03"


@dataclass(slots=True)
class EmulatedRdm6300:
    """A module on its own line, which exists at `port` while the module is plugged in.

    It repeats the frame of the tag on the antenna; with `frames`, only that many times.
    """

    port: Path
    clock: Clock
    frames: int | None = None
    line: EmulatedLine = field(init=False)
    _tag: str | None = None
    _sent: int = 0
    _timer: TimerHandle | None = None

    def __post_init__(self) -> None:
        self.line = EmulatedLine(self.port)

    @property
    def tag(self) -> str | None:
        """The tag on the antenna, ``None`` without one."""
        return self._tag

    def plug(self) -> None:
        """Plug the module in: its port appears."""
        self.line.plug()
        if self._tag is not None:
            self.place(self._tag)

    def unplug(self) -> None:
        """Unplug the module: readers of its port get an error. A tag stays in place."""
        self._stop()
        self.line.unplug()

    def place(self, tag: str) -> None:
        """Place a tag on the antenna, replacing any other."""
        self._stop()
        self._tag = tag
        self._sent = 0
        self._repeat(tag)

    def lift(self) -> None:
        """Remove the tag."""
        self._stop()
        self._tag = None

    def send(self, line: bytes) -> None:
        """Send any bytes over the line, such as noise or half a frame."""
        self.line.send(line)

    def _repeat(self, tag: str) -> None:
        self.line.send(frame(tag))
        self._sent += 1
        if self.frames is None or self._sent < self.frames:
            again = partial(self._repeat, tag)
            self._timer = self.clock.call_at(self.clock.now() + PERIOD, again)

    def _stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


def emulate(name: str, port: Path, clock: Clock, _places: Sequence[str]) -> Emulated:
    """Return a reader with a single spot, which has the reader's name."""
    reader = EmulatedRdm6300(port, clock)
    return reader, {name: reader}
