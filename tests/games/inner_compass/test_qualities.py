"""The sixteen quality tiles (section 5.1), compared with independent counts."""

import random
from collections.abc import Callable

import pytest

from companion.games.inner_compass.ask.terms import REFERENCE
from companion.games.inner_compass.board import Board, board
from companion.games.inner_compass.qualities import QUALITIES, Quality, quality

PER_CUBE = tuple(range(0, 32, 2))
ON = (0, 2, 5, 9, 14, 20, 20, 20)
TABLES = {
    **dict.fromkeys(("solidarity", "empathy", "candor", "generosity", "friendship"), PER_CUBE),
    **dict.fromkeys(("bravery", "sensitivity", "passion", "joy", "marriage"), ON),
    "solitude": (0, 4, 10, 18, 28),
    "variety": (0, 2, 5, 10, 16),
    "individuality": PER_CUBE,
    "community": (0, 1, 4, 9, 14, 20, 20, 20),
    "equilibrium": (0, 6, 16, 16),
    "structure": (0, 4, 8, 18, 18, 18),
}
"""IC-Q-SOLIDARITY-1, IC-Q-BRAVERY-1, IC-Q-EMPATHY-1, IC-Q-SENSITIVITY-1, IC-Q-CANDOR-1,
IC-Q-PASSION-1, IC-Q-GENEROSITY-1, IC-Q-JOY-1, IC-Q-FRIENDSHIP-1, IC-Q-MARRIAGE-1,
IC-Q-SOLITUDE-1, IC-Q-VARIETY-1, IC-Q-INDIVIDUALITY-1, IC-Q-COMMUNITY-1, IC-Q-EQUILIBRIUM-1,
IC-Q-STRUCTURE-1; nothing for nothing (IC-R31)."""
COLOUR = {
    **dict(
        zip(("solidarity", "empathy", "candor", "generosity", "friendship"), "KBRYW", strict=True)
    ),
    **dict(zip(("bravery", "sensitivity", "passion", "joy", "marriage"), "KBRYW", strict=True)),
}

Cubes = frozenset[tuple[int, int]]
Recount = Callable[[tuple[str, ...], Cubes, Cubes], int]
"""Rows, own cubes and cubes of others as (column, row): how often a tile counts."""


def beside(x: int, y: int) -> list[tuple[int, int]]:
    return [(x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y)]


def near(colour: str) -> Recount:
    def count(rows: tuple[str, ...], own: Cubes, _others: Cubes) -> int:
        size = range(len(rows))
        on = {(x, y) for y in size for x in size if rows[y][x] == colour}
        return sum(1 for cube in own if cube not in on and on & set(beside(*cube)))

    return count


def on(colour: str) -> Recount:
    return lambda rows, own, _others: "".join(rows[y][x] for x, y in own).count(colour)


def solitude(rows: tuple[str, ...], own: Cubes, _others: Cubes) -> int:
    last = len(rows) - 1
    return sum(1 for x, y in own if x in (0, last) and y in (0, last))


