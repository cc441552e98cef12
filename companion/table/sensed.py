"""What readers under the places say: moves where that is lawful, else a mismatch to be told."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from companion.engine.fold import Draw
from companion.engine.log import EntryKind, effective
from companion.engine.text import text
from companion.table.ledger import note, take, take_back
from companion.table.placement import Placement, in_hand, matches, mend, misplaced, ways
from companion.table.state import Moment, Notice, Sensed, Table

NO_WAY: Final = "table.no_way"
MISPLACED: Final = "table.misplaced"


def sense(table: Table, sensed: Sensed, moment: Moment, draw: Draw) -> Table:
    """Take the lawful way to what is sensed; if there is none, read the last actions anew.

    While a piece is in somebody's hand nothing can be said. A table that differs for good stops
    the clocks, and says which piece belongs where.
    """
    placement = dict(sensed.placement)
    if matches(table.game, table.state, placement):
        return _matched(table, moment)
    for start in (table, *_earlier(table, moment)):
        if matches(table.game, start.state, placement):
            return _matched(start, moment)
        way = next(ways(table.game, start.state, placement), None)
        if way is not None:
            for action in way:
                start = take(start, action, moment, draw)  # noqa: PLW2901 - one after the other
            return _matched(start, moment)
    if in_hand(table.game, table.state, placement) and not sensed.patient:
        return table
    if not table.clocks.paused:
        table = note(table, EntryKind.PAUSE, moment)
    return replace(table, sensed=sensed, notice=_mismatch(table, placement))


def _mismatch(table: Table, placement: Placement) -> Notice:
    """Say which piece belongs where."""
    wrong = misplaced(table.game, table.state, placement)
    if wrong is None:
        return Notice(text(NO_WAY))
    piece, place = wrong
    names = {each.id: each.name for each in table.game.pieces(table.state)}
    name = names.get(piece) or names.get(f"{piece}-1") or text("table.value", value=piece)
    where = table.game.place_name(table.state, place)
    return Notice(text(MISPLACED, piece=name, place=where))


def table_is_right(table: Table, sensed: Sensed, moment: Moment, draw: Draw) -> Table:
    """Correct the box until it agrees with what is sensed; every correction is an entry."""
    repairs = mend(table.game, table.state, dict(sensed.placement))
    if repairs is None:
        return replace(table, notice=Notice(text("table.not_mended")))
    for correction in repairs:
        table = take(table, correction, moment, draw)
    return _matched(table, moment)


def _matched(table: Table, moment: Moment) -> Table:
    """Let the clocks run on that a mismatch has stopped."""
    if table.sensed is None:
        return table
    if table.clocks.paused:
        table = note(table, EntryKind.RESUME, moment)
    return replace(table, sensed=None)


def _earlier(table: Table, moment: Moment) -> Iterator[Table]:
    """Yield the table with one, two .. actions taken back that the player on turn made in a row."""
    seat = table.game.current_player(table.state)
    for entry in reversed(effective(table.entries)):
        if entry.actor != seat or entry.kind is not EntryKind.ACTION:
            return
        yield take_back(table, entry.sequence - 1, moment)
