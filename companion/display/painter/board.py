"""Where the spaces of a board go: on the left of a panel, between title and footer."""

from collections.abc import Iterator, Mapping
from typing import Final

import msgspec

from companion.display.painter.icons import Pattern
from companion.display.painter.places import LEFT, LINE, Box, PlacedIcon
from companion.engine.diagram import Cell, Diagram

GAP: Final = 3
"""Pixels between the board and the rows next to it."""


class Board(msgspec.Struct, frozen=True):
    """A board's pictures, its inverted parts, and its ``width`` with the gap, in pixels."""

    width: int = 0
    pictures: tuple[PlacedIcon, ...] = ()
    inverted: tuple[Box, ...] = ()


def lay_out_board(
    diagram: Diagram | None, icons: Mapping[str, Pattern], size: tuple[int, int]
) -> Board:
    """Return a board as large as fits; empty if there is none, or on a low panel."""
    if diagram is None or size[1] // LINE < 8:  # noqa: PLR2004 - lines of a panel of 128x64
        return Board()
    room = size[1] - 2 * LINE
    rows = diagram.rows
    edge = room // max(len(rows), *map(len, rows))
    top = LINE + (room - edge * len(rows)) // 2
    cells = [
        (cell, LEFT + edge * x, top + edge * y)
        for y, row in enumerate(rows)
        for x, cell in enumerate(row)
    ]
    return Board(
        width=edge * max(map(len, rows)) + GAP,
        pictures=tuple(
            _centred(icons[cell.icon], x, y, edge) for cell, x, y in cells if cell.icon in icons
        ),
        inverted=tuple(box for cell, x, y in cells for box in _mark(cell, x, y, edge)),
    )


def _centred(pattern: Pattern, x: int, y: int, edge: int) -> PlacedIcon:
    width, height = max(map(len, pattern)), len(pattern)
    return PlacedIcon(pattern, x + (edge - width) // 2, y + (edge - height) // 2)


def _mark(cell: Cell, x: int, y: int, edge: int) -> Iterator[Box]:
    """Yield what is inverted: the whole space under the cursor, or a target's corner pixels."""
    if cell.mark == "cursor":
        yield Box(x, y, x + edge - 1, y + edge - 1)
    elif cell.mark == "target":
        for right in (x, x + edge - 1):
            for bottom in (y, y + edge - 1):
                yield Box(right, bottom, right, bottom)
