"""Devices on USB, found by what they are and not by the order in which they were plugged in."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Final

from companion.engine.message import Message, say

SYSFS: Final = Path("/sys/class")
USB: Final = re.compile(r"usb:([0-9A-Fa-f]{4}):([0-9A-Fa-f]{4})(?::(.+))?")
"""`usb:` vendor `:` product, perhaps `:` serial number."""
_DEEPEST: Final = 4
"""Folders from a port of sysfs up to its device on the bus."""


class NotFoundError(OSError):
    """No device or too many; the message says which and what to do."""


def _any(_entry: Path) -> bool:
    return True


def located(
    port: str,
    kind: str = "tty",
    pattern: str = "tty*",
    sysfs: Path = SYSFS,
    fits: Callable[[Path], bool] = _any,
) -> str:
    """Return the path of the device file for a path or `usb:VENDOR:PRODUCT[:SERIAL]`.

    Of the device's files, which are folders `pattern` of sysfs, those count that `fits`. Raises
    `NotFoundError` where no device on the bus is that, or two are.
    """
    match = USB.fullmatch(port)
    if match is None:
        return port
    vendor, product, serial = match.groups()
    wanted = (vendor.lower(), product.lower())
    found = [
        each.name
        for each in sorted((sysfs / kind).glob(pattern))
        if _is(each, wanted, serial) and fits(each)
    ]
    if not found:
        raise NotFoundError(say("there is no {port}: plug it in, or see lsusb", port=port))
    if len(found) > 1:
        raise NotFoundError(_several(port, ", ".join(found), kind, serial))
    folder = Path("/dev") if kind == "tty" else Path("/dev") / kind
    return str(folder / found[0])


def _several(port: str, found: str, kind: str, serial: str | None) -> Message:
    if serial is None:
        return say(
            "there are several {port}: {found}; add the serial number or give a path",
            port=port,
            found=found,
        )
    folder = "/dev/serial/by-path" if kind == "tty" else f"/dev/{kind}/by-path"
    return say(
        "several have even the serial number of {port}: {found}; give a path of {folder}",
        port=port,
        found=found,
        folder=folder,
    )


def _is(entry: Path, wanted: tuple[str, str], serial: str | None) -> bool:
    device = (entry / "device").resolve()
    for folder in (device, *device.parents[:_DEEPEST]):
        if (folder / "idVendor").is_file():
            names = (_word(folder / "idVendor"), _word(folder / "idProduct"))
            return names == wanted and serial in {None, _word(folder / "serial")}
    return False


def _word(file: Path) -> str:
    return file.read_text(encoding="utf-8").strip() if file.is_file() else ""
