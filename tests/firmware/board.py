"""A Pico with the firmware: MicroPython runs the real files on models of the chips."""

import os
import socket
import subprocess
import tty
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Final

from tools.programs import MICROPYTHON

ROOT: Final = Path(__file__).parents[2]
FIRMWARE: Final = ROOT / "firmware" / "reader_array"
MODEL: Final = Path(__file__).parent / "model"
PATIENCE: Final = 10.0


@cache
def interpreter() -> str:
    """Return the path of MicroPython."""
    path = MICROPYTHON.find()
    assert path, "there is no MicroPython: run .venv/bin/python -m tools.programs"
    return path


class Board:
    """A board whose port is found at `port` while it is plugged in."""

    def __init__(self, port: Path, readers: int = 8, version: str = "92") -> None:
        self.port = port
        self.readers = readers
        self.version = version
        """Of the readers' chips."""
        self._process: subprocess.Popen[bytes] | None = None
        self._side: socket.socket | None = None
        self._held: int | None = None
        """The host's end of the line, kept open, since without it the program would get errors."""

    def plug(self) -> None:
        """Plug it in: its port appears, and its program starts."""
        controller, port = os.openpty()
        tty.setraw(port)
        tty.setraw(controller)
        self._side, side = socket.socketpair()
        self._side.settimeout(PATIENCE)
        self._process = subprocess.Popen(
            [interpreter(), str(FIRMWARE / "main.py")],
            stdin=controller,
            stdout=controller,
            cwd=self.port.parent,
            env={
                "MICROPYPATH": f"{FIRMWARE}:{MODEL}",
                "SIDE": str(side.fileno()),
                "READERS": str(self.readers),
                "VERSION": self.version,
            },
            pass_fds=(side.fileno(),),
        )
        side.close()
        os.close(controller)
        self.port.symlink_to(os.ttyname(port))
        self._held = port

    def do(self, command: str) -> None:
        """Give a command to the models of the chips; see `model/machine.py`."""
        assert self._side is not None
        self._side.sendall(command.encode() + b"\n")
        assert self._side.recv(16) == b"done\n"

    def code(self) -> int:
        """Wait until the program has ended, and return its exit code."""
        assert self._process is not None
        return self._process.wait(PATIENCE)

    def unplug(self) -> None:
        """Unplug it: its program ends, and its port disappears."""
        self.port.unlink(missing_ok=True)
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None
        if self._held is not None:
            os.close(self._held)
            self._held = None
        if self._side is not None:
            with suppress(OSError):
                self._side.close()
            self._side = None
