from pathlib import Path

import pytest

from companion.devices.usb import NotFoundError, find_device


def plug(sysfs: Path, name: str, *, product: str = "0005", serial: str = "E660") -> None:
    """Create the files by which the kernel shows a serial port on USB."""
    device = sysfs / "devices" / f"usb-{name}"
    interface = device / f"{name}-1.0"
    interface.mkdir(parents=True)
    for key, value in {"idVendor": "2e8a", "idProduct": product, "serial": serial}.items():
        (device / key).write_text(f"{value}\n", encoding="utf-8")
    port = sysfs / "tty" / name
    port.mkdir(parents=True)
    (port / "device").symlink_to(interface)


def test_a_path_stays_a_path() -> None:
    assert find_device("/dev/serial0") == "/dev/serial0"


def test_a_device_is_found_by_its_ids_whatever_its_name(tmp_path: Path) -> None:
    plug(tmp_path, "ttyACM3")
    plug(tmp_path, "ttyACM1", product="000a")
    assert find_device("usb:2E8A:0005", sysfs=tmp_path) == "/dev/ttyACM3"


def test_two_equal_devices_are_told_apart_by_their_serial_numbers(tmp_path: Path) -> None:
    plug(tmp_path, "ttyACM0", serial="E660")
    plug(tmp_path, "ttyACM1", serial="E661")
    assert find_device("usb:2e8a:0005:E661", sysfs=tmp_path) == "/dev/ttyACM1"
    with pytest.raises(NotFoundError, match="several usb:2e8a:0005: ttyACM0, ttyACM1; add the ser"):
        find_device("usb:2e8a:0005", sysfs=tmp_path)


def test_a_missing_device_is_reported_with_the_remedy(tmp_path: Path) -> None:
    with pytest.raises(NotFoundError, match="there is no usb:2e8a:0005: plug it in"):
        find_device("usb:2e8a:0005", sysfs=tmp_path)
