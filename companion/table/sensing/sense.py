"""Handles sensed placements: plays legal actions, else shows the mismatch."""

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from companion.engine.fold import Draw
from companion.engine.log import EntryKind
from companion.engine.text import text
from companion.table.choosing.handover import end_forgotten_turn, next_seat
from companion.table.history.entries import note, undo_to
from companion.table.play import take
from companion.table.sensing.placement import (
    Placement,
    action_sequences,
    in_hand,
    matches,
    missing_piece,
    reconcile,
)
from companion.table.state import (
    Notice,
    PlacementInput,
    Table,
    Timestamp,
    notify,
)
from companion.table.text_lists import join_texts

NO_WAY: Final = "table.no_way"
"""Key of the notice that no legal actions lead to what is sensed."""
MISPLACED: Final = "table.misplaced"
"""Key of the notice that says where a piece belongs."""


def sense(table: Table, sensed: PlacementInput, timestamp: Timestamp, draw: Draw) -> Table:
    """Play the legal actions that lead to the sensed placement; else reinterpret the last ones.

    While a piece is in a player's hand, nothing can be inferred. A difference that remains stops
    the clocks, and the box shows which piece belongs where.
    """
    placement = dict(sensed.placement)
    if matches(table.game, table.state, placement):
        return _matched(table, timestamp)
    for start in (table, *_earlier(table, timestamp), *_onward(table, timestamp, draw)):
        if matches(table.game, start.state, placement):
            return _matched(start, timestamp)
        way = next(action_sequences(table.game, start.state, placement), None)
        if way is not None:
            for action in way:
                start = take(start, action, timestamp, draw)  # noqa: PLW2901 - one after the other
            return _matched(start, timestamp)
    if in_hand(table.game, table.state, placement) and not sensed.patient:
        return table
    if not table.clocks.paused:
        table = note(table, EntryKind.PAUSE, timestamp)
    return notify(replace(table, placement=sensed), _mismatch(table, placement))


def _mismatch(table: Table, placement: Placement) -> Notice:
    """Return the notice that names the piece and its correct place."""
    wrong = missing_piece(table.game, table.state, placement)
    if wrong is None:
        return Notice(text(NO_WAY))
    piece, place = wrong
    names = {item.id: item.name for item in table.game.pieces(table.state)}
    name = names.get(piece) or names.get(f"{piece}-1") or text("table.value", value=piece)
    where = table.game.place_name(table.state, place)
    return Notice(text(MISPLACED, piece=name, place=where))


def table_is_right(table: Table, sensed: PlacementInput, timestamp: Timestamp, draw: Draw) -> Table:
    """Correct the box until it agrees with the sensed placement, and report the changes.

    Every correction is an entry.
    """
    repairs = reconcile(table.game, table.state, dict(sensed.placement))
    if repairs is None:
        return notify(table, Notice(text("table.not_mended")))
    for correction in repairs:
        table = take(table, correction, timestamp, draw)
    corrections_text = [table.game.action_name(correction) for correction in repairs]
    table = _matched(table, timestamp)
    if not corrections_text:
        return table
    return notify(
        table, Notice(text("table.mended", what=join_texts(corrections_text)), refused=False)
    )


def _matched(table: Table, timestamp: Timestamp) -> Table:
    """End a mismatch, if there was one, and resume the clocks that it stopped."""
    if table.placement is None:
        return table
    if table.clocks.paused:
        table = note(table, EntryKind.RESUME, timestamp)
    return replace(table, placement=None)


def _onward(table: Table, timestamp: Timestamp, draw: Draw) -> Iterator[Table]:
    """Yield the table after the turn, if the next player may act without its explicit end."""
    seat = next_seat(table)
    onward = None if seat is None else end_forgotten_turn(table, seat, timestamp, draw)
    if onward is not None:
        yield onward


def _earlier(table: Table, timestamp: Timestamp) -> Iterator[Table]:
    """Yield the table with one, two and more of the current player's last actions taken back.

    Actions before an edit of the log have been reviewed by the players.
    """
    seat = table.game.current_player(table.state)
    edited = table.edits[-1].sequence if table.edits else 0
    for log_step in reversed(table.steps):
        entry = log_step.entry
        if entry.actor != seat or entry.kind is not EntryKind.ACTION or entry.sequence <= edited:
            return
        yield undo_to(table, entry.sequence - 1, timestamp)
