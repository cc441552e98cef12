"""Mode of pending tasks, ticked off one by one under the name of the seat.

*Confirm* ticks off one task, the button of the seat all of them; other seats' buttons only show
them. *Back* ticks off all, and takes a next step without a choice, such as the end of a turn; the
bottom line says so.
"""

from functools import partial

from companion.engine.game import Action
from companion.table.binding import (
    Binding,
    InputEvent,
    InputSource,
    label,
)
from companion.table.choosing.choosing import is_plain
from companion.table.choosing.handover import TurnEnd, ends_turn, turn_end
from companion.table.command import Command
from companion.table.history.entries import tick_off
from companion.table.mode import TableTasks
from companion.table.modes import turn
from companion.table.modes.common_bindings import common_bindings
from companion.table.state import Table, Task


def bindings(table: Table, _: TableTasks) -> tuple[Binding, ...]:
    """Return the bindings while tasks are listed; a list or a board opens above them."""
    return (
        Binding(Command.CONFIRM, label("task_done"), _first_done),
        _back(table),
        Binding(InputSource.SEAT, label("all_done"), _all_done, seats=_concerned(table)),
        *(() if table.is_over else (turn.asking(),)),
        *turn.opening(table),
        *common_bindings(table),
    )


def listed_tasks(table: Table) -> tuple[Task, ...]:
    """Return the displayed tasks: those of the first seat with tasks."""
    return tuple(task for task in table.tasks if task.seat == table.tasks[0].seat)


def _back(table: Table) -> Binding:
    """Return the binding of *back*: tick off all, and take the next step if it is the only one."""
    step = _next_step(table)
    if step is None:
        return Binding(Command.BACK, label("all_done"), _all_done)
    end = turn_end(table, step)
    words = TurnEnd.SAID if end is TurnEnd.CERTAIN else end or "go_on"
    act = partial(turn.play_action, action=step)
    return Binding(Command.BACK, label(words), act, ends_turn=end is not None)


def _next_step(table: Table) -> Action | None:
    """Return the action that *back* takes once all tasks are done: one without a choice.

    There is none where a player has to decide, except to end their own turn, and none while another
    player has tasks: under the name of one player, no key acts for another.
    """
    current = table.game.current_player(table.state)
    first = next(iter(table.choices), None)
    others = {task.seat for task in table.tasks} - {None, current}
    if others or first is None or first.action is None or not is_plain(first):
        return None
    own_end = ends_turn(table, first.action) and table.tasks[0].seat == current
    only = len(table.choices) == 1 and current >= 0
    return first.action if own_end or only else None


def _first_done(table: Table, press: InputEvent) -> Table:
    return tick_off(table, 1, press.timestamp)


def _all_done(table: Table, press: InputEvent) -> Table:
    return tick_off(table, len(listed_tasks(table)), press.timestamp)


def _concerned(table: Table) -> frozenset[int] | None:
    """Return the seats whose button ticks off the listed tasks; ``None`` for all seats."""
    seats = {table.tasks[0].seat, table.game.current_player(table.state)}
    return frozenset(seat for seat in seats if seat is not None and seat >= 0) or None
