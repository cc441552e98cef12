"""Layout of a text at the left end of a line and a value at its right end."""

from collections.abc import Iterator
from typing import Final

from companion.display.painter.primitives import COLUMN, TextLabel, shorten
from companion.table.screens.screen import ends_in_clock

BEGINNING: Final = 3
"""Columns that a text beside a value has at least: two letters and an ellipsis."""
CLOCK: Final = 6
"""Columns of a value that is always whole."""


def fits_beside(text: str, value: str, columns: int) -> bool:
    """Return whether a text and a value are both whole on one line."""
    return len(text) + len(value) + bool(text and value) <= columns


def ends(text: str, value: str, x: int, y: int, right: int) -> Iterator[TextLabel]:
    """Yield a text on the left and a value on the right; the value takes precedence.

    Unless it is as short as a clock, it leaves room for the beginning of a text that would
    otherwise be hidden.
    """
    columns = (right - x) // COLUMN
    vanishes = text and len(value) > max(CLOCK, columns - 2)
    kept = _before_clock(value, columns - (min(len(text), BEGINNING) + 1 if vanishes else 0))
    if value:
        yield TextLabel(value, kept, right - len(kept) * COLUMN, y)
        columns -= len(kept) + 1
    if text:
        yield TextLabel(text, shorten(text, columns), x, y)


def _before_clock(value: str, columns: int) -> str:
    """Return a value in a number of columns: what precedes a clock is cut, not the clock."""
    name, _, clock = value.rpartition(" ")
    left = columns - len(clock) - 1
    if len(value) <= columns or left <= 1 or not ends_in_clock(value):
        return shorten(value, columns)
    return f"{shorten(name, left)} {clock}"
