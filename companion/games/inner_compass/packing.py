"""The largest number of shapes that fit on a set of spaces without sharing one.

The result is exact, not greedy (IC-Q-EQUILIBRIUM-2, IC-Q-STRUCTURE-2): the first space, in reading
order, is either left out or covered by one of the shapes that begin there. The best of these
choices is taken and remembered for the set of spaces that are left. With 15 cubes there are at most
2^15 such sets; in practice a few dozen.
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
    best: dict[frozenset[Point], tuple[tuple[Point, ...], ...]] = {frozenset(): ()}

    def solve(left: frozenset[Point]) -> tuple[tuple[Point, ...], ...]:
        if left in best:
            return best[left]
        x, y = first = min(left, key=lambda point: (point[1], point[0]))
        largest: tuple[tuple[Point, ...], ...] = ()
        for shape in shapes:
            placed = tuple((x + dx, y + dy) for dx, dy in shape)
            if left.issuperset(placed):
                largest = max(largest, (placed, *solve(left.difference(placed))), key=len)
        largest = max(largest, solve(left - {first}), key=len)
        best[left] = largest
        return largest

    return solve(frozenset(points))
