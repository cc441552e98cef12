import errno
import os
from pathlib import Path

import pytest

from companion.devices.input_device import open_keyboard
from companion.devices.usb import NotFoundError

DIGITS_AND_ENTER = "1000000000007 ff9f207ac14057ff febeffdfffefffff fffffffffffffffe"
VOLUME = "3e000b00000000 0 0 0"


def plug(sysfs: Path, name: str, keys: str) -> None:
    """Create the files by which the kernel shows one interface of a USB keyboard."""
    usb = sysfs / "devices" / "1-1"
    part = usb / "1-1:1.0" / f"0003:FFFF:0035.{name}" / "input" / f"input-{name}"
    (part / "capabilities").mkdir(parents=True)
    (part / "capabilities" / "key").write_text(f"{keys}\n", encoding="ascii")
    for key, value in {"idVendor": "ffff", "idProduct": "0035"}.items():
        (usb / key).write_text(f"{value}\n", encoding="utf-8")
    entry = sysfs / "input" / name
    entry.mkdir(parents=True)
    (entry / "device").symlink_to(part)


def test_of_a_devices_interfaces_the_one_with_digits_is_opened(tmp_path: Path) -> None:
    plug(tmp_path, "event3", DIGITS_AND_ENTER)
    plug(tmp_path, "event4", VOLUME)
    with pytest.raises(FileNotFoundError) as caught:
        open_keyboard("usb:ffff:0035", sysfs=tmp_path)
    assert caught.value.filename == "/dev/input/event3"


def test_two_equal_devices_are_both_named(tmp_path: Path) -> None:
    plug(tmp_path, "event3", DIGITS_AND_ENTER)
    plug(tmp_path, "event5", DIGITS_AND_ENTER)
    with pytest.raises(NotFoundError, match="several usb:ffff:0035: event3, event5"):
        open_keyboard("usb:ffff:0035", sysfs=tmp_path)


def test_a_device_grabbed_by_another_program_is_refused_with_the_remedy() -> None:
    def busy(_descriptor: int) -> None:
        raise OSError(errno.EBUSY, os.strerror(errno.EBUSY))

    before = len(os.listdir("/proc/self/fd"))  # noqa: PTH208 - no disk
    with pytest.raises(OSError, match="another program holds /dev/null for itself: end it"):
        open_keyboard("/dev/null", busy)
    assert len(os.listdir("/proc/self/fd")) == before  # noqa: PTH208 - no disk


def test_a_file_that_is_not_a_keyboard_is_refused() -> None:
    with pytest.raises(OSError, match="/dev/null is not a keyboard: see /dev/input/by-id"):
        open_keyboard("/dev/null")


def test_an_opened_device_is_grabbed(tmp_path: Path) -> None:
    taken: list[int] = []
    device = open_keyboard("/dev/zero", taken.append)
    assert taken == [device.fileno()]
    assert device.read(3) == bytes(3)
    device.close()
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    device = open_keyboard(str(pipe))
    with pytest.raises(OSError, match="No such device"):
        device.read(3)
    device.close()
