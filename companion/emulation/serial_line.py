"""Far end of a serial line whose near end a real driver opens."""

import asyncio
import os
import tty
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

_READ = 4096


def perfect_wire(line: bytes) -> Iterable[bytes]:
    """Return everything sent, as over a perfect wire."""
    return (line,)


@dataclass(slots=True)
class EmulatedLine:
    """A module's end of a pseudo-terminal.

    The host's end is `port`, a symbolic link that exists while the module is plugged in. `heard` is
    called by the event loop with the data that the host sends. `wire` returns the bytes that arrive
    of those sent by the module. Like any serial line it does not block: bytes that are not read in
    time are lost.
    """

    port: Path
    heard: Callable[[bytes], None] | None = None
    wire: Callable[[bytes], Iterable[bytes]] = perfect_wire
    _ends: tuple[int, int] | None = None

    @property
    def plugged(self) -> bool:
        """Whether the port exists."""
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
        """Make the port disappear; its reader gets an error."""
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
        """Deliver bytes unchanged; return how many fitted."""
        with suppress(BlockingIOError):
            return 0 if self._ends is None else os.write(self._ends[0], piece)
        return 0

    def _hear(self, controller: int) -> None:
        if self.heard is not None:
            self.heard(os.read(controller, _READ))
