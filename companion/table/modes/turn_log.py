"""The log of turns is open, or a repair of it: its steps, what can be done, what that leads to."""

from functools import partial

from msgspec.structs import replace

from companion.table.binding import Binding, Press, label
from companion.table.command import Command
from companion.table.mode import LogPage, RepairPreview, StepMove, TurnLog
from companion.table.repairing import back, confirmed, rows
from companion.table.state import Table, showing


def bindings(_: Table, page: LogPage) -> tuple[Binding, ...]:
    """Return what keys do on a page of the log: nothing changes before its preview is confirmed."""
    return (
        Binding(Command.CONFIRM, label(_word(page)), partial(_confirmed, page=page)),
        Binding(Command.BACK, label("back"), partial(_back, page=page)),
        Binding(Command.NEXT, label("next"), partial(_moved, page=page, by=1), shown=False),
        Binding(
            Command.PREVIOUS, label("previous"), partial(_moved, page=page, by=-1), shown=False
        ),
        Binding(Command.MENU, label("close"), partial(_back, page=page)),
    )


def _word(page: LogPage) -> str:
    """Return the word for what *confirm* does."""
    if isinstance(page, RepairPreview):
        return "apply" if page.repair.misfit is None else "decide"
    if isinstance(page, StepMove):
        return "move_here"
    return "change" if isinstance(page, TurnLog) else "take"


def _moved(table: Table, _: Press, *, page: LogPage, by: int) -> Table:
    return showing(table, cover=replace(page, cursor=(page.cursor + by) % rows(table, page)))


def _back(table: Table, _: Press, *, page: LogPage) -> Table:
    return back(table, page)


def _confirmed(table: Table, press: Press, *, page: LogPage) -> Table:
    return confirmed(table, page, press)
