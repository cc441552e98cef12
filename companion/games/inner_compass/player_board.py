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
    """Derived data of a player board's layout. Squares are in reading order."""

    layout: Layout
    colour: Mapping[str, str]
    of_colour: Mapping[str, tuple[str, ...]]
    """The squares of each colour."""
    lines: Mapping[str, frozenset[str]]
    """The squares of each line: first the rows, ``row1`` and so on, then the columns, ``col1``."""
    lines_of: Mapping[str, tuple[tuple[str, frozenset[str]], ...]]
    """The lines with each square: its row, then its column."""
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

    def is_source(self, removed: Collection[str], colour: str, square: str) -> bool:
        """Return whether ``square``, which has a cube, is one of the ``sources`` for a colour."""
        return self.colour[square] == colour or all(
            same in removed for same in self.of_colour[colour]
        )

    def cleared(self, removed: Collection[str]) -> tuple[str, ...]:
        """Return the lines without a cube, rows first."""
        gone = frozenset(removed)
        return tuple(name for name, squares in self.lines.items() if squares <= gone)

    def cleared_by(self, removed: Collection[str], square: str) -> tuple[str, ...]:
        """Return the lines that taking the cube of ``square`` clears (IC-VALUE-4)."""
        gone = {*removed, square}
        return tuple([name for name, squares in self.lines_of[square] if squares <= gone])


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
    lines = rows | columns
    counts = range(height + width + 1)
    return PlayerBoard(
        layout=layout,
        colour=MappingProxyType(colour),
        of_colour=MappingProxyType(
            {each: tuple(at for at in colour if colour[at] == each) for each in colour.values()}
        ),
        lines=MappingProxyType(lines),
        lines_of=MappingProxyType(
            {
                at: tuple((name, squares) for name, squares in lines.items() if at in squares)
                for at in colour
            }
        ),
        fewest=tuple(_fewest(height, width, count) for count in counts),
        most=tuple(_most(height, width, count) for count in counts),
    )


@lru_cache(maxsize=64)
def _by_colour(layout: Layout, removed: tuple[str, ...]) -> Mapping[str, tuple[str, ...]]:
    """Return the sources for each colour, from those with one cube more."""
    board = player_board(layout)
    if not removed:
        return board.of_colour
    before, last = _by_colour(layout, removed[:-1]), removed[-1]
    sources = {
        colour: tuple([square for square in squares if square != last])
        if last in squares
        else squares
        for colour, squares in before.items()
    }
    emptied = board.colour[last]
    if not sources[emptied]:
        sources[emptied] = tuple([square for square in board.colour if square not in removed])
    return sources


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