def variety(rows: tuple[str, ...], own: Cubes, _others: Cubes) -> int:
    half = len(rows) // 2
    quadrants = [(x // half, y // half) for x, y in own]
    return sum(1 for quadrant in set(quadrants) if quadrants.count(quadrant) >= 2)


def individuality(_rows: tuple[str, ...], own: Cubes, _others: Cubes) -> int:
    """Count clusters by spreading the least cube of each."""
    cluster = {cube: cube for cube in own}
    for _ in own:
        for cube in own:
            cluster[cube] = min(
                cluster[neighbour] for neighbour in [cube, *beside(*cube)] if neighbour in own
            )
    return len(set(cluster.values()))


def community(_rows: tuple[str, ...], own: Cubes, others: Cubes) -> int:
    return len(own & others)


def most(own: Cubes, sizes: list[tuple[int, int]]) -> int:
    """Count disjoint rectangles by trying all combinations."""
    best = 0
    for width, height in sizes:
        for x, y in own:
            shape = frozenset((x + i, y + j) for i in range(width) for j in range(height))
            if shape <= own:
                later = frozenset(cube for cube in own - shape if cube >= min(shape))
                best = max(best, 1 + most(later, sizes))
    return best


RECOUNT: dict[str, Recount] = {
    **{name: near(COLOUR[name]) for name in list(COLOUR)[:5]},
    **{name: on(COLOUR[name]) for name in list(COLOUR)[5:]},
    "solitude": solitude,
    "variety": variety,
    "individuality": individuality,
    "community": community,
    "equilibrium": lambda _rows, own, _others: most(own, [(2, 2)]),
    "structure": lambda _rows, own, _others: most(own, [(3, 1), (1, 3)]),
}


def name(x: int, y: int) -> str:
    return f"{chr(ord('a') + x)}{y + 1}"


@pytest.mark.parametrize("tile", QUALITIES)
def test_every_tile_counts_what_counting_by_hand_gives(tile: str) -> None:
    source = random.Random(tile)
    seen = set()
    for _ in range(150):
        rows = tuple("".join(source.choices("YBKWR", k=6)) for _ in range(6))
        spaces = [(x, y) for x in range(6) for y in range(6)]
        crowd = spaces if source.random() < 0.5 else [space for space in spaces if max(space) < 4]
        own = frozenset(source.sample(crowd, source.randint(0, 13)))
        others = frozenset(source.sample(spaces, source.randint(0, 20)))
        groups = QUALITIES[tile].count(
            board(rows), [name(*cube) for cube in own], {name(*cube) for cube in others}
        )
        assert len(groups) == RECOUNT[tile](rows, own, others)
        assert len(groups) <= QUALITIES[tile].most(len(own))
        assert {cube for group in groups for cube in group} <= {name(*cube) for cube in own}
        seen.add(len(groups))
    assert len(seen) > 2


@pytest.mark.parametrize("tile", QUALITIES)
def test_points_by_count(tile: str) -> None:
    rule = QUALITIES[tile]
    assert tuple(rule.points(count) for count in range(len(TABLES[tile]))) == TABLES[tile]
    assert rule.rule == f"IC-Q-{tile.upper()}-1"


MOST = {
    **dict.fromkeys(QUALITIES, 15),
    "solitude": 4,
    "variety": 4,
    "equilibrium": 3,
    "structure": 5,
}


@pytest.mark.parametrize("tile", QUALITIES)
def test_the_most_that_fifteen_cubes_can_count(tile: str) -> None:
    assert QUALITIES[tile].most(15) == MOST[tile]


def test_there_are_ten_sticky_notes_and_six_memo_pads() -> None:
    """IC-R30."""
    assert len(QUALITIES) == 16
    assert set(TABLES) == set(QUALITIES)


class TestNear:
    """IC-Q-NEAR-1."""

    def test_a_cube_counts_once_however_many_such_neighbours_it_has(self) -> None:
        assert counted("friendship", ["c3"]) == [("c3",)]

    def test_a_cube_on_the_colour_never_counts(self) -> None:
        assert counted("solidarity", ["c1", "c2"]) == []

    def test_cubes_on_the_neighbours_are_irrelevant(self) -> None:
        assert len(counted("solidarity", ["b1", "c1"])) == 1


class TestShapes:
    """IC-Q-EQUILIBRIUM-2, IC-Q-STRUCTURE-2, IC-Q-STRUCTURE-3, IC-R32, IC-R33."""

    def test_a_square_can_serve_equilibrium_and_structure(self) -> None:
        cubes = ["a1", "b1", "c1", "a2", "b2", "c2"]
        assert len(counted("equilibrium", cubes)) == 1
        assert len(counted("structure", cubes)) == 2

    def test_a_gap_breaks_a_line(self) -> None:
        assert counted("structure", ["a1", "b1", "d1", "e1"]) == []

    def test_a_line_of_n_on_a_larger_board_is_worth_n_div_3(self) -> None:
        land = board(("YBKWRYBKWR",) * 10)
        for length in range(11):
            line = [f"{column}10" for column in "abcdefghij"[:length]]
            assert len(QUALITIES["structure"].count(land, line, ())) == length // 3

    def test_lines_may_touch_end_to_end(self) -> None:
        assert counted("structure", [f"a{row}" for row in range(1, 7)]) == [
            ("a1", "a2", "a3"),
            ("a4", "a5", "a6"),
        ]


def test_a_second_copy_of_a_tile_is_scored_like_the_first() -> None:
    """IC-R47."""
    assert quality("joy-2") is QUALITIES["joy"]


def counted(tile: str, cubes: list[str], land: Board = REFERENCE) -> list[tuple[str, ...]]:
    rule: Quality = QUALITIES[tile]
    return list(rule.count(land, cubes, ()))
