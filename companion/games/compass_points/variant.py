"""Variant: the constants of a game: seats, cards and the owner's board."""

from collections.abc import Mapping
from typing import Any, Final

import msgspec

from companion.engine.data import load
from companion.engine.manifest import manifest

SIDES: Final = "NESW"
"""The seats in clockwise order, named after their side of the board (CP-NOTE-1)."""
MANIFEST: Final = manifest(__package__)
TEAMS: Final = MANIFEST.teams
"""The seats of each team: North and South, East and West (CP-NOTE-1)."""
TEAM_NAMES: Final = ("NS", "EW")
PLAYERS: Final = MANIFEST.players
"""Four players exactly (CP-COMP-1)."""
DIRECTIONS: Final = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
"""A player's direction cards (CP-COMP-2)."""
SPEEDS: Final = range(4)
"""A player's speed cards (CP-COMP-3)."""
ROUNDS: Final = 12
DATA: Final = load(__package__, "data.yaml")
"""The data of the copy that is assumed unless the owner describes another (CP-DATA-2)."""


class Variant(msgspec.Struct, frozen=True, cache_hash=True):
    """The board: its size, the tokens on inscribed squares, the front squares of each goal."""

    size: int
    squares: tuple[tuple[str, str], ...]
    goals: tuple[tuple[str, tuple[str, ...]], ...]


def variant(data: Mapping[str, Any]) -> Variant:
    """Return the settings of a game with checked ``data``."""
    board = data["board"]
    size = board["size"]
    return Variant(
        size=size,
        squares=tuple((square, token) for square, token in board["squares"].items()),
        goals=tuple(
            (side, tuple((board["goals"] or {}).get(side) or middle(size, side))) for side in SIDES
        ),
    )


def middle(size: int, side: str) -> tuple[str, ...]:
    """Return the three middle squares of a side (CP-GOAL-1)."""
    centre = size // 2 + 1
    places = range(centre - 1, centre + 2)
    edge = size if side in "NE" else 1
    if side in "NS":
        return tuple(square(place, edge) for place in places)
    return tuple(square(edge, place) for place in places)


def square(file: int, rank: int) -> str:
    """Return the name of a square; file 1 is ``a``, rank 1 is in the south (CP-NOTE-2)."""
    return f"{chr(ord('a') + file - 1)}{rank}"
