"""The largest number of shapes that fit on a set of spaces without sharing one.

The result is exact, not greedy (IC-Q-EQUILIBRIUM-2, IC-Q-STRUCTURE-2): of the shapes that fit at
all, in reading order, the first is either placed, or left out. The better of these choices is taken
and cached for the remaining shapes. With 15 cubes there are at most a few hundred such choices; in
practice there are none or two.
"""

from collections.abc import Iterable, Sequence
from typing import TypeAlias

Point: TypeAlias = tuple[int, int]
Shape: TypeAlias = tuple[Point, ...]
"""The points of a shape as offsets (column, row) from its first point in reading order."""

SQUARE: Shape = ((0, 0), (1, 0), (0, 1), (1, 1))
LINES: tuple[Shape, ...] = (((0, 0), (1, 0), (2, 0)), ((0, 0), (0, 1), (0, 2)))


def pack(points: Iterable[Point], shapes: Sequence[Shape]) -> tuple[tuple[Point, ...], ...]:
    """Return a largest set of disjoint shapes on ``points``, the same for the same points."""
    there = frozenset(points)
    best: dict[tuple[Shape, ...], tuple[Shape, ...]] = {(): ()}

    def solve(fitting: tuple[Shape, ...]) -> tuple[Shape, ...]:
        if fitting in best:
            return best[fitting]
        first, *others = fitting
        beside = tuple(other for other in others if not set(first).intersection(other))
        largest = max((first, *solve(beside)), solve(tuple(others)), key=len)
        best[fitting] = largest
        return largest

    placed = (
        tuple((x + dx, y + dy) for dx, dy in shape)
        for x, y in sorted(there, key=_reading_order)
        for shape in shapes
    )
    return solve(tuple(shape for shape in placed if there.issuperset(shape)))


def _reading_order(point: Point) -> Point:
    x, y = point
    return y, x
