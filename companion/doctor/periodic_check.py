"""Checks the computer every ten minutes, and writes findings as notices for the panel.

A notice is shown once, and again only after the fault was gone or another one occurred: a
temperature that varies by a degree is one fault.
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
    """Yield all findings about the computer that are shown on the panel as faults."""
    return chain(
        pi.supply(health),
        computer.findings(health),
        state.examine(settings),
        time_of_day.examine(settings),
    )


def write_notices(found: Iterable[Finding], folder: Path, language: str) -> bool:
    """Write faults into a folder as notices; return whether the panel has a new one to show."""
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
