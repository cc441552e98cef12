"""Mode of the turn log and its repair."""

from functools import partial

from msgspec.structs import replace

from companion.table.binding import Binding, InputEvent
from companion.table.log_repair.pages import back, confirm, rows
from companion.table.mode import LogPage, RepairPreview, StepMove, TurnLog
from companion.table.modes.lists import list_bindings
from companion.table.state import Table


def bindings(_: Table, page: LogPage) -> tuple[Binding, ...]:
    """Return the bindings on a page of the log: nothing changes before its preview is confirmed."""

    def moved(table: Table, by: int) -> LogPage:
        return replace(page, cursor=(page.cursor + by) % rows(table, page))

    chosen, before = partial(_confirmed, page=page), partial(_back, page=page)
    return list_bindings(_word(page), chosen, moved, before)


def _word(page: LogPage) -> str:
    """Return the label of *confirm*."""
    if isinstance(page, RepairPreview):
        return "apply" if page.repair.misfit is None else "decide"
    if isinstance(page, StepMove):
        return "move_here"
    return "change" if isinstance(page, TurnLog) else "take"


def _back(table: Table, _: InputEvent, *, page: LogPage) -> Table:
    return back(table, page)


def _confirmed(table: Table, press: InputEvent, *, page: LogPage) -> Table:
    return confirm(table, page, press)
