"""Layout of a grid of letters on the panel, with the choice that the name is done beside it."""

from typing import Final

import msgspec

from companion.display.painter.primitives import COLUMN, LINE, Rect, TextLabel, shorten
from companion.table.screens.line_breaks import lines_of
from companion.table.screens.screen import LetterGrid

_DONE: Final = 7
"""Columns of the choice beside the letters."""
_GAP: Final = 3
"""Pixels between the letters and the line beside them, and behind it."""
_WIDEST: Final = 3 * LINE
"""Pixels of a letter's cell at most: further apart, letters do not look like one grid."""


class LetterLayout(msgspec.Struct, frozen=True):
    """Texts, the bar beside the letters, and the part under the cursor, to be inverted."""

    labels: tuple[TextLabel, ...]
    bars: tuple[Rect, ...]
    inverted: tuple[Rect, ...]


def lay_out_letters(grid: LetterGrid, size: tuple[int, int]) -> LetterLayout:
    """Return the letters between title and bottom line; a low panel shows rows at the cursor."""
    width, height = size
    across = max(map(len, grid.rows))
    beside = _DONE * COLUMN + _GAP
    cell = min(_WIDEST, (width - beside) // across)
    count = height // LINE - 2
    first = max(0, min(grid.row - (count - 1) // 2, len(grid.rows) - count))
    shown = grid.rows[first : first + count]
    labels = [
        TextLabel(letter, letter, x * cell + (cell - COLUMN + 1) // 2, y * LINE)
        for y, row in enumerate(shown, start=1)
        for x, letter in enumerate(row)
    ]
    bottom, edge = (count + 1) * LINE - 1, across * cell + 1
    left = edge + _GAP
    top = (grid.row - first + 1) * LINE
    if grid.is_done:
        marked = Rect(left, LINE, width - 1, bottom)
    elif grid.column is None:
        marked = Rect(0, top, across * cell - 1, top + LINE - 1)
    else:
        marked = Rect(grid.column * cell, top, (grid.column + 1) * cell - 1, top + LINE - 1)
    return LetterLayout(
        (*labels, *_done(grid, left, width, count)),
        (Rect(edge, LINE, edge, bottom),) if grid.done else (),
        (marked,),
    )


def _done(grid: LetterGrid, left: int, width: int, count: int) -> list[TextLabel]:
    """Return the words of the choice in the middle of the room beside the letters.

    The key that is held for it is below them, where there is room.
    """
    columns = (width - left) // COLUMN
    lines = lines_of(grid.done, columns)[:count]
    held = lines_of(grid.held, columns) if grid.held else []
    apart = [*lines, "", *held] if held else lines
    lines = next((each for each in (apart, [*lines, *held]) if len(each) <= count), lines)
    above = (count - len(lines)) // 2 + 1
    return [
        TextLabel(
            line,
            shorten(line, columns),
            left + (width - left - len(line) * COLUMN + 1) // 2,
            (above + number) * LINE,
        )
        for number, line in enumerate(lines)
    ]
