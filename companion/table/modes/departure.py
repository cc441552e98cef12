"""Mode in which a player leaves, returns or joins late."""

from functools import partial
from typing import Final

from companion.engine.codec import snake_case
from companion.engine.game import Correction, Refusal
from companion.engine.text import Text
from companion.table.binding import Binding, InputEvent
from companion.table.modes.lists import list_bindings
from companion.table.play import take
from companion.table.state import (
    Departure,
    Notice,
    Table,
    notify,
    with_console,
)

_NOT_THERE: Final = "no-such-seat"
"""Why somebody who is there cannot come back."""


def _kind(table: Table, *, back: bool) -> type[Correction] | None:
    game, state = table.game, table.state
    return game.returnings(state) if back else game.departures(state)


def possible(table: Table, *, back: bool) -> tuple[Correction, ...]:
    """Return the corrections by which somebody can leave, or come back, now."""
    kind = _kind(table, back=back)
    if kind is None:
        return ()
    return tuple(each for each in table.game.corrections(table.state) if isinstance(each, kind))


def open_departure(table: Table, *, back: bool) -> Table:
    """Open the list of those who can leave or come back, or say why there is none now."""
    if possible(table, back=back):
        return with_console(table, cover=Departure(back))
    refusal = _refusal(table, back=back)
    return table if refusal is None else notify(table, Notice(refusal.why, refusal.rule))


def _refusal(table: Table, *, back: bool) -> Refusal | None:
    """Return why nobody can leave or come back just now, although the game knows how to."""
    kind = _kind(table, back=back)
    if kind is None:
        return None
    seats = range(len(table.setup.players))
    moves = (table.game.make_action(snake_case(kind.__name__), {"player": seat}) for seat in seats)
    refusals = (table.game.why_not(table.state, move) for move in moves)
    return next((each for each in refusals if each and each.code != _NOT_THERE), None)


def departure_list(table: Table, departure: Departure) -> tuple[Text, ...]:
    """Return what the box lists: who leaves, or who comes back."""
    return tuple(map(table.game.action_name, possible(table, back=departure.back)))


def may_part(table: Table, *, back: bool) -> bool:
    """Return whether somebody can leave or come back, if not now, then later in this game."""
    return bool(possible(table, back=back)) or _refusal(table, back=back) is not None


def bindings(_: Table, departure: Departure) -> tuple[Binding, ...]:
    """Return what keys do in the list of those who can leave or come back."""

    def moved(table: Table, by: int) -> Departure:
        count = len(possible(table, back=departure.back))
        return Departure(departure.back, (departure.cursor + by) % max(count, 1))

    return list_bindings("take", partial(_chosen, departure=departure), moved)


def _chosen(table: Table, press: InputEvent, *, departure: Departure) -> Table:
    found = possible(table, back=departure.back)
    table = with_console(table, cover=None)
    if not found:
        return table
    return take(table, found[departure.cursor % len(found)], press.timestamp, press.draw)
