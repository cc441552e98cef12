"""Copies the firmware to a board that runs MicroPython."""

import errno
import os
import subprocess
import sys
import termios
from importlib.util import find_spec
from pathlib import Path
from time import sleep
from typing import Final

from serial import Serial

from companion.devices.readers.array import protocol
from companion.devices.usb import find_device
from companion.engine.message import reason, say

BAUDRATE: Final = 115_200
FOLDER: Final = Path(__file__).parent / "firmware"
RESTART: Final = 3.0
"""Seconds after which a board that restarts is back on its port."""
PATIENCE: Final = 60.0
"""Seconds that copying may take."""


class InstallError(Exception):
    """The firmware could not be copied; the message gives the reason and the remedy."""


def files() -> tuple[Path, ...]:
    """Return the files of the firmware."""
    return tuple(sorted(FOLDER.glob("*.py")))


def commands(port: str) -> list[str]:
    """Return the arguments of mpremote: copy all files, then restart the board."""
    copying = ["cp", *(str(file) for file in files()), ":"]
    return ["connect", port, *copying, "+", "reset"]


def install(port: str) -> None:
    """Copy the firmware to the board on ``port``. Raises ``InstallError``.

    A board that already runs it is told to wait for the new version; other boards ignore that.
    """
    if find_spec("mpremote") is None:
        raise InstallError(say("mpremote is missing: pip install mpremote"))
    try:
        path = find_device(port)
        with Serial(path, BAUDRATE, write_timeout=1) as line:
            line.write(protocol.encode(0, "update"))
    except (OSError, termios.error) as error:
        if isinstance(error, OSError) and error.errno == errno.EACCES:
            message = say("{port} may not be opened: sudo companion firmware install", port=port)
            raise InstallError(message) from error
        raise InstallError(
            say(
                "{port} cannot be opened ({cause}): plug the board in",
                port=port,
                cause=reason(error),
            )
        ) from error
    sleep(RESTART)
    call = [sys.executable, "-m", "mpremote", *commands(path)]
    # A new Python would not find the libraries of the Debian package by itself.
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    try:
        done = subprocess.run(  # noqa: S603 - our own arguments
            call,
            capture_output=True,
            check=False,
            encoding="utf-8",
            env=environment,
            timeout=PATIENCE,
        )
        failure = done.stderr.strip() or done.stdout.strip() if done.returncode else ""
    except subprocess.TimeoutExpired:
        failure = say("no answer")
    if failure:
        raise InstallError(
            say(
                "the firmware was not copied ({cause}): does the board run MicroPython?",
                cause=failure,
            )
        )
