"""Checks the computer: temperature, card errors, and mistakes in the card's settings."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from companion.devices.computer_health import HOT, WORN, ComputerHealth
from companion.doctor.finding import Finding
from companion.engine.message import say
from companion.host import notices
from companion.settings import Settings

NOTICES: Final = notices.FOLDER / "notices"


def examine(_settings: Settings) -> Iterator[Finding]:
    """Check this computer."""
    yield from findings(ComputerHealth())
    yield from reported_notices(NOTICES)


def findings(computer: ComputerHealth) -> Iterator[Finding]:
    """Yield the available findings; a computer without a sensor has no temperature."""
    heat = computer.temperature()
    if heat is not None:
        yield _heat(heat)
    count = computer.card_errors()
    if count is not None:
        yield _errors(count)
    used = computer.card_used()
    if used is not None:
        yield _wear(used)


def reported_notices(folder: Path) -> Iterator[Finding]:
    """Yield the notices of other programs, in case they were missed on the panel."""
    for sentence in notices.read(folder, without=notices.HEALTH):
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
        return Finding(subject, sound=True, words=say("no errors recorded"))
    words = say(
        "{count} errors recorded: make a backup (companion backup), then put in another card",
        count=count,
    )
    return Finding(subject, sound=False, words=words)


def _wear(used: int) -> Finding:
    subject = say("card's life")
    if used < WORN:
        return Finding(subject, sound=True, words=say("{used} % used up", used=used))
    words = say(
        "{used} % used up: make a backup (companion backup), then put in another card", used=used
    )
    return Finding(subject, sound=False, words=words)
