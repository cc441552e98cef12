"""Seats that play together: their points are added to see who has won."""

from collections.abc import Sequence
from typing import Any, Protocol, runtime_checkable

from companion.engine.rules import AnyGame


@runtime_checkable
class TeamGame(Protocol):
    """What a game with teams offers; most games have none."""

    @property
    def teams(self) -> tuple[tuple[int, ...], ...]:
        """The seats of each team; every seat is in one of them."""


def team_of(game: AnyGame, seat: int) -> tuple[int, ...]:
    """Return the seats of the team that a seat belongs to, itself included."""
    teams = game.teams if isinstance(game, TeamGame) else ()
    return next((team for team in teams if seat in team), (seat,))


def standing(game: AnyGame, state: Any) -> tuple[int, ...]:  # noqa: ANN401 - a game's state
    """Return the points by which each seat is ranked: the sum of its team's."""
    return added(game, game.returns(state))


def added(game: AnyGame, points: Sequence[int]) -> tuple[int, ...]:
    """Return each seat's points with those of its team."""
    seats = range(len(points))
    return tuple(sum(points[mate] for mate in team_of(game, seat)) for seat in seats)
