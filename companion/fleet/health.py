"""Health report of a box: its devices and its computer."""

import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Final

from companion.devices import DeviceStatus
from companion.devices.computer_health import ComputerHealth
from companion.protocol.phrase import phrase_of
from companion.protocol.topics import VERSION

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
    *,
    computer: ComputerHealth | None = None,
) -> dict[str, Any]:
    """Return the payload of ``health``; unknown values are ``None``."""
    computer, devices = computer or ComputerHealth(), [*devices]
    reasons = {each.device: phrase_of(each.detail) for each in devices}
    return {
        "v": VERSION,
        "version": version,
        "devices": {
            each.device: {"state": str(each.state), "detail": each.detail} for each in devices
        },
        "reasons": {device: phrase for device, phrase in reasons.items() if phrase},
        "bad_frames": dict(bad_frames),
        "unsaved": unsaved,
        "disk_free_mb": _free(folder),
        "temperature": _coarse(computer.temperature()),
        "supply_low": computer.supply_low(),
        "card_errors": computer.card_errors(),
        "card_used": computer.card_used(),
        "clock_set": computer.clock_set(),
    }


def _free(folder: Path) -> int | None:
    """Return the free space in megabytes, rounded; ``None`` if unknown."""
    try:
        disk = os.statvfs(folder)
    except OSError:
        return None
    return disk.f_bavail * disk.f_frsize // (_MEGABYTE * _DISK) * _DISK


def _coarse(degrees: float | None) -> int | None:
    return None if degrees is None else round(degrees / _COARSE) * _COARSE
