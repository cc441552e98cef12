"""Opens a keyboard exclusively, for a `companion.devices.link.Link`."""

import errno
import fcntl
import os
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Final

import msgspec

from companion.devices.link import BusyError, DeviceFile
from companion.devices.usb import SYSFS, find_device
from companion.engine.message import say

EVIOCGRAB: Final = 0x4004_4590
"""The request of linux/input.h after which no other program gets what is typed."""
_NUMBERS: Final = 0x1000_0FFC
"""Bits of the keys for digits and Enter, all of which a keyboard has."""


class InputDevice(msgspec.Struct, frozen=True):
    """An open device file."""

    descriptor: int

    def fileno(self) -> int:
        """Return the file's descriptor."""
        return self.descriptor

    def read(self, size: int) -> bytes:
        """Return what was typed. Raises `OSError` once the device is gone."""
        typed = os.read(self.descriptor, size)
        if not typed:
            raise OSError(errno.ENODEV, os.strerror(errno.ENODEV))
        return typed

    def close(self) -> None:
        """Close the file, which also ends the grab."""
        os.close(self.descriptor)


def grab(descriptor: int) -> None:
    """Reserve a keyboard for this program. Raises `OSError` if it is not possible."""
    fcntl.ioctl(descriptor, EVIOCGRAB, 1)


def keyboard_at(port: str, sysfs: Path = SYSFS) -> str:
    """Return the device file of a path or `usb:VENDOR:PRODUCT[:SERIAL]`. Raises `NotFoundError`."""
    return find_device(port, "input", "event*", sysfs, types)


def open_keyboard(port: str, take: Callable[[int], None] = grab, sysfs: Path = SYSFS) -> DeviceFile:
    """Open a keyboard by a path such as /dev/input/by-id/... or by `usb:VENDOR:PRODUCT[:SERIAL]`.

    A pipe is not grabbed: it has only one reader anyway. Raises `OSError`.
    """
    descriptor = os.open(keyboard_at(port, sysfs), os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    try:
        if not stat.S_ISFIFO(os.fstat(descriptor).st_mode):
            take(descriptor)
    except OSError as error:
        os.close(descriptor)
        raise _refusal(error, port) from error
    return InputDevice(descriptor)


def _refusal(error: OSError, port: str) -> OSError:
    if error.errno == errno.EBUSY:
        return BusyError(say("another program holds {port} for itself: end it", port=port))
    if error.errno in {errno.ENOTTY, errno.EINVAL}:
        return OSError(say("{port} is not a keyboard: see /dev/input/by-id", port=port))
    return error


def types(entry: Path) -> bool:
    """Return whether an input device of sysfs can type digits; not all parts of a keyboard can."""
    keys = entry / "device" / "capabilities" / "key"
    words = keys.read_text(encoding="ascii").split() if keys.is_file() else []
    return bool(words) and int(words[-1], 16) & _NUMBERS == _NUMBERS
