"""Mode in which a drawn setup is laid out; a key, a seat or the piece's tag confirms each task.

*Confirm* ticks off the task on the panel, the button of a seat the next one of its player, a tag
the one that names its piece: people do their tasks in parallel.
"""

from companion.engine.game import Piece
from companion.engine.log import EntryKind
from companion.engine.text import text
from companion.table.binding import (
    Binding,
    InputEvent,
    InputSource,
    label,
)
from companion.table.command import Command
from companion.table.history.entries import note, tick_off, tick_off_task
from companion.table.inputs import DoneInput, TagInput
from companion.table.mode import SetupLayout
from companion.table.modes.common_bindings import LEAVE
from companion.table.modes.lists import open_menu
from companion.table.modes.topic_pages import why
from companion.table.narrowing.intent import values
from companion.table.state import Notice, Table, Task, notify


def bindings(table: Table, _: SetupLayout) -> tuple[Binding, ...]:
    """Return the bindings while the setup is laid out."""
    return (
        Binding(Command.CONFIRM, label("laid"), _laid),
        Binding(Command.BACK, label("all_laid"), _all_laid),
        *_seats(table),
        Binding(InputSource.TAG, label("laid"), _tag),
        Binding(Command.MENU, label("menu"), open_menu),
        Binding(Command.WHY, label("why"), why),
        LEAVE,
    )


def _seats(table: Table) -> tuple[Binding, ...]:
    """Return the bindings of the seats: those that owe a task tick off their own.

    The others help with the task on the panel, as a player may have no button.
    """
    owners = frozenset(task.seat for task in table.tasks if task.seat is not None)
    if not owners:
        return (Binding(InputSource.SEAT, label("laid"), _laid),)
    others = frozenset(range(len(table.setup.players))) - owners
    return (
        Binding(InputSource.SEAT, label("own_laid"), _own_laid, seats=owners),
        Binding(InputSource.SEAT, label("laid"), _laid, seats=others, shown=False),
    )


def _laid(table: Table, press: InputEvent) -> Table:
    return _left(table, 1, press)


def _own_laid(table: Table, press: InputEvent) -> Table:
    """Confirm the next task of the player whose button is pressed."""
    seat = press.item.seat if isinstance(press.item, DoneInput) else None
    own = next((task for task in table.tasks if task.seat == seat), None)
    return table if own is None else tick_off_task(table, own.number, press.timestamp)


def _all_laid(table: Table, press: InputEvent) -> Table:
    return _left(table, len(table.tasks), press)


def _tag(table: Table, press: InputEvent) -> Table:
    """Confirm the first task that names a piece; a piece of no task is refused."""
    piece = press.item.piece if isinstance(press.item, TagInput) else None
    named = (each for each in table.tasks if piece is not None and _names(each, piece))
    found = next(named, None)
    if found is None:
        return notify(table, Notice(text("table.lay_first", what=table.tasks[0].what)))
    return tick_off_task(table, found.number, press.timestamp)


def _names(task: Task, piece: Piece) -> bool:
    """Return whether a task is to lay out a piece."""
    fields = {} if task.action is None else values(task.action)
    return any(select.items() <= fields.items() for select in piece.selects)


def _left(table: Table, laid: int, press: InputEvent) -> Table:
    """Continue with the remaining tasks; the game starts after the last."""
    if laid < len(table.tasks):
        return tick_off(table, laid, press.timestamp)
    return note(table, EntryKind.RESUME, press.timestamp)
