"""Bindings shared by all lists over the game."""

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
    """Close the cover of the game."""
    return with_console(table, cover=None)


def open_menu(table: Table, _: InputEvent) -> Table:
    """Open the menu."""
    return with_console(table, cover=Menu())


def list_bindings(
    word: str, chosen: Act, moved: Callable[[Table, int], Cover], back: Act = close_cover
) -> tuple[Binding, ...]:
    """Return the bindings in a list: *confirm* is labelled ``word``, *back* closes the list.

    ``moved`` returns the cover of the game after a movement of the cursor by some lines.
    """
    steps = {Command.NEXT: "next", Command.PREVIOUS: "previous"}
    return (
        Binding(Command.CONFIRM, label(word), chosen),
        Binding(Command.BACK, label("back"), back, nudged=True),
        *(
            Binding(key, label(name), partial(_moved, moved=moved, by=STEPS[key]), shown=False)
            for key, name in steps.items()
        ),
        Binding(Command.MENU, label("close"), back),
    )


def _moved(table: Table, _: InputEvent, *, moved: Callable[[Table, int], Cover], by: int) -> Table:
    return with_console(table, cover=moved(table, by))
