"""The far end of a serial line: what reads it is a real driver on a real port."""

import asyncio
import os
import tty
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

_READ = 4096


def unharmed(line: bytes) -> Iterable[bytes]:
    """Return what arrives of a line on a good wire."""
    return (line,)


@dataclass(slots=True)
class EmulatedLine:
    """A module's end of a pseudo-terminal.

    The host's end is found at `port`, a symbolic link that is there while the module is plugged
    in. `heard` gets what the host sends, from the running event loop. `wire` says what arrives of
    what the module sends. Like any serial line it waits for nobody: what nobody reads in time is
    lost.
    """

    port: Path
    heard: Callable[[bytes], None] | None = None
    wire: Callable[[bytes], Iterable[bytes]] = unharmed
    _ends: tuple[int, int] | None = None

    @property
    def plugged(self) -> bool:
        """Whether the port is there."""
        return self._ends is not None

    def plug(self) -> None:
        """Make the port appear."""
        controller, port = os.openpty()
        tty.setraw(port)
        os.set_blocking(controller, False)
        self._ends = controller, port
        if self.heard is not None:
            asyncio.get_running_loop().add_reader(controller, self._hear, controller)
        self.port.symlink_to(os.ttyname(port))

    def unplug(self) -> None:
        """Take the port away: whoever reads it gets an error."""
        self.port.unlink(missing_ok=True)
        if self._ends is None:
            return
        if self.heard is not None:
            asyncio.get_running_loop().remove_reader(self._ends[0])
        for end in self._ends:
            os.close(end)
        self._ends = None

    def send(self, line: bytes) -> None:
        """Send a line over the wire."""
        for piece in self.wire(line):
            self.put(piece)

    def put(self, piece: bytes) -> int:
        """Let bytes arrive as they are; return how many there was room for."""
        with suppress(BlockingIOError):
            return 0 if self._ends is None else os.write(self._ends[0], piece)
        return 0

    def _hear(self, controller: int) -> None:
        if self.heard is not None:
            self.heard(os.read(controller, _READ))
