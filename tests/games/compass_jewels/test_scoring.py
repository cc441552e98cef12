"""Score lines, totals, winners."""

from companion.games.compass_jewels import GAME
from companion.games.compass_jewels.scoring import returns, score_breakdown, winners
from tests.games.compass_jewels.tables import (
    FOUR_COLOURS,
    THREE_COLOURS,
    TWO_COLOURS,
    declare,
    declaring,
    play,
)


def test_the_sum_of_the_own_jewels() -> None:
    """CJ-SCORE-4."""
    state = declare(declaring((*TWO_COLOURS, *THREE_COLOURS)), TWO_COLOURS, THREE_COLOURS).state
    assert returns(state) == (5, 0)
    lines = [(line.points, line.rule) for line in score_breakdown(state)]
    assert lines == [(3, "CJ-SCORE-3"), (2, "CJ-SCORE-2")]


def test_three_against_three_is_a_draw() -> None:
    """CJ-X14, CJ-END-2, CJ-R14: the question ``result`` scores the jewels as they lie."""
    state = declaring(TWO_COLOURS, TWO_COLOURS)
    state = play(declare(state, TWO_COLOURS).state, "done").state
    assert winners(state) == ()
    state = play(declare(state, TWO_COLOURS).state, "done").state
    assert returns(state) == (3, 3)
    assert winners(state) == (0, 1)
    assert GAME.prompt(state, 0).key == "prompt.draw"


def test_two_to_nothing_wins_and_cards_left_over_count_nothing() -> None:
    """CJ-X15, CJ-JEWEL-6, CJ-END-1."""
    state = declaring((*THREE_COLOURS, *FOUR_COLOURS[:3]))
    state = play(declare(state, THREE_COLOURS).state, "done").state
    assert returns(state) == (2, 0)
    assert winners(state) == (0,)
