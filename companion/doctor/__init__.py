"""What hardware is configured, what was found, and what to do about the rest.

A subject is a module with `examine(settings)`; `SUBJECTS` is the order in which they are told.
"""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Final, TypeAlias

from companion.doctor import panel, pins, readers, state, tags, time_of_day, web
from companion.doctor.finding import Finding
from companion.settings import Settings

Subject: TypeAlias = Callable[[Settings], Iterator[Finding]]

SUBJECTS: Final[tuple[Subject, ...]] = (
    pins.examine,
    readers.examine,
    panel.examine,
    state.examine,
    time_of_day.examine,
    tags.examine,
    web.examine,
)


def examine(settings: Settings, listen: float = readers.LISTEN) -> Iterator[Finding]:
    """Look at everything that ``settings`` use, and listen to readers for so many seconds."""
    for subject in SUBJECTS:
        heard = partial(readers.examine, seconds=listen) if subject is readers.examine else subject
        yield from heard(settings)
