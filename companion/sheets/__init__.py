"""Sheets: games of which the box knows turns, rounds and points, and no other rule.

A sheet is a page of YAML. It is compiled into a plan, by which one set of rules plays every sheet.
"""

from typing import Any


def __getattr__(name: str) -> Any:  # noqa: ANN401 - a module attribute
    """Return the game of the open table, whose rules are imported when somebody plays it.

    The entry point names this package, as its manifest is here.
    """
    if name != "GAME":
        raise AttributeError(name)
    from companion.sheets.open_table import GAME

    return GAME
