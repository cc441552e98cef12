"""Examines the time of day: it dates games and sets quiet hours, but not the players' clocks."""

from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Final

from companion.doctor.finding import Finding
from companion.engine.message import say
from companion.settings import Settings

RELEASED: Final = 2026
"""The year of the release; an earlier one is what a Pi without a clock believes after power-on."""
SYNCHRONISED: Final = Path("/run/systemd/timesync/synchronized")
"""Created by systemd-timesyncd once it has asked the network; see its manual page."""
BOOTED: Final = Path("/run/systemd/system")
"""Is there if systemd runs this computer; see sd_booted(3)."""


def examine(_settings: Settings) -> Iterator[Finding]:
    """Examine the clock of this computer."""
    unsure = BOOTED.exists() and not SYNCHRONISED.exists() and not _has_own_clock()
    yield finding(datetime.now().astimezone(), unsure=unsure)


def finding(now: datetime, *, unsure: bool) -> Finding:
    """Judge a time; it is ``unsure`` if nothing has told this computer the time since power-on."""
    subject, shown = say("time of day"), f"{now:%Y-%m-%d %H:%M %Z}"
    if now.year < RELEASED:
        words = say("{time} cannot be: connect to a network once, or sudo date --set", time=shown)
        return Finding(subject, sound=False, words=words)
    if unsure:
        words = say("{time}, not asked of the network yet: games may be dated wrong", time=shown)
        return Finding(subject, sound=True, words=words)
    return Finding(subject, sound=True, words=shown)


def _has_own_clock() -> bool:
    return any(Path("/dev").glob("rtc*"))
