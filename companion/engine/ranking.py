"""Sides of a game, and its ranking: who wins together, ranks, points and wins.

A side is a team, or a seat that plays alone. All reports of results use this module;
``docs/statistics.md`` has the definitions.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final, Protocol, TypeVar, runtime_checkable

import msgspec

from companion.engine.rules import AnyGame
from companion.moved import former_names

T = TypeVar("T")

MATES: Final = " + "
"""Stands between the names of those who win together, in every language."""
_NONE: Final = Fraction()
_LAST: Final = 10**9
"""Behind every place."""


@runtime_checkable
class TeamGame(Protocol):
    """Facet of games with teams; most games have none."""

    @property
    def teams(self) -> tuple[tuple[int, ...], ...]:
        """The seats of each team; every seat is in one of them."""


class Side(msgspec.Struct, frozen=True):
    """Seats that win together."""

    seats: tuple[int, ...]
    points: int
    """The sum of their points."""
    place: int
    """From 1 on; sides that are level share a place, but none shares that of the winners."""
    wins: Fraction
    """1 for the side that has won, a part of it for each of several, else 0."""


class Ranking(msgspec.Struct, frozen=True):
    """All sides of a game, in the order of their first seats."""

    sides: tuple[Side, ...]
    gone: tuple[int, ...] = ()
    """The seats that have left the game: they have no place."""

    def side_of(self, seat: int) -> Side:
        """Return the side that a seat belongs to."""
        return next(side for side in self.sides if seat in side.seats)

    def name_of(self, side: Side, names: Sequence[str]) -> str:
        """Return the names of a side's players who have not left."""
        return MATES.join(names[seat] for seat in side.seats if seat not in self.gone)

    @property
    def ordered(self) -> tuple[Side, ...]:
        """The sides that have not left, best first."""
        present = (side for side in self.sides if not {*side.seats} <= {*self.gone})
        return tuple(sorted(present, key=lambda side: side.place))

    @property
    def seats(self) -> tuple[int, ...]:
        """The ranked seats, best first, with the seats of a side together."""
        ordered = (seat for side in self.ordered for seat in side.seats)
        return tuple(seat for seat in ordered if seat not in self.gone)

    @property
    def points(self) -> tuple[int, ...]:
        """The points of each seat's side."""
        return self._by_seat(lambda side: side.points)

    @property
    def places(self) -> tuple[int, ...]:
        """The rank of each seat's side, 0 for players who have left."""
        found = self._by_seat(lambda side: side.place)
        return tuple(0 if seat in self.gone else place for seat, place in enumerate(found))

    @property
    def wins(self) -> tuple[Fraction, ...]:
        """The wins of each seat's side."""
        return self._by_seat(lambda side: side.wins)

    def _by_seat(self, value: Callable[[Side], T]) -> tuple[T, ...]:
        found = {seat: value(side) for side in self.sides for seat in side.seats}
        return tuple(found[seat] for seat in sorted(found))


def teams_of(game: AnyGame) -> tuple[tuple[int, ...], ...]:
    """Return the seats of each team; none without teams."""
    return game.teams if isinstance(game, TeamGame) else ()


def team_of(game: AnyGame, seat: int) -> tuple[int, ...]:
    """Return the seats of a seat's side, including the seat."""
    return _side(teams_of(game), seat)


def team_totals(teams: Sequence[tuple[int, ...]], values: Sequence[int]) -> tuple[int, ...]:
    """Return each seat's value as the sum of its side."""
    return tuple(sum(values[mate] for mate in _side(teams, seat)) for seat in range(len(values)))


def standing_of(game: AnyGame, state: Any) -> tuple[int, ...]:  # noqa: ANN401 - a game's state
    """Return the value that ranks each seat, highest first: the sum of its side.

    These are not points: where the fewest points win, they are negative.
    """
    return team_totals(teams_of(game), game.standing(state))


def points_of(game: AnyGame, state: Any) -> tuple[int, ...]:  # noqa: ANN401 - a game's state
    """Return the points of each seat's side."""
    return team_totals(teams_of(game), game.returns(state))


def ranking_of(
    game: AnyGame,
    state: Any,  # noqa: ANN401 - a game's state
    winners: Sequence[int] | None = None,
) -> Ranking:
    """Return the ranking in a state, with the game's winners, or those of an early end."""
    won = game.winners(state) if winners is None else winners
    standing = standing_of(game, state)
    keys = [-each for each in standing]
    return _ranked(teams_of(game), game.returns(state), keys, won, game.gone(state))


def recorded_ranking(
    teams: Sequence[tuple[int, ...]],
    points: Sequence[int],
    places: Sequence[int],
    winners: Sequence[int],
) -> Ranking:
    """Return the ranking of a record from the points, ranks and winners."""
    gone = tuple(seat for seat, place in enumerate(places) if not place)
    return _ranked(teams, points, [place or _LAST for place in places], winners, gone)


def _ranked(
    teams: Sequence[tuple[int, ...]],
    points: Sequence[int],
    keys: Sequence[int],
    winners: Sequence[int],
    gone: Sequence[int],
) -> Ranking:
    """Return the ranking by keys of the seats, the lowest first, after the winners."""
    sides = tuple(dict.fromkeys(_side(teams, seat) for seat in range(len(points))))
    won = {side for side in sides if not {*side}.isdisjoint(winners)}
    rank = {
        side: (0, 0) if side in won else (1, min(keys[seat] for seat in side)) for side in sides
    }
    present = [side for side in sides if not {*side} <= {*gone}]
    part = Fraction(1, max(1, len(won)))
    return Ranking(
        tuple(
            Side(
                side,
                sum(points[seat] for seat in side),
                1 + sum(rank[other] < rank[side] for other in present),
                part if side in won else _NONE,
            )
            for side in sides
        ),
        tuple(gone),
    )


def _side(teams: Sequence[tuple[int, ...]], seat: int) -> tuple[int, ...]:
    return next((team for team in teams if seat in team), (seat,))


if not TYPE_CHECKING:  # or any name would pass for one of this module
    __getattr__ = former_names(__name__)
