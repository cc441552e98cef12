"""What people have to do at the table: keys tick it off, under the name of the seat that owes it.

*Confirm* ticks off one task, the button of a seat all of them. *Back* ticks off all, and goes on if
nothing has to be chosen for that, such as the end of a turn; the bottom line says so.
"""

from msgspec.structs import replace

from companion.engine.fold import Draw
from companion.engine.game import Action
from companion.table.choosing import is_plain
from companion.table.command import Command
from companion.table.handover import ends_turn
from companion.table.ledger import take
from companion.table.state import Done, Moment, Table, TableInput, Task


def listed(table: Table) -> tuple[Task, ...]:
    """Return the tasks that displays list: those of the seat whose tasks come first."""
    return tuple(task for task in table.tasks if task.seat == table.tasks[0].seat)


def are_open(table: Table) -> bool:
    """Tell whether keys are for the tasks: nothing covers their list."""
    covered = table.console.cover is not None or table.cursor is not None or table.selection
    return bool(table.tasks) and not covered and not table.laying and not table.is_over


def next_step(table: Table) -> Action | None:
    """Return the action that *back* takes once all is done: one with nothing to choose in it.

    There is none where somebody has a decision to make, except to end their own turn.
    """
    current = table.game.current_player(table.state)
    first = next(iter(table.choices), None)
    if first is None or first.action is None or not is_plain(first):
        return None
    own_end = ends_turn(table, first.action) and table.tasks[0].seat == current
    only = len(table.choices) == 1 and current >= 0
    return first.action if own_end or only else None


def keys_shown(table: Table) -> str:
    """Return the beginning of the key of the text that says what keys do while tasks are listed."""
    step = next_step(table)
    if step is None:
        return "keys.tasks"
    return "keys.tasks_end" if ends_turn(table, step) else "keys.tasks_next"


def ticked_off(table: Table, item: TableInput, moment: Moment, draw: Draw) -> Table | None:
    """Return the table after an input that is about tasks; ``None`` if it is about the game."""
    if not are_open(table):
        return None
    if item is Command.CONFIRM:
        return replace(table, tasks=table.tasks[1:])
    step = next_step(table) if item is Command.BACK else None
    if step is not None:
        return take(table, step, moment, draw)
    concerned = (table.tasks[0].seat, table.game.current_player(table.state))
    if item is Command.BACK or (isinstance(item, Done) and item.seat in concerned):
        return replace(table, tasks=table.tasks[len(listed(table)) :])
    return None
