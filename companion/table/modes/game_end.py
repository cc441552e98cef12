"""Mode of a finished game: result, pages, and the next game."""

from functools import partial

from companion.table.binding import Binding, InputEvent, label
from companion.table.command import Command
from companion.table.mode import GameEnd
from companion.table.modes.common_bindings import (
    LEAVE,
    NEXT_GAME,
    repaired_since,
    undo,
)
from companion.table.modes.lists import open_menu
from companion.table.modes.topic_pages import shows_points, why
from companion.table.state import (
    SheetRules,
    Table,
    with_choosing,
    with_console,
)


def bindings(table: Table, _: GameEnd) -> tuple[Binding, ...]:
    """Return the bindings after the end of a game, by its rules or early."""
    rules = Binding(Command.CONFIRM, label("rules"), _rules)
    goes_on = table.stopped and not repaired_since(table)
    return (
        Binding(Command.NEXT, label("next"), partial(_turned, step=1)),
        *((rules,) if shows_points(table) else ()),
        Binding(Command.PREVIOUS, label("previous"), partial(_turned, step=-1), shown=False),
        *NEXT_GAME,
        Binding(Command.UNDO, label("go_on" if goes_on else "undo"), undo),
        Binding(Command.WHY, label("next"), why),
        Binding(Command.MENU, label("menu"), open_menu),
        LEAVE,
    )


def _turned(table: Table, _: InputEvent, *, step: int) -> Table:
    return with_choosing(table, cursor=(table.cursor or 0) + step)


def _rules(table: Table, _: InputEvent) -> Table:
    return with_console(table, cover=SheetRules())
