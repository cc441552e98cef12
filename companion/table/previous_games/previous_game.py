"""A previous game with its ranking, as displays show it."""

from collections.abc import Sequence
from typing import Final

import msgspec

from companion.table.previous_games.parties import Party

SHOWN: Final = 12
"""How many games a panel shows; pages show all."""
UNSURE: Final = "~"
"""Before points while nobody has confirmed what is printed on the owner's copy."""


class RankedPlayer(msgspec.Struct, frozen=True):
    """A player of a game that was played."""

    place: int
    name: str
    points: int
    won: bool


class PreviousGame(msgspec.Struct, frozen=True):
    """A game that was played: its number in the archive, its title, its day, and its ranking."""

    number: int
    title: str
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
    """Return points as they are shown, with a mark if they rest on assumptions."""
    return f"{UNSURE}{points}" if unsure else str(points)


def places(
    totals: Sequence[int], winners: Sequence[int], gone: Sequence[int] = ()
) -> tuple[int, ...]:
    """Return the place of each seat, 0 for those who have ``gone``: they have none.

    Those who are level share a place, but nobody shares that of the ``winners``.
    """
    ranked = [total for seat, total in enumerate(totals) if seat not in gone]

    def place(seat: int) -> int:
        if seat in gone:
            return 0
        better = sum(other > totals[seat] for other in ranked)
        return 1 if seat in winners else 1 + max(len(winners), better)

    return tuple(map(place, range(len(totals))))


def order(at: Sequence[int]) -> tuple[int, ...]:
    """Return the seats that have a place, best first."""
    return tuple(sorted((seat for seat in range(len(at)) if at[seat]), key=lambda seat: at[seat]))


def ranked_players(
    names: Sequence[str],
    points: Sequence[int],
    at: Sequence[int],
    winners: Sequence[int],
) -> tuple[RankedPlayer, ...]:
    """Return players with their places, best first, without those who have none."""
    return tuple(
        RankedPlayer(at[seat], names[seat], points[seat], seat in winners) for seat in order(at)
    )
