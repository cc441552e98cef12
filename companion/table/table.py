"""A table's inputs: a pure function from a table and an input to the next table.

``handle`` also returns the entries that must be durable before anybody may see the table.
"""

from collections.abc import Iterator
from dataclasses import replace

from companion.engine.fold import Draw
from companion.engine.game import Piece
from companion.engine.log import Entry, EntryKind, effective
from companion.engine.text import text
from companion.table.command import Command
from companion.table.intent import Selection, constraints, meant, settled, values
from companion.table.ledger import ALL, begin, draw_chance, note, notice, resume, take, take_back
from companion.table.sense import matches, ways
from companion.table.state import (
    Moment,
    Notice,
    Outcome,
    Pick,
    Sensed,
    Table,
    TableInput,
    Take,
    Task,
    Touch,
)

__all__ = [
    "ALL",
    "Moment",
    "Notice",
    "Outcome",
    "Pick",
    "Sensed",
    "Table",
    "TableInput",
    "Take",
    "Task",
    "Touch",
    "begin",
    "handle",
    "resume",
]


def handle(table: Table, given: TableInput, moment: Moment, draw: Draw) -> Outcome:
    """Return what an input leads to. A refused one changes nothing but the notice."""
    table = replace(table, notice=None)
    if table.laying and isinstance(given, Command | Touch):
        after = _lay(table, given, moment)
    else:
        after = _act(table, given, moment, draw)
    return Outcome(after, after.entries[len(table.entries) :])


def _act(table: Table, given: TableInput, moment: Moment, draw: Draw) -> Table:
    if isinstance(given, Command):
        return _command(table, given, moment, draw)
    if isinstance(given, Take):
        return take(table, given.action, moment, draw)
    if isinstance(given, Touch):
        return _touch(table, given, moment, draw)
    if isinstance(given, Pick):
        return _pick(table, (given.constraint,), moment, draw) or table
    return _sense(table, given, moment, draw)


def _command(table: Table, command: Command, moment: Moment, draw: Draw) -> Table:
    if command is Command.UNDO:
        return _undo(table, moment, draw)
    if command is Command.PAUSE:
        return note(table, EntryKind.RESUME if table.clocks.paused else EntryKind.PAUSE, moment)
    if command is Command.CORRECT:
        return _correct(table, moment)
    return _key(table, command, moment, draw)


def _lay(table: Table, given: Command | Touch, moment: Moment) -> Table:
    """Go through the setup that the box has drawn: confirmed by key, or by the piece's tag."""
    left = table.tasks[1:]
    if isinstance(given, Touch):
        laid = values(table.tasks[0].action)
        selects = () if given.piece is None else given.piece.selects
        if not any(select.items() <= laid.items() for select in selects):
            return replace(table, notice=Notice(text("table.lay_first", what=table.tasks[0].what)))
    elif given is Command.BACK:
        left = ()
    elif given is not Command.CONFIRM:
        return table
    if left:
        return replace(table, tasks=left)
    return replace(note(table, EntryKind.RESUME, moment), tasks=(), laying=False)


def _key(table: Table, command: Command, moment: Moment, draw: Draw) -> Table:
    if command is Command.BACK:
        return _back(table, moment)
    if command is Command.CONFIRM:
        return _confirm(table, moment, draw)
    step = 1 if command is Command.NEXT else -1
    if table.is_over:
        return replace(table, cursor=(table.cursor or 0) + step)
    count = len(table.choices)
    if not count:
        return table
    cursor = 0 if table.cursor is None else (table.cursor + step) % count
    return replace(table, cursor=cursor)


def _back(table: Table, moment: Moment) -> Table:
    """Close what is open; if nothing is, change between the summary and the clock."""
    if table.correcting:
        return _correct(table, moment)
    if table.selection or table.tasks or table.cursor is not None:
        return replace(table, selection=(), cursor=None, tasks=())
    return replace(table, watching=not table.watching)


def _correct(table: Table, moment: Moment) -> Table:
    """Open the list of corrections, with the clocks stopped, or leave it."""
    opened = not table.correcting
    if table.clocks.paused is not opened:
        table = note(table, EntryKind.PAUSE if opened else EntryKind.RESUME, moment)
    return replace(table, selection=(), cursor=0 if opened else None, correcting=opened)


def _confirm(table: Table, moment: Moment, draw: Draw) -> Table:
    """Take the choice under the cursor; without a list, the first one if it needs no choice."""
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


def _touch(table: Table, touch: Touch, moment: Moment, draw: Draw) -> Table:
    """Narrow by what a piece stands for; the first of its meanings that fits wins."""
    if touch.piece is None:
        return replace(table, notice=Notice(text("table.unknown_tag", tag=touch.tag)))
    for select in touch.piece.selects:
        after = _pick(table, constraints(select), moment, draw)
        if after is not None:
            return after
    return replace(table, notice=_refused(table, touch.piece))


def _pick(table: Table, picked: Selection, moment: Moment, draw: Draw) -> Table | None:
    """Narrow within the selection, else anew; ``None`` if no legal action fits."""
    for start in dict.fromkeys((table.selection, ())):
        selection = (*start, *picked)
        left = replace(table, selection=selection).candidates
        action = settled(left)
        if action is not None:
            return take(table, action, moment, draw)
        if left:
            return replace(table, selection=selection, cursor=0)
    return None


def _sense(table: Table, sensed: Sensed, moment: Moment, draw: Draw) -> Table:
    """Take the lawful way to what is sensed; if there is none, read the last actions anew."""
    placement = dict(sensed.placement)
    if matches(table.game, table.state, placement):
        return table
    for start in (table, *_earlier(table, moment)):
        way = next(ways(table.game, start.state, placement), None)
        if way is not None:
            for action in way:
                start = take(start, action, moment, draw)  # noqa: PLW2901 - one after the other
            return start
    return replace(table, notice=Notice(text("table.no_way")))


def _earlier(table: Table, moment: Moment) -> Iterator[Table]:
    """Yield the table with one, two .. actions taken back that the player on turn made in a row."""
    seat = table.game.current_player(table.state)
    for entry in reversed(effective(table.entries)):
        if entry.actor != seat or entry.kind is not EntryKind.ACTION:
            return
        yield take_back(table, entry.sequence - 1, moment)


def _refused(table: Table, piece: Piece) -> Notice:
    legal = replace(table, selection=(), correcting=False).candidates
    action = meant(table.game, legal, piece.selects[0])
    refusal = None if action is None else table.game.why_not(table.state, action)
    if action is None or refusal is None:
        return Notice(text("table.no_use", piece=piece.name))
    return notice(table, action, refusal)


def _undo(table: Table, moment: Moment, draw: Draw) -> Table:
    """Take back the last thing that somebody at the table did, and what followed from it."""
    done = [entry for entry in effective(table.entries) if _by_hand(table, entry)]
    if not done:
        return replace(table, notice=Notice(text("table.nothing_to_undo")))
    last = done[-1]
    after = take_back(table, last.sequence - 1, moment)
    action = table.game.from_struct(last.payload)
    secret = table.game.audience(after.state, action) is not None
    what = text("table.secret") if secret else table.game.action_name(action)
    notice = Notice(text("table.undone", what=what), refused=False)
    return draw_chance(replace(after, notice=notice), moment, draw)


def _by_hand(table: Table, entry: Entry) -> bool:
    entered = ALL in table.enter or entry.payload.get("type") in table.enter
    return entry.kind is not EntryKind.CHANCE or entered
