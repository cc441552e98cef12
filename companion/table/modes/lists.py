"""Bindings that all lists over the game share."""

from collections.abc import Callable
from functools import partial

from companion.table.binding import (
    Act,
    Binding,
    InputEvent,
    label,
)
from companion.table.command import STEPS, Command
from companion.table.state import (
    Cover,
    Menu,
    Table,
    with_console,
)


def close_cover(table: Table, _: InputEvent) -> Table:
    """Close whatever covers the game."""
    return with_console(table, cover=None)


def open_menu(table: Table, _: InputEvent) -> Table:
    """Open the menu."""
    return with_console(table, cover=Menu())


def list_bindings(
    word: str, chosen: Act, moved: Callable[[Table, int], Cover], back: Act = close_cover
) -> tuple[Binding, ...]:
    """Return what keys do in a list: *confirm* takes what the ``word`` says, *back* closes it.

    ``moved`` returns what covers the game after the cursor was moved by so many lines.
    """
    steps = {Command.NEXT: "next", Command.PREVIOUS: "previous"}
    return (
        Binding(Command.CONFIRM, label(word), chosen),
        Binding(Command.BACK, label("back"), back),
        *(
            Binding(key, label(name), partial(_moved, moved=moved, by=STEPS[key]), shown=False)
            for key, name in steps.items()
        ),
        Binding(Command.MENU, label("close"), back),
    )


def _moved(table: Table, _: InputEvent, *, moved: Callable[[Table, int], Cover], by: int) -> Table:
    return with_console(table, cover=moved(table, by))
