"""Seats of one team win together, by the sum of their points."""

from fractions import Fraction
from typing import Final

import pytest

from companion.engine.conformance import ConformanceError
from companion.engine.game import Setup
from companion.engine.ranking import ranking_of, recorded_ranking, standing_of, team_of
from tests.engine.conformance.pebbles import Game, Pebbles, PebblesConformance

NAMES: Final = ("Ann", "Ben", "Cem")
STATE: Final = Pebbles((0, 0, 0), ((3, 0, 0), (4, 0, 0), (2, 0, 0)), (0, 0, 0), ("blue",) * 3)


class Two(Game):
    """The first and the third seat play together."""

    teams: tuple[tuple[int, ...], ...] = ((0, 2), (1,))

    def winners(self, state: Pebbles) -> tuple[int, ...]:
        if not self.is_terminal(state):
            return ()
        points = standing_of(self, state)
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
    assert standing_of(Game(), STATE) == (3, 4, 2)
    assert team_of(Game(), 2) == (2,)


def test_the_points_of_a_team_are_added() -> None:
    assert standing_of(Two(), STATE) == (5, 4, 5)
    assert team_of(Two(), 2) == (0, 2)


def test_the_kit_lets_a_team_win_as_a_whole() -> None:
    Kit().test_winners_have_the_most_points()


def test_but_not_one_of_its_seats_alone() -> None:
    kit = type("Half", (Kit,), {"game": BestOfTheTeam()})()
    with pytest.raises(ConformanceError, match="winners are"):
        kit.test_winners_have_the_most_points()


class FewestWin(Game):
    """Whoever has the fewest points wins."""

    def standing(self, state: Pebbles) -> tuple[int, ...]:
        return tuple(-points for points in self.returns(state))

    def winners(self, state: Pebbles) -> tuple[int, ...]:
        return (2,) if self.is_terminal(state) else ()


def test_points_are_points_where_the_fewest_win_too() -> None:
    found = ranking_of(FewestWin(), STATE)
    assert found.points == (3, 4, 2)
    assert found.places == (2, 3, 1)
    assert found.seats == (2, 0, 1)


def test_a_team_has_one_place_and_one_win() -> None:
    found = ranking_of(Two(), STATE)
    assert [(side.seats, side.points, side.place) for side in found.sides] == [
        ((0, 2), 5, 1),
        ((1,), 4, 2),
    ]
    assert found.wins == (Fraction(1), Fraction(0), Fraction(1))
    assert [found.name_of(side, NAMES) for side in found.ordered] == ["Ann + Cem", "Ben"]


def test_each_of_two_winners_has_half_a_win() -> None:
    found = recorded_ranking((), (5, 5, 3), (1, 1, 3), (0, 1))
    assert found.wins == (Fraction(1, 2), Fraction(1, 2), Fraction(0))
    assert found.places == (1, 1, 3)


def test_partners_stand_at_the_place_of_their_side_in_records_of_0_2() -> None:
    """There they were counted by seats: the second of two teams was third."""
    found = recorded_ranking(((0, 2), (1, 3)), (90, 10, 30, 20), (1, 3, 1, 3), (0, 2))
    assert found.places == (1, 2, 1, 2)
    assert found.points == (120, 30, 120, 30)


def test_whoever_has_left_has_no_place_and_holds_none() -> None:
    found = recorded_ranking((), (9, 5, 3), (0, 1, 2), (1,))
    assert found.places == (0, 1, 2)
    assert found.seats == (1, 2)
    with_mate = recorded_ranking(((0, 2), (1,)), (9, 5, 3), (0, 2, 1), (0, 2))
    assert (with_mate.places, with_mate.seats) == ((0, 2, 1), (2, 1))


def test_nobody_wins_a_game_that_all_have_lost() -> None:
    found = recorded_ranking((), (0, 0), (1, 1), ())
    assert found.places == (1, 1)
    assert found.wins == (Fraction(0), Fraction(0))
