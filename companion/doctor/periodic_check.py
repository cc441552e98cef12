"""Checks the computer every ten minutes, and writes findings as notices for the panel.

A sentence is shown once, and again only after the trouble was gone or another came up: a heat that
goes up and down by a degree is one trouble.
"""

import sys
from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path

from companion.devices.computer_health import ComputerHealth
from companion.doctor import computer, pi, state, time_of_day
from companion.doctor.finding import Finding
from companion.engine import registry
from companion.engine.message import say
from companion.host import notices, updater
from companion.host.card import FILE
from companion.settings import Settings, load


def findings(settings: Settings, health: ComputerHealth) -> Iterator[Finding]:
    """Yield everything about the computer that the panel speaks of when it is wrong."""
    return chain(
        pi.supply(health),
        computer.findings(health),
        state.examine(settings),
        time_of_day.examine(settings),
    )


def write_notices(found: Iterable[Finding], folder: Path, language: str) -> bool:
    """Write what is wrong into a folder; return whether the panel has anything new to show."""
    troubles = [it for it in found if not it.sound]
    noticed = [notice.partition(":")[0] for notice in notices.about(folder, notices.HEALTH)]
    subjects = [str(trouble.subject) for trouble in troubles]
    if noticed == subjects:
        return False
    sentences = [say("{subject}: {words}", subject=it.subject, words=it.words) for it in troubles]
    notices.write(folder, notices.HEALTH, sentences, language)
    return any(subject not in noticed for subject in subjects)


def main() -> int:
    """Run all checks once."""
    places = updater.UpdatePaths()
    settings = load(places.run / FILE, registry.load)
    language = updater.language(places)
    if write_notices(findings(settings, ComputerHealth()), places.run / "notices", language):
        updater.reload(updater.run)
    return 0


if __name__ == "__main__":
    sys.exit(main())
