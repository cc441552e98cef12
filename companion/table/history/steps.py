"""Plays an entry of the log on a table: state, clocks, and tasks of a step."""

from typing import Any

from msgspec.structs import replace

from companion.engine.game import CHANCE, Action, Setup, Step
from companion.engine.log import (
    Entry,
    EntryKind,
)
from companion.engine.rules import AnyGame
from companion.table.clocks import time_control
from companion.table.clocks.time_control import Clocks, control_of
from companion.table.level_change import is_entering
from companion.table.log.automatic_steps import is_automatic_end
from companion.table.log.log_step import LogStep
from companion.table.narrowing.candidates import legal
from companion.table.narrowing.chance import is_drawn
from companion.table.narrowing.intent import Selection, constraints, narrow
from companion.table.state import (
    ActionChoice,
    GameProgress,
    Table,
    Task,
)
from companion.table.task import (
    by_seat,
    tasks_after,
)


def first_clocks(game: AnyGame, setup: Setup, state: Any) -> Clocks:  # noqa: ANN401 - a game's
    """Return the clocks at the start of a game: those of who is awaited then are running."""
    clocks = time_control.start(control_of(setup.clock), len(setup.players))
    return clocks_for(game, state, clocks)


def clocks_for(game: AnyGame, state: Any, clocks: Clocks) -> Clocks:  # noqa: ANN401 - a game's
    """Return the clocks with the turns of a state; during a draw, turns go on."""
    turns = game.untimed(state)
    awaited = game.awaited(state) if turns is None else turns
    seats = clocks.running if awaited == (CHANCE,) else awaited
    gone = game.gone(state)
    return time_control.hand_over(clocks, clocks.at, seats, gone, untimed=turns is not None)


def with_step(table: Table, action: Action, entry: Entry, before: Clocks) -> Table:
    """Return the table after a step, given the clocks before it."""
    game = table.game
    step = game.apply_action(table.state, action)
    moved = not is_added(table, action, entry)
    lays_out = table.laying and not moved
    going = before if lays_out else time_control.resume(before, entry.clock)
    entering = is_entering(table)
    todo = () if entering else _todo(table, action, step, _owner(table, entry))
    kept = _kept(game, step.state, action)
    owed = () if table.laying else table.tasks
    is_move = moved and not _is_turn_over(table, action, entry)
    laid = table.laying or (entry.kind is EntryKind.CHANCE and (moved or not has_begun(table)))
    new = () if laid else todo
    done = LogStep(entry, table.state, before, action, step, owed, entering, new, is_move)
    return replace(
        table,
        state=step.state,
        clocks=clocks_for(game, step.state, time_control.settle(going, entry.clock)),
        steps=(*table.steps, done),
        events=(*table.events, *step.events),
        progress=table.progress if lays_out or table.stopped else GameProgress.PLAYING,
        choosing=ActionChoice(kept, 0 if kept else None),
        tasks=by_seat((*(() if is_move else table.tasks), *todo)),
    )


def _todo(table: Table, action: Action, step: Step[Any], owner: int | None) -> tuple[Task, ...]:
    """Return the tasks of an action."""
    game, before = table.game, table.state
    todo = game.instructions(before, action, step)
    if not todo:
        return ()
    states = () if owner is None else (before, *game.instruction_states(before, action, step))
    return tasks_after(game, step.state, action, owner, todo, states=states)


def _is_turn_over(table: Table, action: Action, entry: Entry) -> bool:
    """Return whether an entry only ends a turn that was over anyway, so that its tasks remain.

    Any other move implies that the tasks are done.
    """
    ends = isinstance(action, table.game.turn_ends)
    last = table.steps[-1] if ends and table.steps else None
    return is_automatic_end(table.game, last, table.state, entry)


def _owner(table: Table, entry: Entry) -> int | None:
    """Return the seat that owes an entry's tasks at the table, if they name none.

    Tasks from chance belong to the last player who acted; those of the setup to all.
    """
    if entry.actor >= 0:
        return entry.actor
    actors = (log_step.entry.actor for log_step in reversed(table.steps))
    return next((actor for actor in actors if actor >= 0), None)


def _kept(game: AnyGame, state: Any, action: Action) -> Selection:  # noqa: ANN401 - a game's
    """Return the selection kept on the box, so that a player can continue without being named."""
    kept = constraints({field: getattr(action, field) for field in action.stays})
    seats = game.awaited(state) if kept else ()
    following = (option for seat in seats for option in legal(game, state, seat))
    return kept if kept and narrow(following, kept) else ()


def has_begun(table: Table) -> bool:
    """Return whether a player has moved, apart from the box's draws and corrections."""
    return not all(is_added(table, log_step.action, log_step.entry) for log_step in table.steps)


def is_added(table: Table, action: Action, entry: Entry) -> bool:
    """Return whether an entry is not a player's move but a draw by the box or a correction."""
    return entry.kind is EntryKind.CORRECTION or is_drawn(action, entry.kind, table.enter)
