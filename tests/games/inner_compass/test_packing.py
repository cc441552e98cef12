"""The largest packings, compared with those of an independent search."""

import random
from itertools import combinations

import pytest

from companion.games.inner_compass.packing import LINES, SQUARE, Point, Shape, pack

CORPUS = 800
"""Random sets of up to 15 cubes, dense enough for shapes to compete."""


def cube_sets(seed: int) -> list[set[Point]]:
    source = random.Random(seed)
    sets = []
    for _ in range(CORPUS):
        side = source.choice([3, 4, 5, 6])
        board = [(x, y) for x in range(side) for y in range(side)]
        sets.append(set(source.sample(board, source.randint(0, min(15, len(board))))))
    return sets


def largest(cubes: set[Point], sizes: list[tuple[int, int]]) -> int:
    """Try every set of rectangles, largest first, and return the size of the first that fits."""
    rectangles = [
        {(x + dx, y + dy) for dx in range(width) for dy in range(height)}
        for width, height in sizes
        for x, y in cubes
    ]
    rectangles = [shape for shape in rectangles if shape <= cubes]
    for count in range(len(cubes) // 3, 0, -1):
        for chosen in combinations(rectangles, count):
            if len(set().union(*chosen)) == sum(map(len, chosen)):
                return count
    return 0


@pytest.mark.parametrize(
    ("shapes", "sizes"),
    [
        pytest.param((SQUARE,), [(2, 2)], id="squares: IC-Q-EQUILIBRIUM-2"),
        pytest.param(LINES, [(3, 1), (1, 3)], id="lines: IC-Q-STRUCTURE-2"),
    ],
)
def test_as_many_as_trying_everything_finds(
    shapes: tuple[Shape, ...], sizes: list[tuple[int, int]]
) -> None:
    counts = set()
    for cubes in cube_sets(seed=4):
        packed = pack(cubes, shapes)
        assert len(packed) == largest(cubes, sizes)
        assert {len(shape) for shape in packed} <= {len(shape) for shape in shapes}
        used = [point for shape in packed for point in shape]
        assert len(set(used)) == len(used)
        assert set(used) <= cubes
        counts.add(len(packed))
    assert counts == set(range(4 if shapes == (SQUARE,) else 6))


def test_squares_that_a_scan_in_reading_order_misses() -> None:
    """The square at (1, 0) comes first and blocks the two that fit (IC-Q-EQUILIBRIUM-2)."""
    cubes = {(1, 0), (2, 0), (0, 1), (1, 1), (2, 1), (3, 1), (0, 2), (1, 2), (2, 2), (3, 2)}
    assert len(pack(cubes, (SQUARE,))) == 2


def test_a_full_board_is_packed_at_once() -> None:
    full = [(x, y) for x in range(6) for y in range(6)]
    assert len(pack(full, (SQUARE,))) == 9
    assert len(pack(full, LINES)) == 12


def test_the_same_cubes_in_any_order_are_packed_alike() -> None:
    source = random.Random(5)
    for cubes in cube_sets(seed=6)[:100]:
        order = source.sample(sorted(cubes), len(cubes))
        assert pack(order, LINES) == pack(sorted(cubes), LINES)
