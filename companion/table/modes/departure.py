"""Mode in which a player leaves, returns or joins late."""

from functools import partial

from companion.engine.facets import Corrections
from companion.engine.game import Correction
from companion.engine.text import Text
from companion.table.binding import Binding, InputEvent
from companion.table.modes.lists import list_bindings
from companion.table.play import take
from companion.table.state import (
    Departure,
    Table,
    with_console,
)


def possible(table: Table, *, back: bool) -> tuple[Correction, ...]:
    """Return the corrections by which a player can leave, or come back, now."""
    game = table.game
    kind = game.coming_back if back else game.leaving
    if kind is None:
        return ()
    if isinstance(game, Corrections):
        return tuple(game.possible(table.state, kind))
    return tuple(each for each in game.corrections(table.state) if isinstance(each, kind))


def departure_list(table: Table, departure: Departure) -> tuple[Text, ...]:
    """Return the list of players who can leave, or come back."""
    return tuple(map(table.game.action_name, possible(table, back=departure.back)))


def bindings(_: Table, departure: Departure) -> tuple[Binding, ...]:
    """Return the bindings in the list of players who can leave or come back."""

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
