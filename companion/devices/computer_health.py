"""Health figures of the computer, as Linux reports them; unknown ones are ``None``."""

from pathlib import Path
from typing import Final

import msgspec

HOT: Final = 80.0
"""Degrees Celsius from which on a Raspberry Pi slows itself down (config.txt, temp_limit 85)."""
WORN: Final = 90
"""Percent of its life from which on a card is to be replaced."""
_VOLTS: Final = "rpi_volt"
"""The name of the kernel's sensor for the supply (drivers/hwmon/raspberrypi-hwmon.c)."""
_TENTH: Final = 10


class ComputerHealth(msgspec.Struct, frozen=True):
    """The sysfs and procfs folders that hold health figures; tests use folders of their own."""

    heat: Path = Path("/sys/class/thermal/thermal_zone0/temp")
    """Thousandths of a degree (Documentation/driver-api/thermal/sysfs-api.rst)."""
    file_systems: Path = Path("/sys/fs/ext4")
    """One folder for each, with its number of errors (Documentation/ABI/testing/sysfs-fs-ext4)."""
    hwmon: Path = Path("/sys/class/hwmon")
    """One folder for each sensor; that of the supply remembers that it was too low."""
    blocks: Path = Path("/sys/block")
    """One folder for each disk; eMMC tells its wear (JEDEC JESD84-B50, 7.4.44), SD cards do not."""
    synchronised: Path = Path("/run/systemd/timesync/synchronized")
    """Created by systemd-timesyncd once it has asked the network; see its manual page."""
    booted: Path = Path("/run/systemd/system")
    """Is there if systemd runs this computer; see sd_booted(3)."""
    devices: Path = Path("/dev")

    def temperature(self) -> float | None:
        """Return the processor's temperature in degrees Celsius."""
        heat = _number(self.heat)
        return None if heat is None else heat / 1000

    def card_errors(self) -> int | None:
        """Return how many errors the file systems have recorded."""
        counts = [_number(file) for file in sorted(self.file_systems.glob("*/errors_count"))]
        readable = [count for count in counts if count is not None]
        return sum(readable) if readable else None

    def card_used(self) -> int | None:
        """Return the used lifetime of the most worn card, in percent."""
        files = sorted(self.blocks.glob("mmcblk*/device/life_time"))
        steps = [int(word, 16) for file in files for word in _text(file).split() if _is_hex(word)]
        return max(steps) * _TENTH if any(steps) else None

    def supply_low(self) -> bool | None:
        """Return whether an undervoltage has occurred since the start."""
        sensors = [it.parent for it in self.hwmon.glob("*/name") if _text(it) == _VOLTS]
        alarms = [_text(sensor / "in0_lcrit_alarm") == "1" for sensor in sensors]
        return any(alarms) if alarms else None

    def clock_set(self) -> bool:
        """Return whether the time of day is set, by the network or a real-time clock."""
        rtc = any(self.devices.glob("rtc*"))
        return rtc or self.synchronised.exists() or not self.booted.exists()


def _text(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8", errors="replace").strip()
    except OSError:
        return ""


def _number(file: Path) -> int | None:
    try:
        return int(_text(file))
    except ValueError:
        return None


def _is_hex(word: str) -> bool:
    try:
        int(word, 16)
    except ValueError:
        return False
    return True
