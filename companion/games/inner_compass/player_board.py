"""The player board: squares, lines, and the squares that a cube may come from.

Squares are named ``r1c1`` to ``r3c5`` (row from the top, column from the left).
"""

from collections.abc import Collection, Iterator, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import TypeAlias

import msgspec

Layout: TypeAlias = tuple[str, ...]
"""The rows of a player board, top first, each a string of colour letters."""


class PlayerBoard(msgspec.Struct, frozen=True):
    """Everything that follows from a player board's layout. Squares are in reading order."""

    layout: Layout
    colour: Mapping[str, str]
    of_colour: Mapping[str, tuple[str, ...]]
    """The squares of each colour."""
    lines: Mapping[str, frozenset[str]]
    """The squares of each line: first the rows, ``row1`` and so on, then the columns, ``col1``."""
    fewest: tuple[int, ...]
    """The fewest cubes that must be gone, by the number of cleared lines."""
    most: tuple[int, ...]
    """The most cubes that can be gone, by the number of cleared lines (IC-R28)."""

    def sources(self, removed: Collection[str], colour: str) -> tuple[str, ...]:
        """Return the squares that a cube of a ``colour`` memory may come from.

        These are the squares of the colour that have a cube, or if there are none, all that have
        one (IC-IMPRINT-4, IC-IMPRINT-5, IC-R18). Colours belong to squares, not cubes (IC-R48).
        """
        left = [square for square in self.colour if square not in removed]
        return tuple([square for square in left if self.colour[square] == colour] or left)

    def by_colour(self, removed: tuple[str, ...]) -> Mapping[str, tuple[str, ...]]:
        """Return the ``sources`` for a memory of each colour."""
        return _by_colour(self.layout, removed)

    def cleared(self, removed: Collection[str]) -> tuple[str, ...]:
        """Return the lines without a cube, rows first."""
        gone = frozenset(removed)
        return tuple(name for name, squares in self.lines.items() if squares <= gone)

    def cleared_by(self, removed: Collection[str], square: str) -> tuple[str, ...]:
        """Return the lines that taking the cube of ``square`` clears (IC-VALUE-4)."""
        gone = frozenset((*removed, square))
        lines = self.lines.items()
        return tuple([name for name, squares in lines if square in squares and squares <= gone])


@lru_cache(maxsize=16)
def player_board(layout: Layout) -> PlayerBoard:
    """Return the player board with a layout."""
    height, width = len(layout), len(layout[0])
    colour = {f"r{y + 1}c{x + 1}": layout[y][x] for y in range(height) for x in range(width)}
    rows = {
        f"row{y}": frozenset(f"r{y}c{x}" for x in range(1, width + 1)) for y in range(1, height + 1)
    }
    columns = {
        f"col{x}": frozenset(f"r{y}c{x}" for y in range(1, height + 1)) for x in range(1, width + 1)
    }
    counts = range(height + width + 1)
    return PlayerBoard(
        layout=layout,
        colour=MappingProxyType(colour),
        of_colour=MappingProxyType(
            {each: tuple(at for at in colour if colour[at] == each) for each in colour.values()}
        ),
        lines=MappingProxyType(rows | columns),
        fewest=tuple(_fewest(height, width, lines) for lines in counts),
        most=tuple(_most(height, width, lines) for lines in counts),
    )


@lru_cache(maxsize=64)
def _by_colour(layout: Layout, removed: tuple[str, ...]) -> Mapping[str, tuple[str, ...]]:
    """Return the sources for a memory of each colour: they are listed, and then checked."""
    found = _left(layout, removed)
    if all(found.values()):
        return found
    board = player_board(layout)
    left = tuple([square for square in board.colour if square not in removed])
    return {colour: squares or left for colour, squares in found.items()}


@lru_cache(maxsize=64)
def _left(layout: Layout, removed: tuple[str, ...]) -> Mapping[str, tuple[str, ...]]:
    """Return the squares of each colour that have a cube, from those with one cube more."""
    board = player_board(layout)
    if not removed:
        return board.of_colour
    *before, last = removed
    left, colour = _left(layout, tuple(before)), board.colour[last]
    return {**left, colour: tuple([square for square in left[colour] if square != last])}


def _splits(height: int, width: int, lines: int) -> Iterator[tuple[int, int]]:
    """Yield the numbers of rows and columns that can add up to ``lines``."""
    for rows in range(min(lines, height) + 1):
        if lines - rows <= width:
            yield rows, lines - rows


def _fewest(height: int, width: int, lines: int) -> int:
    splits = _splits(height, width, lines)
    return min(rows * width + columns * height - rows * columns for rows, columns in splits)


def _most(height: int, width: int, lines: int) -> int:
    """Return how many cubes may be gone while every other line keeps one; one can keep two."""
    kept = [
        max(height - rows, width - columns)
        for rows, columns in _splits(height, width, lines)
        if rows < height and columns < width
    ]
    return height * width - min(kept, default=0)


def row_of(square: str) -> int:
    """Return the row of a square, counted from 1 at the top."""
    return int(square[1 : square.index("c")])
