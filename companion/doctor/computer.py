"""Examines the computer below the box: heat, errors of the card, and what its card says wrong."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from companion.doctor.finding import Finding
from companion.engine.message import say
from companion.host import notices
from companion.settings import Settings

HOT: Final = 80.0
"""Degrees Celsius from which on a Raspberry Pi slows itself down (config.txt, temp_limit 85)."""


@dataclass(frozen=True, slots=True)
class Computer:
    """Where Linux says how it is; tests have folders of their own."""

    heat: Path = Path("/sys/class/thermal/thermal_zone0/temp")
    """Thousandths of a degree (Documentation/driver-api/thermal/sysfs-api.rst)."""
    file_systems: Path = Path("/sys/fs/ext4")
    """One folder for each, with its number of errors (Documentation/ABI/testing/sysfs-fs-ext4)."""
    notices: Path = notices.FOLDER / "notices"


def examine(_settings: Settings) -> Iterator[Finding]:
    """Examine this computer."""
    yield from findings(Computer())


def findings(computer: Computer) -> Iterator[Finding]:
    """Yield what is known; a computer without a sensor has no heat to speak of."""
    heat = _number(computer.heat)
    if heat is not None:
        yield _heat(heat / 1000)
    counts = [_number(file) for file in sorted(computer.file_systems.glob("*/errors_count"))]
    known = [count for count in counts if count is not None]
    if known:
        yield _errors(sum(known))
    for sentence in notices.read(computer.notices):
        yield Finding(say("this computer"), sound=False, words=sentence)


def _heat(degrees: float) -> Finding:
    subject, shown = say("temperature"), f"{degrees:.0f}"
    if degrees < HOT:
        return Finding(subject, sound=True, words=say("{degrees} °C", degrees=shown))
    words = say("{degrees} °C, so it slows down: let air reach the board", degrees=shown)
    return Finding(subject, sound=False, words=words)


def _errors(count: int) -> Finding:
    subject = say("card")
    if not count:
        return Finding(subject, sound=True, words=say("no errors noted"))
    words = say(
        "{count} errors noted: make a backup (companion backup), then put in another card",
        count=count,
    )
    return Finding(subject, sound=False, words=words)


def _number(file: Path) -> int | None:
    try:
        return int(file.read_text(encoding="ascii"))
    except (OSError, ValueError):
        return None
