"""Mode in which a drawn setup is laid out; a key or the piece's tag confirms each task."""

from companion.engine.log import EntryKind
from companion.engine.text import text
from companion.table.binding import (
    Binding,
    InputEvent,
    InputSource,
    label,
)
from companion.table.command import Command
from companion.table.inputs import TagInput
from companion.table.ledger import note, tick_off
from companion.table.mode import SetupLayout
from companion.table.modes.common_bindings import LEAVE
from companion.table.modes.lists import open_menu
from companion.table.modes.topic_pages import why
from companion.table.narrowing.intent import values
from companion.table.state import Notice, Table, notify


def bindings(_: Table, __: SetupLayout) -> tuple[Binding, ...]:
    """Return the bindings while the setup is laid out."""
    return (
        Binding(Command.CONFIRM, label("laid"), _laid),
        Binding(Command.BACK, label("all_laid"), _all_laid),
        Binding(InputSource.SEAT, label("laid"), _laid),
        Binding(InputSource.TAG, label("laid"), _tag),
        Binding(Command.MENU, label("menu"), open_menu),
        Binding(Command.WHY, label("why"), why),
        LEAVE,
    )


def _laid(table: Table, press: InputEvent) -> Table:
    return _left(table, 1, press)


def _all_laid(table: Table, press: InputEvent) -> Table:
    return _left(table, len(table.tasks), press)


def _tag(table: Table, press: InputEvent) -> Table:
    """Confirm a task by its piece; other pieces have to wait."""
    piece = press.item.piece if isinstance(press.item, TagInput) else None
    fields = values(table.tasks[0].action)
    selects = () if piece is None else piece.selects
    if not any(select.items() <= fields.items() for select in selects):
        return notify(table, Notice(text("table.lay_first", what=table.tasks[0].what)))
    return _laid(table, press)


def _left(table: Table, laid: int, press: InputEvent) -> Table:
    """Continue with the remaining tasks; the game starts after the last."""
    if laid < len(table.tasks):
        return tick_off(table, laid, press.timestamp)
    return note(table, EntryKind.RESUME, press.timestamp)
