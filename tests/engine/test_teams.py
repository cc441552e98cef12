"""Seats of one team win together, by the sum of their points."""

from typing import Final

import pytest

from companion.engine.conformance import ConformanceError
from companion.engine.game import Setup
from companion.engine.teams import ranking_points, team_of
from tests.engine.conformance.pebbles import Game, Pebbles, PebblesConformance

NAMES: Final = ("Ann", "Ben", "Cem")
STATE: Final = Pebbles((0, 0, 0), ((3, 0, 0), (4, 0, 0), (2, 0, 0)), (0, 0, 0), ("blue",) * 3)


class Two(Game):
    """The first and the third seat play together."""

    teams: tuple[tuple[int, ...], ...] = ((0, 2), (1,))

    def winners(self, state: Pebbles) -> tuple[int, ...]:
        if not self.is_terminal(state):
            return ()
        points = ranking_points(self, state)
        return tuple(seat for seat, own in enumerate(points) if own == max(points))


class BestOfTheTeam(Two):
    def winners(self, state: Pebbles) -> tuple[int, ...]:
        won = super().winners(state)
        returns = self.returns(state)
        return won and (max(won, key=lambda seat: returns[seat]),)


class Kit(PebblesConformance):
    game = Two()

    @classmethod
    def setups(cls) -> list[Setup]:
        return [Setup(NAMES)]


def test_without_teams_everybody_plays_alone() -> None:
    assert ranking_points(Game(), STATE) == (3, 4, 2)
    assert team_of(Game(), 2) == (2,)


def test_the_points_of_a_team_are_added() -> None:
    assert ranking_points(Two(), STATE) == (5, 4, 5)
    assert team_of(Two(), 2) == (0, 2)


def test_the_kit_lets_a_team_win_as_a_whole() -> None:
    Kit().test_winners_have_the_most_points()


def test_but_not_one_of_its_seats_alone() -> None:
    kit = type("Half", (Kit,), {"game": BestOfTheTeam()})()
    with pytest.raises(ConformanceError, match="winners are"):
        kit.test_winners_have_the_most_points()
