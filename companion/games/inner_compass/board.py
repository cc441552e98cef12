"""The Life board: its spaces, their neighbours and groups.

A board is a tuple of rows, north first, each a string of colour letters. Spaces are named by
column letter (west first) and row number (north first): ``a1`` is the north-west corner.
"""

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Final, TypeAlias

import msgspec

Rows: TypeAlias = tuple[str, ...]

COLOURS: Final = "YBKWR"
"""The colours of the emotions: Happiness, Sadness, Fear, Love, Anger.

Hands and payments are written in this order.
"""
DIRECTIONS: Final = "NESW"
SLOTS: Final = ("nw", "ne", "sw", "se")
"""The quadrants of the Life board, in the order in which sections are laid."""

_OFFSETS: Final = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}


class Board(msgspec.Struct, frozen=True):
    """Derived data of a board's rows. Mappings have the spaces in reading order."""

    rows: Rows
    colour: Mapping[str, str]
    neighbours: Mapping[str, Mapping[str, str]]
    """For each space, its neighbour in each direction that stays on the board (IC-MOVE-3)."""
    group: Mapping[str, tuple[str, ...]]
    """The group of each space: same colour, joined by edges, across sections (IC-FREE-2, IC-R3)."""
    quadrant: Mapping[str, str]
    """The section of each space, named by its slot (IC-R34)."""
    corners: tuple[str, ...]
    """The four outer corners (IC-R34)."""

    @property
    def spaces(self) -> tuple[str, ...]:
        """All spaces in reading order."""
        return tuple(self.colour)

    def exits(self, space: str) -> tuple[str, ...]:
        """Return the directions from ``space`` into another colour (IC-FREE-3)."""
        here = self.colour[space]
        near = self.neighbours[space]
        return tuple(direction for direction, there in near.items() if self.colour[there] != here)

    def free_moves(self, space: str) -> tuple[str, ...]:
        """Return where a free move from ``space`` may end (IC-FREE-1, IC-FREE-3, IC-R5, IC-R6).

        Pieces and cubes block neither the way nor the target (IC-R4).
        """
        return tuple(
            target for target in self.group[space] if target != space and self.exits(target)
        )

    def within(self, space: str, steps: int) -> dict[str, int]:
        """Return the spaces at most ``steps`` edges away, with distances, including ``space``."""
        distance = {space: 0}
        edge = [space]
        for step in range(1, steps + 1):
            found = [near for other in edge for near in self.neighbours[other].values()]
            edge = [other for other in dict.fromkeys(found) if other not in distance]
            distance.update(dict.fromkeys(edge, step))
        return distance


@lru_cache(maxsize=64)
def board(rows: Rows) -> Board:
    """Return the board that ``rows`` describe."""
    grid = _grid(len(rows))
    colour = dict(zip(grid.spaces, "".join(rows), strict=True))
    return Board(
        rows=rows,
        colour=MappingProxyType(colour),
        neighbours=grid.neighbours,
        group=MappingProxyType(_groups(colour, grid.neighbours)),
        quadrant=grid.quadrant,
        corners=grid.corners,
    )


class _Grid(msgspec.Struct, frozen=True):
    """Geometry shared by all boards of one size."""

    spaces: tuple[str, ...]
    neighbours: Mapping[str, Mapping[str, str]]
    quadrant: Mapping[str, str]
    corners: tuple[str, ...]


@lru_cache(maxsize=4)
def _grid(size: int) -> _Grid:
    name = {(x, y): f"{chr(ord('a') + x)}{y + 1}" for y in range(size) for x in range(size)}
    neighbours = {
        space: MappingProxyType(
            {
                direction: name[x + dx, y + dy]
                for direction, (dx, dy) in _OFFSETS.items()
                if (x + dx, y + dy) in name
            }
        )
        for (x, y), space in name.items()
    }
    half = size // 2
    last = size - 1
    return _Grid(
        spaces=tuple(name.values()),
        neighbours=MappingProxyType(neighbours),
        quadrant=MappingProxyType(
            {space: SLOTS[(x >= half) + 2 * (y >= half)] for (x, y), space in name.items()}
        ),
        corners=tuple(name[x, y] for y in (0, last) for x in (0, last)),
    )


def _groups(
    colour: Mapping[str, str], neighbours: Mapping[str, Mapping[str, str]]
) -> dict[str, tuple[str, ...]]:
    groups: dict[str, tuple[str, ...]] = {}
    for space in colour:
        if space not in groups:
            spaces = tuple(sorted(_flood(space, colour, neighbours)))
            groups.update(dict.fromkeys(spaces, spaces))
    return groups


def _flood(
    start: str, colour: Mapping[str, str], neighbours: Mapping[str, Mapping[str, str]]
) -> set[str]:
    reached = {start}
    edge = [start]
    while edge:
        for near in neighbours[edge.pop()].values():
            if near not in reached and colour[near] == colour[start]:
                reached.add(near)
                edge.append(near)
    return reached


def turned(section: Rows, quarter_turns: int) -> Rows:
    """Return a section after clockwise quarter turns (IC-R2)."""
    for _ in range(quarter_turns % 4):
        section = tuple("".join(column) for column in zip(*reversed(section), strict=True))
    return section


def assemble(sections: Mapping[str, Rows]) -> Rows:
    """Return the rows of the board made of four sections, already turned, by slot (IC-SETUP-2)."""
    nw, ne, sw, se = (sections[slot] for slot in SLOTS)
    north = tuple(west + east for west, east in zip(nw, ne, strict=True))
    return north + tuple(west + east for west, east in zip(sw, se, strict=True))
