"""What a box tells of its computer: numbers and yes or no, never a guess."""

from pathlib import Path

from companion.devices.computer_health import ComputerHealth
from companion.fleet.health import health_of

NAMES = ("temp", "ext4", "hwmon", "block", "synchronized", "system", "dev")


def told(folder: Path) -> dict[str, object]:
    """Return what is told of a computer whose places are in a folder."""
    known = ComputerHealth(*(folder / name for name in NAMES))
    health = health_of([], {}, "", folder, "1", computer=known)
    return {name: health[name] for name in KEYS}


KEYS = ("temperature", "supply_low", "card_errors", "card_used", "clock_set")


def test_of_a_computer_that_says_nothing_nothing_is_told(tmp_path: Path) -> None:
    """Only that nobody doubts its clock."""
    assert list(told(tmp_path).values()) == [None, None, None, None, True]


def test_everything_that_a_pi_says_is_told(tmp_path: Path) -> None:
    """A hot one with a weak supply, a card at its end and no network."""
    for name, content in (
        ("temp", "83400"),
        ("ext4/mmcblk0p7/errors_count", "3"),
        ("hwmon/hwmon1/name", "rpi_volt"),
        ("hwmon/hwmon1/in0_lcrit_alarm", "1"),
        ("block/mmcblk0/device/life_time", "0x02 0x0a"),
        ("system/there", ""),
        ("dev/null", ""),
    ):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(content, encoding="ascii")
    assert list(told(tmp_path).values()) == [85, True, 3, 100, False]
    (tmp_path / "synchronized").touch()
    assert told(tmp_path)["clock_set"] is True
