"""Animation of the starting player's draw: names pass ever more slowly until one remains."""

from collections.abc import Iterable, Iterator
from typing import Final

from companion.engine.log import Entry
from companion.engine.text import Seat, text
from companion.table.lobby.start import starter_in
from companion.table.narrowing.chance import ALL, STARTER
from companion.table.screens.screen import Glance, Screen
from companion.table.stage import Stage
from companion.table.state import Table
from companion.table.voice import Voice

_PASSES: Final = 9
"""How many names pass by before one stays."""
_FIRST, _SLOWER = 0.08, 1.25
"""Seconds for which the first name stands, and by how much longer each next one does."""
_STAYS: Final = 1.5
"""Seconds for which the name stands that was drawn."""


def drawn_starter(stage: Stage, entries: Iterable[Entry]) -> int | None:
    """Return the starting seat that the box has just drawn, ``None`` without one."""
    if not isinstance(stage, Table) or {STARTER, ALL} & stage.enter:
        return None
    return starter_in(entries)


def draw_animation(stage: Table, chosen: int, voice: Voice) -> Iterator[tuple[Screen, float]]:
    """Yield screens with their durations in seconds; the last one shows the starting player."""
    seats = len(stage.setup.players)
    seconds = _FIRST
    for step in range(_PASSES, 0, -1):
        yield _shown((chosen - step) % seats, seats, "", voice), seconds
        seconds *= _SLOWER
    begins = voice.short(text("table.begins", player=Seat(chosen)))
    yield _shown(chosen, seats, begins, voice), _STAYS


def _shown(seat: int, seats: int, event: str, voice: Voice) -> Screen:
    names = [voice.short(text("table.player", player=Seat(each))) for each in range(seats)]
    lamps = tuple((name, each == seat) for each, name in enumerate(names))
    return Screen(glance=Glance(names[seat], ("",), "", (event,), lamps))
