"""The board: where steps lead, goals, corners (sections 1 and 9 of the rules file)."""

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Final, TypeAlias

import msgspec

from companion.games.compass_points.inscription import BLANK, Inscription, inscription
from companion.games.compass_points.variant import Variant, square

Place: TypeAlias = tuple[int, int]
"""File and rank, counted from 1; also used for cells beyond the edge of the board."""

_VECTORS: Final[Mapping[str, Place]] = {
    "N": (0, 1),
    "NE": (1, 1),
    "E": (1, 0),
    "SE": (1, -1),
    "S": (0, -1),
    "SW": (-1, -1),
    "W": (-1, 0),
    "NW": (-1, 1),
}


class Walk(msgspec.Struct, frozen=True):
    """Where a movement leads: the squares entered, in order, and whether it leaves the board.

    ``goal`` is the side whose goal was entered, if any.
    """

    path: tuple[str, ...]
    off: bool = False
    goal: str | None = None


class Board(msgspec.Struct, frozen=True):
    """A board with its goals; squares are named as in ``e5``, ``a1`` is in the south-west."""

    variant: Variant
    place: Mapping[str, Place]
    """The file and rank of each square."""
    tokens: Mapping[str, str]
    """The token on each inscribed square."""
    mouths: Mapping[Place, str]
    """The cells beyond the front squares, each with the side whose goal it belongs to."""

    @property
    def squares(self) -> tuple[str, ...]:
        """All squares, file by file."""
        return tuple(self.place)

    @property
    def centre(self) -> str:
        """The square on which the pawn starts (CP-SETUP-1)."""
        middle = self.variant.size // 2 + 1
        return square(middle, middle)

    @property
    def corners(self) -> tuple[str, ...]:
        """The four corner squares."""
        ends = (1, self.variant.size)
        return tuple(square(file, rank) for file in ends for rank in ends)

    def inscription(self, at: str) -> Inscription:
        """Return the inscription of a square, which may be blank."""
        return inscription(self.tokens.get(at, BLANK))

    def walk(self, start: str, direction: str, steps: int) -> Walk:
        """Go square by square until the steps are used up or one leaves the grid (CP-MOVE-2, -3).

        CP-MOVE-3: in that case the rest of the movement lapses.
        """
        path: list[str] = []
        at = start
        for _ in range(steps):
            beyond = self._beyond(at, direction)
            name = square(*beyond)
            if name not in self.place:
                return Walk(tuple(path), off=True, goal=self._goal(at, beyond))
            path.append(name)
            at = name
        return Walk(tuple(path))

    def _beyond(self, at: str, direction: str) -> Place:
        file, rank = self.place[at]
        east, north = _VECTORS[direction]
        return file + east, rank + north

    def _goal(self, at: str, beyond: Place) -> str | None:
        """Return whose goal a step off the grid scores: both tests of CP-GOAL-2 (CP-R9)."""
        side = self.mouths.get(beyond)
        return side if side is not None and at in dict(self.variant.goals)[side] else None

    def nearest_corners(self, at: str) -> tuple[str, ...]:
        """Return the nearest corner squares, in alphabetical order (CP-OUT-2, CP-OUT-4, CP-R10)."""
        far = {corner: self._distance(at, corner) for corner in self.corners}
        return tuple(corner for corner in self.corners if far[corner] == min(far.values()))

    def _distance(self, start: str, other: str) -> int:
        return sum(abs(a - b) for a, b in zip(self.place[start], self.place[other], strict=True))


@lru_cache(maxsize=64)
def board(variant: Variant) -> Board:
    """Return the board that a game's settings describe."""
    numbers = range(1, variant.size + 1)
    place = {square(file, rank): (file, rank) for file in numbers for rank in numbers}
    mouths: dict[Place, str] = {}
    for side, fronts in variant.goals:
        east, north = _VECTORS[side]
        for front in fronts:
            file, rank = place[front]
            mouths[file + east, rank + north] = side
    tokens = MappingProxyType(dict(variant.squares))
    return Board(variant, MappingProxyType(place), tokens, MappingProxyType(mouths))
