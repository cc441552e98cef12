"""How a table handles its inputs: a pure function from a table and an input to the next table.

``handle`` also returns the entries that must be durable before the table may be shown. The effect
of an input is defined by the bindings of the table's mode: ``companion/table/modes/``.
"""

from typing import Final

from msgspec.structs import replace

from companion.engine.fold import Draw
from companion.engine.log import PLAYED, EntryKind
from companion.engine.text import Text
from companion.table.binding import (
    Binding,
    InputEvent,
    InputSource,
    find,
    find_for,
    is_nudged,
    trigger_of,
)
from companion.table.choosing.assumptions import assumption_from
from companion.table.choosing.choosing import open_chance_list
from companion.table.choosing.handover import (
    delayed_handover,
    end_settled_turn,
    handover_from,
    too_soon,
)
from companion.table.choosing.midgame_entry import reopen_corrections
from companion.table.choosing.passing import pass_of, refuse_pass
from companion.table.choosing.squares import WAYS
from companion.table.choosing.take_over import go_on_entering
from companion.table.command import Command
from companion.table.history.entries import resume, tick_off_task
from companion.table.lobby.box_settings import apply_input
from companion.table.log_repair.pages import preview_action
from companion.table.log_repair.running_game import is_log_repaired, say_waiting
from companion.table.log_repair.turn_log import open_log
from companion.table.modes.clock_menu import change_and_say, may_change
from companion.table.modes.command_bindings import command_key
from companion.table.modes.level_choice import raise_to
from companion.table.modes.log_dialogue import answered, may_open
from companion.table.modes.stack import bindings
from companion.table.narrowing.candidates import legal
from companion.table.narrowing.chance import ALL
from companion.table.play import begin
from companion.table.state import (
    ActionInput,
    Assumption,
    ClockInput,
    CommandInput,
    Console,
    DisplayInput,
    DoneInput,
    FieldInput,
    JoinInfo,
    LanguageInput,
    LevelInput,
    LogAnswer,
    MidgameEntry,
    Notice,
    OpenLogInput,
    Outcome,
    PassInput,
    PlacementInput,
    ReminderInput,
    StepChange,
    Table,
    TableInput,
    TagInput,
    Task,
    TaskInput,
    Timestamp,
    dismiss,
    uncover,
    with_console,
)

__all__ = [
    "ALL",
    "ActionInput",
    "DoneInput",
    "FieldInput",
    "JoinInfo",
    "Notice",
    "Outcome",
    "PlacementInput",
    "ReminderInput",
    "Table",
    "TableInput",
    "TagInput",
    "Task",
    "TaskInput",
    "Timestamp",
    "begin",
    "handle",
    "resume",
]


def handle(table: Table, item: TableInput, timestamp: Timestamp, draw: Draw) -> Outcome:
    """Return the outcome of an input. An input without a binding changes nothing."""
    outcome = _handled(table, item, timestamp, draw)
    change = table.choosing
    if not isinstance(change, StepChange) or not outcome.entries:
        return outcome
    played_entry = next((each for each in outcome.entries if each.kind in PLAYED), None)
    if played_entry is None:
        return outcome  # what is noted about time belongs to both logs
    action = table.game.from_struct(played_entry.payload)
    return Outcome(preview_action(table, change.purpose, action, InputEvent(item, timestamp, draw)))


def _handled(table: Table, item: TableInput, timestamp: Timestamp, draw: Draw) -> Outcome:
    """Return the outcome of an input; the result of a changed step refers to the original table."""
    if isinstance(item, LanguageInput | DisplayInput):
        return Outcome(replace(table, console=_set(table.console, item)))
    if isinstance(item, ReminderInput):
        return Outcome(_reminded(table))
    if isinstance(item, PassInput):
        passed = _passed(table, item)
        if isinstance(passed, Table):
            return Outcome(passed)
        item = passed
    if _is_void(table, item, timestamp):
        return Outcome(table)
    before = table
    if isinstance(item, CommandInput):
        before, item = uncover(table), command_key(table, item.command)
    result = _done(before, item, timestamp, draw)
    if result is None:
        return Outcome(table)
    if isinstance(result, Table):
        result = Outcome(result)
    after = _after(table, result.table, item, timestamp, draw)
    return Outcome(after, after.entries[len(table.entries) :], result.effects)


def _passed(table: Table, item: PassInput) -> ActionInput | Table:
    """Return the action with which a seat passes, or the table with why it cannot."""
    if is_log_repaired(table):
        return say_waiting(table)
    action = pass_of(table, item.seat)
    return refuse_pass(table, item.seat) if action is None else ActionInput(action, item.seat)


def _done(
    table: Table, item: TableInput, timestamp: Timestamp, draw: Draw
) -> Table | Outcome | None:
    """Return the result of an input in the table's mode, ``None`` without a binding."""
    if isinstance(item, ClockInput):
        possible = may_change(table)
        return change_and_say(_fresh(table), item.change, timestamp) if possible else None
    if isinstance(item, LevelInput):
        return raise_to(_fresh(table), item.level, timestamp)
    return _bound(table, item, timestamp, draw)


