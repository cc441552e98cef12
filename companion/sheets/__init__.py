"""Sheets: games of which the box only knows turns, rounds and points.

A sheet is a page of YAML. It is compiled into a plan, which one set of rules executes for every
sheet.
"""

from typing import Any


def __getattr__(name: str) -> Any:  # noqa: ANN401 - a module attribute
    """Return the game of the open table, whose rules are imported on first use.

    The entry point names this package, as its manifest is here.
    """
    if name != "GAME":
        raise AttributeError(name)
    from companion.sheets.open_table import GAME

    return GAME
