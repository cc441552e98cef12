"""Bindings of long presses and dedicated keys, wherever a game is open."""

from msgspec.structs import replace

from companion.engine.fold import Draw
from companion.engine.log import PLAYED, EntryKind, carried_since
from companion.engine.text import text
from companion.table.action_text import action_text
from companion.table.binding import Binding, InputEvent, label
from companion.table.choosing.choosing import correct, is_correctable
from companion.table.command import Command
from companion.table.effects import LeaveGame, Rematch
from companion.table.history.entries import STOPPED, end_early, note, undo_to
from companion.table.log_repair.turn_log import by_hand, own_steps
from companion.table.modes.lists import open_menu
from companion.table.modes.topic_pages import why
from companion.table.play import draw_chance
from companion.table.state import (
    ActionChoice,
    MidgameEntry,
    Notice,
    Outcome,
    Table,
    Timestamp,
    notify,
)


def common_bindings(table: Table) -> tuple[Binding, ...]:
    """Return the bindings shared by all modes of a game in play."""
    return (
        Binding(Command.MENU, label("menu"), open_menu),
        Binding(Command.WHY, label("why"), why),
        *((Binding(Command.UNDO, label("undo"), undo),) if can_undo(table) else ()),
        *(NEXT_GAME if table.shows_result else _holding_up(table)),
        LEAVE,
    )


def _holding_up(table: Table) -> tuple[Binding, ...]:
    """Return the bindings of a correction and a pause; the last tasks of a game have neither."""
    if table.is_over:
        return ()
    correcting = Binding(Command.CORRECT, label("correct"), switch_correction)
    return (
        *((correcting,) if is_correctable(table) else ()),
        Binding(Command.PAUSE, label("resume" if table.clocks.paused else "pause"), switch_pause),
    )


def leave(table: Table, _: InputEvent) -> Outcome:
    """Leave the game for another one."""
    return Outcome(table, effects=(LeaveGame(),))


def play_again(table: Table, _: InputEvent) -> Outcome:
    """Start a rematch."""
    return Outcome(table, effects=(Rematch(),))


LEAVE = Binding(Command.LEAVE, label("leave"), leave)
NEXT_GAME = (
    Binding(Command.CORRECT, label("new_game"), leave, held=True),
    Binding(Command.PAUSE, label("again"), play_again),
)
"""The bindings that lead from the end of a game to the next one."""


def switch_correction(table: Table, press: InputEvent) -> Table:
    """Open the list of corrections, or leave it."""
    return correct(table, press.timestamp)


def switch_pause(table: Table, press: InputEvent) -> Table:
    """Stop the clocks, or resume them; an open list of choices is closed: it would hide a pause."""
    if table.clocks.paused:
        return note(table, EntryKind.RESUME, press.timestamp)
    if isinstance(table.choosing, ActionChoice):
        table = replace(table, choosing=ActionChoice())
    return note(table, EntryKind.PAUSE, press.timestamp)


def can_undo(table: Table) -> bool:
    """Return whether there is a step to take back."""
    steps = any(by_hand(table, log_step) for log_step in table.steps)
    return steps or table.stopped or bool(table.edits)


def repaired_since(table: Table) -> bool:
    """Return whether the log was repaired since the game was ended early."""
    ends = (entry.sequence for entry in reversed(table.entries) if entry.payload.get(STOPPED))
    return bool(table.edits) and table.edits[-1].sequence > next(ends, 0)


def undo(table: Table, press: InputEvent) -> Table:
    """Take back the last action of a player, and everything that followed from it.

    That includes an end of turn added by the box, and later actions of robots, which would only
    repeat them. A game that was ended early continues, once repairs of its log since then are
    reverted.
    """
    if table.stopped and not repaired_since(table):
        return end_early(table, press.timestamp, on=False)
    done = [log_step.entry for log_step in own_steps(table)]
    people = [entry for entry in done if entry.actor not in table.setup.robots]
    last = (people or done)[-1:]
    edits = [edit.sequence for edit in table.edits[-1:]]
    latest = _taken_over_since(table, max((*edits, *(entry.sequence for entry in last))))
    if latest in edits and table.edits[-1].lower is not None:
        lowered = undo_to(table, latest - 1, press.timestamp)
        return _lowered(table, draw_chance(lowered, press.timestamp, press.draw), press.timestamp)
    return take_back_to(table, latest - 1, press.timestamp, press.draw)


def _taken_over_since(table: Table, latest: int) -> int:
    """Return the number of the entry with whose press the box took over all up to one.

    A note follows what it has taken over. What people enter is its own.
    """
    later = (entry for entry in table.entries[latest:] if entry.kind not in PLAYED)
    noted = next(later, None)
    since = None if noted is None else carried_since(noted)
    return latest if since is None else min(since, latest)


def _lowered(before: Table, after: Table, timestamp: Timestamp) -> Table:
    """Return the table at its lower level again; its clocks run unless players had paused them."""
    entering = before.choosing
    stopped = isinstance(entering, MidgameEntry) and not entering.in_pause and after.clocks.paused
    if stopped:
        after = note(after, EntryKind.RESUME, timestamp)
    return notify(after, Notice(text("raise.back"), refused=False))


def take_back_to(table: Table, to: int, timestamp: Timestamp, draw: Draw) -> Table:
    """Return the table as of entry ``to``, with a message about what was taken back."""
    if any(edit.sequence > to for edit in table.edits):
        reverted = draw_chance(undo_to(table, to, timestamp), timestamp, draw)
        return notify(reverted, Notice(text("log.reverted"), refused=False))
    first = next(log_step.entry for log_step in table.steps if log_step.sequence > to)
    after = undo_to(table, to, timestamp)
    action = table.game.from_struct(first.payload)
    notice = Notice(
        text("table.undone", what=action_text(after, action, first.actor)), refused=False
    )
    return draw_chance(notify(after, notice), timestamp, draw)
