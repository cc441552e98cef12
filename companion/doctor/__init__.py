"""Diagnosis: compares configured with detected hardware, and suggests remedies.

A subject is a module with `examine(settings)`; `SUBJECTS` is the order of the report.
"""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Final, TypeAlias

from companion.doctor import (
    computer,
    panel,
    pi,
    pins,
    readers,
    speech,
    state,
    tags,
    time_of_day,
    web,
    wireless,
)
from companion.doctor.finding import Finding
from companion.settings import Settings

Subject: TypeAlias = Callable[[Settings], Iterator[Finding]]

SUBJECTS: Final[tuple[Subject, ...]] = (
    computer.examine,
    pi.examine,
    pins.examine,
    readers.examine,
    panel.examine,
    state.examine,
    time_of_day.examine,
    tags.examine,
    speech.examine,
    web.examine,
    wireless.examine,
)


def examine(settings: Settings, listen: float = readers.LISTEN) -> Iterator[Finding]:
    """Check everything that ``settings`` use; listen to readers for ``listen`` seconds."""
    for subject in SUBJECTS:
        look = partial(readers.examine, seconds=listen) if subject is readers.examine else subject
        yield from look(settings)
