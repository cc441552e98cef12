"""A previous game with its ranking, as displays show it."""

from collections.abc import Sequence
from typing import Final

import msgspec

from companion.engine.ranking import Ranking
from companion.engine.text import Text
from companion.table.previous_games.parties import Party

SHOWN: Final = 12
"""How many games a panel shows; pages show all."""
UNSURE: Final = "~"
"""Before points while nobody has confirmed what is printed on the owner's copy."""


class RankedPlayer(msgspec.Struct, frozen=True):
    """A player of a finished game."""

    place: int
    name: str
    points: int
    won: bool


class PreviousGame(msgspec.Struct, frozen=True):
    """A finished game: its number in the archive, its title, its day, and its ranking."""

    number: int
    title: Text
    day: str
    ranking: tuple[RankedPlayer, ...]
    over: bool
    party: Party | None = None
    """Who played it, in the order of the seats."""
    unsure: bool = False
    """Whether the points rest on what nobody has confirmed about the owner's copy."""
    key: str = ""
    """Opens this one game to whoever has seen it on the panel, also in a public place."""


def points_text(points: int, *, unsure: bool) -> str:
    """Return points for display, with a mark if they depend on assumptions."""
    return f"{UNSURE}{points}" if unsure else str(points)


def ranked_players(names: Sequence[str], ranking: Ranking) -> tuple[RankedPlayer, ...]:
    """Return players with the ranks and points of their sides, best first."""
    return tuple(
        RankedPlayer(side.place, names[seat], side.points, won=side.wins > 0)
        for side in ranking.ordered
        for seat in side.seats
        if seat not in ranking.gone
    )
