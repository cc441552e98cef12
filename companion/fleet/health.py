"""How a box is: its devices, its disk, its temperature."""

import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Final

from companion.devices import DeviceStatus
from companion.fleet.topics import VERSION

_THERMAL: Final = Path("/sys/class/thermal/thermal_zone0/temp")
"""In thousandths of a degree Celsius (Documentation/driver-api/thermal/sysfs-api.rst)."""
_COARSE: Final = 5
"""Degrees by which a temperature is rounded: fewer messages."""
_MEGABYTE: Final = 1_000_000
_DISK: Final = 100
"""Megabytes by which the free space is rounded."""


def health_of(
    devices: Iterable[DeviceStatus],
    bad_frames: Mapping[str, int],
    unsaved: str,
    folder: Path,
    version: str,
) -> dict[str, Any]:
    """Return the payload of ``health``."""
    return {
        "v": VERSION,
        "version": version,
        "devices": {
            each.device: {"state": str(each.state), "detail": each.detail} for each in devices
        },
        "bad_frames": dict(bad_frames),
        "unsaved": unsaved,
        "disk_free_mb": _free(folder),
        "temperature": _temperature(),
    }


def _free(folder: Path) -> int | None:
    """Return the free space in megabytes, coarsely; ``None`` if nobody knows."""
    try:
        disk = os.statvfs(folder)
    except OSError:
        return None
    return disk.f_bavail * disk.f_frsize // (_MEGABYTE * _DISK) * _DISK


def _temperature(path: Path = _THERMAL) -> int | None:
    """Return the processor's temperature in degrees Celsius, coarsely."""
    try:
        return round(int(path.read_text()) / 1000 / _COARSE) * _COARSE
    except (OSError, ValueError):
        return None
