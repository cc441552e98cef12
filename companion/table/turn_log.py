"""The log of turns on the box: what each step did, and another step instead of one of them.

Whoever changes a step chooses from what was possible then. What came after it is played again. A
step that no longer fits stays on the panel, for people to do again or to leave.
"""

from collections.abc import Iterable

from msgspec.structs import replace

from companion.engine.fold import Draw
from companion.engine.game import CHANCE, Action
from companion.engine.log import Entry, EntryKind, effective, newest_first
from companion.engine.text import Seat, Text, text
from companion.table.command import STEPS, Command
from companion.table.deed import gained
from companion.table.ledger import apply, draw_chance, take_back
from companion.table.state import (
    Editing,
    Moment,
    Notice,
    Table,
    Task,
    TurnLog,
    at_rest,
    notify,
    showing,
)


def steps(table: Table) -> tuple[Entry, ...]:
    """Return what players have done openly, the latest first."""
    secret = {
        past.sequence
        for past in table.past
        if table.game.audience(past.state, past.action) is not None
    }
    return tuple(
        entry
        for entry in newest_first(table.entries)
        if entry.kind is EntryKind.ACTION and entry.sequence not in secret
    )


def said(table: Table, entry: Entry) -> Text:
    """Return a step in one line that names its player, with the points that it has given."""
    action = table.game.from_struct(entry.payload)
    led = (past.step.events for past in table.past if past.sequence == entry.sequence)
    what = gained(table, action, entry.actor, next(led, ()))
    return text("assumed", player=Seat(entry.actor), what=what)


def open_log(table: Table) -> Table:
    """Open the log at the last step."""
    if not steps(table):
        return notify(table, Notice(text("log.empty"), refused=False))
    return showing(table, cover=TurnLog())


def press(table: Table, log: TurnLog, command: Command) -> Table:
    """Step through the log; *confirm* asks what was done instead, any other key closes it."""
    listed = steps(table)
    step = STEPS.get(command)
    if step is not None:
        return showing(table, cover=TurnLog((log.cursor + step) % len(listed)))
    closed = showing(table, cover=None)
    return _before(closed, listed[log.cursor]) if command is Command.CONFIRM else closed


def _before(table: Table, entry: Entry) -> Table:
    """Return the table as it was before a step, to choose another one; the log stays as it is."""
    past = next(past for past in table.past if past.sequence == entry.sequence)
    kept = tuple(other for other in table.past if other.sequence < entry.sequence)
    return at_rest(
        replace(table, cursor=None),
        state=past.state,
        past=kept,
        editing=Editing(table, entry),
        handover=None,
        assumed=None,
    )


def replayed(editing: Editing, action: Action, moment: Moment, draw: Draw) -> Table:
    """Return the table with another action in place of a step, and the rest played again."""
    original, changed = editing.original, editing.entry
    later = [entry for entry in effective(original.entries) if entry.sequence > changed.sequence]
    table = take_back(original, changed.sequence - 1, moment)
    table = replace(apply(table, action, changed.kind, moment), tasks=())
    misfits: list[Entry] = []
    for entry in later:
        fitting = _again(table, entry, moment, draw)
        if fitting is None:
            misfits.append(entry)
        else:
            table = fitting
    table = replace(draw_chance(table, moment, draw), tasks=(), events=())
    return _told(table, misfits)


def _again(table: Table, entry: Entry, moment: Moment, draw: Draw) -> Table | None:
    """Return the table after a step of old, ``None`` if it no longer fits."""
    game = table.game
    if entry.kind is not EntryKind.CHANCE and game.current_player(table.state) == CHANCE:
        table = draw_chance(table, moment, draw)
    action = game.from_struct(entry.payload)
    current = game.current_player(table.state)
    same = current in (entry.actor, *(() if current >= 0 else (current,)))
    if (entry.kind is EntryKind.ACTION and not same) or game.why_not(table.state, action):
        return None
    return replace(apply(table, action, entry.kind, moment), tasks=())


def _told(table: Table, misfits: Iterable[Entry]) -> Table:
    """Say that the rest has been played again, and show what did not fit any more."""
    left = tuple(
        Task(text("log.misfit", what=said(table, entry)), table.game.from_struct(entry.payload))
        for entry in misfits
        if entry.kind is not EntryKind.CHANCE
    )
    message = text("log.left", n=len(left)) if left else text("log.replayed")
    return notify(replace(table, tasks=left), Notice(message, refused=False))
