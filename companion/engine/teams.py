"""Teams: seats whose points are added to decide who has won."""

from collections.abc import Sequence
from typing import Any, Protocol, runtime_checkable

from companion.engine.rules import AnyGame


@runtime_checkable
class TeamGame(Protocol):
    """Facet of games with teams; most games have none."""

    @property
    def teams(self) -> tuple[tuple[int, ...], ...]:
        """The seats of each team; every seat is in one of them."""


def teams_of(game: AnyGame) -> tuple[tuple[int, ...], ...]:
    """Return the seats of each team; none if nobody plays together."""
    return game.teams if isinstance(game, TeamGame) else ()


def team_of(game: AnyGame, seat: int) -> tuple[int, ...]:
    """Return the seats of the team that a seat belongs to, itself included."""
    return _team(teams_of(game), seat)


def ranking_points(game: AnyGame, state: Any) -> tuple[int, ...]:  # noqa: ANN401 - a game's state
    """Return by what each seat is ranked, the most first: the sum of its team's."""
    return team_totals(teams_of(game), game.standing(state))


def team_totals(teams: Sequence[tuple[int, ...]], points: Sequence[int]) -> tuple[int, ...]:
    """Return each seat's points with those of its team."""
    seats = range(len(points))
    return tuple(sum(points[mate] for mate in _team(teams, seat)) for seat in seats)


def _team(teams: Sequence[tuple[int, ...]], seat: int) -> tuple[int, ...]:
    return next((team for team in teams if seat in team), (seat,))
