"""Wilson's interval against values from the literature, and as the properties that it must have."""

from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.records.interval import GameSums, Interval, mean, share, sums, wilson


@pytest.mark.parametrize(
    ("hits", "of", "low", "high"),
    [
        # Newcombe, Statistics in Medicine 17 (1998), table I, method 3.
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_is_that_of_the_literature(hits: int, of: int, low: float, high: float) -> None:
    assert wilson(hits, of) == pytest.approx((low, high), abs=0.0001)


@given(st.integers(0, 1000).flatmap(lambda of: st.tuples(st.integers(0, of), st.just(of))))
def test_holds_the_share_and_stays_between_nothing_and_all(given: tuple[int, int]) -> None:
    hits, of = given
    low, high = wilson(hits, of)
    assert 0 <= low <= high <= 1
    if of:
        assert low <= hits / of + 1e-9
        assert hits / of - 1e-9 <= high


def test_of_nothing_nothing_is_known() -> None:
    assert wilson(0, 0) == (0.0, 1.0)


def test_it_holds_the_share_itself() -> None:
    """Rounded, the interval of nothing and of everything would miss it."""
    for of in range(1, 400):
        for hits in {0, 1, of // 3, of - 1, of}:
            low, high = wilson(hits, of)
            assert 0 <= low <= hits / of <= high <= 1, (hits, of)


Counted = tuple[float, float]
"""What was counted in a game, and of how many seats."""


def wins_of_others(source: Random) -> Counted:
    """Three of four seats, of which one wins unless the fourth does, in a quarter of the games."""
    return float(source.random() < 0.75), 3


def shared_wins(source: Random) -> Counted:
    """A player who wins 3 of 10 games, and shares 2 more."""
    return source.choice((1, 1, 1, 0.5, 0.5, 0, 0, 0, 0, 0)), 1


def points_of_seats(source: Random) -> Counted:
    """Points of two to four seats of a game, in which a long game brings everybody more."""
    seats, length = source.choice((2, 3, 4)), source.gauss(30, 8)
    return sum(source.gauss(length, 5) for _ in range(seats)), seats


def points_of_a_rule(source: Random) -> Counted:
    """Points of a rule that is in play in every second game only."""
    return source.choice((0, 1)) * sum(source.choice((0, 4, 9)) for _ in range(3)), 3


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "figure", "truth"),
    [
        (wins_of_others, share, 0.25),
        (shared_wins, share, 0.4),
        (points_of_seats, mean, 30.0),
        (points_of_a_rule, mean, 13 / 6),
    ],
)
def test_of_a_thousand_studies_nineteen_of_twenty_hold_the_truth(
    game: Callable[[Random], Counted], figure: Callable[[GameSums], Interval], truth: float
) -> None:
    held = 0
    for seed in range(1000):
        source = Random(seed)
        found = figure(sums(game(source) for _ in range(300)))
        held += found.low <= truth <= found.high
    assert 940 <= held <= 960, held


@pytest.mark.slow
def test_seats_of_one_game_are_not_as_many_observations() -> None:
    """As if they were, the interval would be too narrow: it held the truth in 82 of 100 studies."""
    naive = 0
    for seed in range(200):
        source = Random(seed)
        found = sums(points_of_seats(source) for _ in range(200))
        middle = mean(found)
        spread = (middle.high - middle.low) / 2 / 1.5
        naive += abs(middle.value - 30.0) <= spread
    assert naive < 180


def test_one_game_says_nothing_of_how_games_differ() -> None:
    assert mean(sums([(7.0, 1)])) == Interval(7.0, 7.0, 7.0)
    assert share(sums([(1.0, 1)])).low < 0.3
