"""Puts on the panel what is wrong with the computer: run every ten minutes on a card of ours.

A sentence is shown once, and again only after the trouble was gone or another came up: a heat that
goes up and down by a degree is one trouble.
"""

import sys
from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path

from companion.devices.computer import Computer
from companion.doctor import computer, pi, state, time_of_day
from companion.doctor.finding import Finding
from companion.engine import registry
from companion.engine.message import say
from companion.host import notices, updater
from companion.host.card import FILE
from companion.i18n.catalogue import Phrases
from companion.settings import Settings, load


def findings(settings: Settings, known: Computer) -> Iterator[Finding]:
    """Yield everything about the computer that the panel speaks of when it is wrong."""
    return chain(
        pi.supply(known),
        computer.findings(known),
        state.examine(settings),
        time_of_day.examine(settings),
    )


def tell(found: Iterable[Finding], folder: Path, words: Phrases) -> bool:
    """Write what is wrong into a folder; return whether the panel has anything new to show."""
    troubles = [(words.tell(it.subject), words.tell(it.words)) for it in found if not it.sound]
    file = folder / notices.HEALTH
    before = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    known = [line.partition(":")[0] for line in before]
    if known == [subject for subject, _ in troubles]:
        return False
    lines = [
        words.tell(say("{subject}: {words}", subject=subject, words=remedy))
        for subject, remedy in troubles
    ]
    notices.write(folder, notices.HEALTH, lines)
    return any(subject not in known for subject, _ in troubles)


def main() -> int:
    """Look once."""
    places = updater.Places()
    settings = load(places.run / FILE, registry.load)
    words = Phrases(updater.language(places), tuple)
    if tell(findings(settings, Computer()), places.run / "notices", words):
        updater.reload(updater.run)
    return 0


if __name__ == "__main__":
    sys.exit(main())
