"""Checks the time of day, which dates games and sets quiet hours, but not players' clocks."""

from collections.abc import Iterator
from datetime import datetime
from typing import Final

from companion.devices.computer_health import ComputerHealth
from companion.doctor.finding import Finding
from companion.engine.message import say
from companion.settings import Settings

RELEASED: Final = 2026
"""The year of the release; an earlier one is what a Pi without a clock believes after power-on."""


def examine(_settings: Settings) -> Iterator[Finding]:
    """Check the clock of this computer."""
    yield finding(datetime.now().astimezone(), unsure=not ComputerHealth().clock_set())


def finding(now: datetime, *, unsure: bool) -> Finding:
    """Return a finding on a time; ``unsure`` means that the clock was not set since power-on."""
    subject, shown = say("time of day"), f"{now:%Y-%m-%d %H:%M %Z}"
    if now.year < RELEASED:
        words = say(
            "{time} is impossible: connect to a network once, or sudo date --set", time=shown
        )
        return Finding(subject, sound=False, words=words)
    if unsure:
        words = say("{time}, not set from the network yet: games may be dated wrong", time=shown)
        return Finding(subject, sound=True, words=words)
    return Finding(subject, sound=True, words=shown)
