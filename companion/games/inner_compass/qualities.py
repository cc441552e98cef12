"""The sixteen quality tiles: the cubes that count, and their points (section 5.1).

Every tile counts *groups* of spaces: single cubes, clusters, squares, lines or sections. The
groups are the evidence for the points, and are listed on the score sheet.
"""

from collections.abc import Callable, Collection, Mapping
from typing import Final, TypeAlias

import msgspec

from companion.games.inner_compass.board import Board
from companion.games.inner_compass.packing import LINES, SQUARE, Point, pack

Groups: TypeAlias = tuple[tuple[str, ...], ...]
Count: TypeAlias = Callable[[Board, Collection[str], Collection[str]], Groups]
"""Returns the groups that count, given the board, a player's cubes, and spaces others are on."""

_PER_CUBE: Final = 2
_VARIETY_CUBES: Final = 2


class Quality(msgspec.Struct, frozen=True):
    """A tile's rule id, its groups, and the EP by count (``None``: two each, without limit).

    A group has at least ``size`` cubes, and there are at most ``places`` groups.
    """

    rule: str
    count: Count
    table: tuple[int, ...] | None
    size: int = 1
    places: int | None = None

    def most(self, cubes: int) -> int:
        """Return the maximum count of the tile with a number of cubes."""
        groups = cubes // self.size
        return groups if self.places is None else min(groups, self.places)

    def points(self, count: int) -> int:
        """Return the EP for ``count``: none for 0 (IC-R31), beyond the table its last number."""
        if count == 0:
            return 0
        if self.table is None:
            return _PER_CUBE * count
        return self.table[min(count, len(self.table)) - 1]


def _on(colour: str) -> Count:
    def count(board: Board, own: Collection[str], _others: Collection[str]) -> Groups:
        return tuple((cube,) for cube in own if board.colour[cube] == colour)

    return count


def _near(colour: str) -> Count:
    """Count cubes beside, but not on, spaces of a colour, each cube once (IC-Q-NEAR-1)."""

    def counts(board: Board, cube: str) -> bool:
        beside = board.neighbours[cube].values()
        return board.colour[cube] != colour and any(board.colour[s] == colour for s in beside)

    def count(board: Board, own: Collection[str], _others: Collection[str]) -> Groups:
        return tuple((cube,) for cube in own if counts(board, cube))

    return count


def _solitude(board: Board, own: Collection[str], _others: Collection[str]) -> Groups:
    return tuple((corner,) for corner in board.corners if corner in own)


def _variety(board: Board, own: Collection[str], _others: Collection[str]) -> Groups:
    sections: dict[str, tuple[str, ...]] = {}
    for cube in own:
        slot = board.quadrant[cube]
        sections[slot] = (*sections.get(slot, ()), cube)
    return tuple(cubes for cubes in sections.values() if len(cubes) >= _VARIETY_CUBES)


def _individuality(board: Board, own: Collection[str], _others: Collection[str]) -> Groups:
    left = dict.fromkeys(own)
    clusters: list[tuple[str, ...]] = []
    while left:
        cluster = [next(iter(left))]
        for cube in cluster:
            left.pop(cube, None)
            beside = board.neighbours[cube].values()
            cluster += [space for space in beside if space in left and space not in cluster]
        clusters.append(tuple(cluster))
    return tuple(clusters)


def _community(_board: Board, own: Collection[str], others: Collection[str]) -> Groups:
    return tuple((cube,) for cube in own if cube in others)


def _equilibrium(_board: Board, own: Collection[str], _others: Collection[str]) -> Groups:
    packed = pack((_point(cube) for cube in own), (SQUARE,))
    return tuple(tuple(_space(point) for point in square) for square in packed)


def _structure(_board: Board, own: Collection[str], _others: Collection[str]) -> Groups:
    packed = pack((_point(cube) for cube in own), LINES)
    return tuple(tuple(_space(point) for point in line) for line in packed)


def _point(space: str) -> Point:
    return ord(space[0]) - ord("a"), int(space[1:]) - 1


def _space(point: Point) -> str:
    return f"{chr(ord('a') + point[0])}{point[1] + 1}"


_ON_TABLE: Final = (2, 5, 9, 14, 20)

QUALITIES: Final[Mapping[str, Quality]] = {
    "solidarity": Quality("IC-Q-SOLIDARITY-1", _near("K"), None),
    "bravery": Quality("IC-Q-BRAVERY-1", _on("K"), _ON_TABLE),
    "empathy": Quality("IC-Q-EMPATHY-1", _near("B"), None),
    "sensitivity": Quality("IC-Q-SENSITIVITY-1", _on("B"), _ON_TABLE),
    "candor": Quality("IC-Q-CANDOR-1", _near("R"), None),
    "passion": Quality("IC-Q-PASSION-1", _on("R"), _ON_TABLE),
    "generosity": Quality("IC-Q-GENEROSITY-1", _near("Y"), None),
    "joy": Quality("IC-Q-JOY-1", _on("Y"), _ON_TABLE),
    "friendship": Quality("IC-Q-FRIENDSHIP-1", _near("W"), None),
    "marriage": Quality("IC-Q-MARRIAGE-1", _on("W"), _ON_TABLE),
    "solitude": Quality("IC-Q-SOLITUDE-1", _solitude, (4, 10, 18, 28), places=4),
    "variety": Quality("IC-Q-VARIETY-1", _variety, (2, 5, 10, 16), 2, 4),
    "individuality": Quality("IC-Q-INDIVIDUALITY-1", _individuality, None),
    "community": Quality("IC-Q-COMMUNITY-1", _community, (1, 4, 9, 14, 20)),
    "equilibrium": Quality("IC-Q-EQUILIBRIUM-1", _equilibrium, (6, 16), 4),
    "structure": Quality("IC-Q-STRUCTURE-1", _structure, (4, 8, 18), 3),
}
"""The qualities by name. Equilibrium and Structure may both use a cube (IC-Q-STRUCTURE-3); lines
have no gaps (IC-R32) and may touch each other, even end to end (IC-R33)."""


def quality(tile: str) -> Quality:
    """Return the quality of a tile in play: the second copy of Joy is ``joy-2`` (IC-R47)."""
    return QUALITIES[tile.partition("-")[0]]
