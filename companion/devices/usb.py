"""Finds USB devices by identity rather than by the order in which they were plugged in."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Final

from companion.engine.message import Message, say

SYSFS: Final = Path("/sys/class")
USB: Final = re.compile(r"usb:([0-9A-Fa-f]{4}):([0-9A-Fa-f]{4})(?::(.+))?")
"""`usb:` vendor `:` product, optionally followed by `:` serial number."""
_DEEPEST: Final = 4
"""The most folders from a port of sysfs up to its device on the bus."""


class NotFoundError(OSError):
    """There is no such device, or more than one; the message names the remedy."""


def _any(_entry: Path) -> bool:
    return True


def find_device(
    port: str,
    kind: str = "tty",
    pattern: str = "tty*",
    sysfs: Path = SYSFS,
    fits: Callable[[Path], bool] = _any,
) -> str:
    """Return the path of the device file for a path or `usb:VENDOR:PRODUCT[:SERIAL]`.

    Entries of sysfs that match `pattern` are considered if they belong to the device and `fits`
    accepts them. Raises `NotFoundError` if none does, or more than one.
    """
    match = USB.fullmatch(port)
    if match is None:
        return port
    vendor, product, serial = match.groups()
    ids = (vendor.lower(), product.lower())
    names = [
        entry.name
        for entry in sorted((sysfs / kind).glob(pattern))
        if _is(entry, ids, serial) and fits(entry)
    ]
    if not names:
        raise NotFoundError(say("there is no {port}: plug it in, or see lsusb", port=port))
    if len(names) > 1:
        raise NotFoundError(_several(port, ", ".join(names), kind, serial))
    folder = Path("/dev") if kind == "tty" else Path("/dev") / kind
    return str(folder / names[0])


def _several(port: str, found: str, kind: str, serial: str | None) -> Message:
    if serial is None:
        return say(
            "there are several {port}: {found}; add the serial number or give a path",
            port=port,
            found=found,
        )
    folder = "/dev/serial/by-path" if kind == "tty" else f"/dev/{kind}/by-path"
    return say(
        "several devices have the serial number of {port}: {found}; give a path below {folder}",
        port=port,
        found=found,
        folder=folder,
    )


def _is(entry: Path, ids: tuple[str, str], serial: str | None) -> bool:
    device = (entry / "device").resolve()
    for folder in (device, *device.parents[:_DEEPEST]):
        if (folder / "idVendor").is_file():
            found = (_word(folder / "idVendor"), _word(folder / "idProduct"))
            return found == ids and serial in {None, _word(folder / "serial")}
    return False


def _word(file: Path) -> str:
    return file.read_text(encoding="utf-8").strip() if file.is_file() else ""