def _bound(
    table: Table, item: TableInput, timestamp: Timestamp, draw: Draw
) -> Table | Outcome | None:
    """Return the result of what is bound to an input; tasks and the log are open in any mode."""
    if isinstance(item, TaskInput):
        return tick_off_task(_fresh(table), item.number, timestamp)
    if isinstance(item, OpenLogInput):
        return open_log(_fresh(table)) if may_open(table) else None
    if isinstance(item, LogAnswer):
        return answered(_fresh(table), item.number, InputEvent(item, timestamp, draw))
    binding = _binding(table, item)
    if binding is None:
        return None
    fresh = _fresh(table)
    if isinstance(binding.trigger, InputSource):
        fresh = uncover(fresh)
    # A joystick's direction stands for the key that it means here.
    meant = binding.trigger if isinstance(binding.trigger, Command) else item
    return binding.act(fresh, InputEvent(meant, timestamp, draw))


def _binding(table: Table, item: TableInput) -> Binding | None:
    """Return the binding of an input in the table's mode; for a seat's button, that seat's."""
    if isinstance(item, DoneInput):
        return find_for(bindings(table), item)
    trigger = trigger_of(item)
    return None if trigger is None else find(bindings(table), trigger)


def _fresh(table: Table) -> Table:
    """Return the table without messages, because there has been an input."""
    fresh = replace(dismiss(table), reminder=None, handover=None)
    ended = fresh.enrol is not None and fresh.enrol.over
    return with_console(fresh, cover=None) if ended else fresh


def _after(before: Table, done: Table, item: TableInput, timestamp: Timestamp, draw: Draw) -> Table:
    """Return the table with automatic consequences of an input, such as the end of a turn."""
    after = go_on_entering(before, reopen_corrections(before, done, timestamp), timestamp)
    midgame_entry = isinstance(before.choosing, MidgameEntry)
    over = after if midgame_entry else end_settled_turn(before, after, timestamp, draw)
    handover = handover_from(before, over, timestamp, by_itself=over is not after)
    handover = handover or delayed_handover(before, over, timestamp)
    after = replace(over, handover=handover, assumption=_assumption(before, over, item))
    if after.notice is not None and after.notice.refused:
        after = replace(after, refusal=after.notice)
    new = after.entries[len(before.entries) :]
    # A list would hide a pause that has just begun.
    opens = bool(new) and new[-1].kind is not EntryKind.PAUSE
    if opens and isinstance(item, Command | TagInput):
        after = open_chance_list(before, after)
    return after


def _set(console: Console, item: LanguageInput | DisplayInput) -> Console:
    """Return the displays with new settings; an unknown language changes nothing."""
    if isinstance(item, DisplayInput):
        return apply_input(console, item)
    is_offered = item.language in console.languages
    return replace(console, language=item.language) if is_offered else console


def _is_void(table: Table, item: TableInput, timestamp: Timestamp) -> bool:
    """Return whether an input is ignored: its seat may not act, or it is too early."""
    late = isinstance(item, ActionInput) and not _may_take(table, item)
    found = find(bindings(table), item) if isinstance(item, Command) and item in WAYS else None
    acts = found is not None and not is_nudged(found)
    return late or too_soon(table, item, timestamp, acts=acts)


def _may_take(table: Table, item: ActionInput) -> bool:
    """Return whether an action has no particular seat, or one that may take it now."""
    seat, game, state = item.seat, table.game, table.state
    if seat is None or item.action in legal(game, state, seat):
        return True
    return item.action in game.out_of_turn(state, seat)


_TAKES_AWAY: Final = frozenset({EntryKind.UNDO, EntryKind.EDIT})
"""The kinds of entries after which a step that was taken for granted may not count any more."""


def _assumption(before: Table, after: Table, item: TableInput) -> Assumption | None:
    """Return the assumption, which persists under a list or message."""
    if after.is_over:
        return None
    new = after.entries[len(before.entries) :]
    if any(entry.kind in PLAYED for entry in new):
        return assumption_from(before, after, item)
    if any(entry.kind in _TAKES_AWAY for entry in new):
        return None if after.assumption is before.assumption else after.assumption
    return before.assumption if after.cursor is not None or after.notice is not None else None


def _reminded(table: Table) -> Table:
    """Return the table with its reminder: displays show it as a line beside the clock.

    While its log is repaired, the table is not idle.
    """
    if table.is_over or table.clocks.paused or is_log_repaired(table):
        return table
    return replace(table, reminder=_due(table))


def _due(table: Table) -> Text:
    """Return the reminder, the next task, or the next prompt."""
    todo = (*table.game.due(table.state), *(task.what for task in table.tasks))
    seat = table.game.current_player(table.state)
    return todo[0] if todo else table.game.prompt(table.state, seat)
