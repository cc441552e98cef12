"""Choosing one of the actions: with a list's cursor, a piece, or a place on a board."""

from dataclasses import replace
from typing import Final

from companion.engine.fold import Draw
from companion.engine.game import Piece
from companion.engine.log import EntryKind
from companion.engine.text import text
from companion.table.command import STEPS, Command
from companion.table.cover import shows_points
from companion.table.intent import Selection, constraints, meant, settled, values
from companion.table.ledger import note, notice, take
from companion.table.state import Moment, Notice, SheetRules, Table, Touch, notify, showing

UNKNOWN_TAG: Final = "table.unknown_tag"
"""Key of the notice that *confirm* answers by enrolling the tag."""


def key(table: Table, command: Command, moment: Moment, draw: Draw) -> Table:
    """Move the cursor, take the choice under it, or close what is open."""
    if command is Command.BACK:
        return _back(table, moment)
    if command is Command.CONFIRM:
        if table.is_over:
            return showing(table, cover=SheetRules()) if shows_points(table) else table
        return _confirm(table, moment, draw)
    step = STEPS[command]
    if table.is_over:
        return replace(table, cursor=(table.cursor or 0) + step)
    count = len(table.choices)
    if not count:
        return table
    cursor = 0 if table.cursor is None else (table.cursor + step) % count
    return replace(table, cursor=cursor)


def _back(table: Table, moment: Moment) -> Table:
    """Close what is open; if nothing is, switch between the summary and the clock."""
    if table.correcting:
        return correct(table, moment)
    if table.selection or table.tasks or table.cursor is not None:
        return replace(table, selection=(), cursor=None, tasks=())
    return replace(table, watching=not table.watching)


def correct(table: Table, moment: Moment) -> Table:
    """Open the list of corrections and stop the clocks, or leave it and let them run."""
    opened = not table.correcting
    if opened and not table.game.corrections(table.state):
        return notify(table, Notice(text("table.nothing_to_correct")))
    if table.clocks.paused is not opened:
        table = note(table, EntryKind.PAUSE if opened else EntryKind.RESUME, moment)
    return replace(table, selection=(), cursor=0 if opened else None, correcting=opened)


def _confirm(table: Table, moment: Moment, draw: Draw) -> Table:
    """Take the choice under the cursor; without a list, take the first one or open the list."""
    offered = table.choices
    if not offered:
        return table
    if table.cursor is None:
        first = offered[0].action
        plain = first is not None and len(values(first)) == 1
        if not plain and len(offered) > 1:
            return replace(table, cursor=0)
    chosen = offered[table.cursor or 0]
    if chosen.action is not None:
        return take(table, chosen.action, moment, draw)
    return replace(table, selection=(*table.selection, chosen.constraint), cursor=0)


def touch(table: Table, touch: Touch, moment: Moment, draw: Draw) -> Table:
    """Narrow down by what a piece stands for; the first of its meanings that fits wins."""
    if touch.piece is None:
        return notify(table, Notice(text(UNKNOWN_TAG, tag=touch.tag)))
    for select in touch.piece.selects:
        after = pick(table, constraints(select), moment, draw)
        if after is not None:
            return after
    return notify(table, _refused(table, touch.piece))


def pick(table: Table, picked: Selection, moment: Moment, draw: Draw) -> Table | None:
    """Narrow down within the selection, else from scratch; ``None`` if no legal action fits."""
    for start in dict.fromkeys((table.selection, ())):
        selection = (*start, *picked)
        left = replace(table, selection=selection).candidates
        action = settled(left)
        if action is not None:
            return take(table, action, moment, draw)
        if left:
            return replace(table, selection=selection, cursor=0)
    return None


def _refused(table: Table, piece: Piece) -> Notice:
    legal = replace(table, selection=(), correcting=False).candidates
    action = meant(table.game, legal, piece.selects[0])
    refusal = None if action is None else table.game.why_not(table.state, action)
    if action is not None and refusal is not None:
        return notice(table, action, refusal)
    if action is not None and table.game.audience(table.state, action) is not None:
        return Notice(text("table.secret_refused"))
    return Notice(text("table.no_use", piece=piece.name))
