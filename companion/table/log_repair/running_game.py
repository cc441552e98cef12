"""The running game, as players see it while its log is being repaired at the box."""

from typing import Final

from msgspec.structs import replace

from companion.engine.text import text
from companion.table.mode import RepairPage
from companion.table.state import Notice, StepChange, Table, beneath_message, notify

WAITING: Final = Notice(text("log.waiting"), refused=False)
"""The message of who would play meanwhile."""


def running_game(table: Table) -> Table:
    """Return the table with the position of the game, also while a step of its log is changed.

    Its displays and clocks stay those of the table.
    """
    change = table.choosing
    if not isinstance(change, StepChange):
        return table
    return replace(change.original, clocks=table.clocks, console=table.console)


def is_log_repaired(table: Table) -> bool:
    """Return whether a repair of the log is in progress, during which nothing may be played."""
    return isinstance(table.choosing, StepChange) or isinstance(beneath_message(table), RepairPage)


def say_waiting(table: Table) -> Table:
    """Tell who would play that the game waits for the repair of its log."""
    return notify(table, WAITING)
