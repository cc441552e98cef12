"""The largest number of shapes that fit on a set of spaces without sharing one.

Exact, not greedy (IC-Q-EQUILIBRIUM-2, IC-Q-STRUCTURE-2): the first space, in reading order, is
either left out or covered by one of the shapes that begin there, and the best of these choices
is taken, remembered by the set of spaces that are left. With 15 cubes there are at most 2^15
such sets; in practice a few dozen.
"""

from collections.abc import Iterable, Sequence
from typing import TypeAlias

Point: TypeAlias = tuple[int, int]
Shape: TypeAlias = tuple[Point, ...]
"""Offsets (column, row) from the shape's first point in reading order, itself included."""

SQUARE: Shape = ((0, 0), (1, 0), (0, 1), (1, 1))
LINES: tuple[Shape, ...] = (((0, 0), (1, 0), (2, 0)), ((0, 0), (0, 1), (0, 2)))


def pack(points: Iterable[Point], shapes: Sequence[Shape]) -> tuple[tuple[Point, ...], ...]:
    """Return a largest set of disjoint shapes on ``points``, always the same one for a set."""
    best: dict[frozenset[Point], tuple[tuple[Point, ...], ...]] = {frozenset(): ()}

    def solve(left: frozenset[Point]) -> tuple[tuple[Point, ...], ...]:
        if left in best:
            return best[left]
        x, y = first = min(left, key=lambda point: (point[1], point[0]))
        found: tuple[tuple[Point, ...], ...] = ()
        for shape in shapes:
            placed = tuple((x + dx, y + dy) for dx, dy in shape)
            if left.issuperset(placed):
                found = max(found, (placed, *solve(left.difference(placed))), key=len)
        found = max(found, solve(left - {first}), key=len)
        best[left] = found
        return found

    return solve(frozenset(points))
