"""The level at which the box follows no card, and people tell it their jewels."""

import pytest

from companion.engine.game import SIMULTANEOUS, Setup
from companion.games.compass_jewels import GAME
from companion.games.compass_jewels.entering import MOST
from companion.games.compass_jewels.state import State
from tests.games.compass_jewels.tables import NAMES, play, refusal

TOLD = Setup(NAMES, "scoring")


def begun() -> State:
    state: State = GAME.new_initial_state(TOLD)
    return state


def told(seat: int, *jewels: int) -> tuple[str, ...]:
    """Return the notation of so many jewels of two, three and four colours."""
    return tuple(f"enter({seat},jewels.{2 + i},{n})" for i, n in enumerate(jewels))


def test_nothing_is_entered_before_the_jewels_are() -> None:
    """CJ-JEWEL-6: the first thing that anybody says is how many jewels they have declared."""
    state = begun()
    assert GAME.current_player(state) == SIMULTANEOUS
    assert GAME.active_players(state) == (0, 1)
    asked = {str(GAME.to_struct(action)["what"]) for action in GAME.legal_actions(state, 0)}
    assert asked == {"jewels.2"}


def test_jewels_count_by_their_colours() -> None:
    """CJ-SCORE-1 to CJ-SCORE-4: two colours 3 points, three 2, four 1."""
    state = play(begun(), *told(0, 1, 2, 1), *told(1, 0, 1, 2)).state
    assert GAME.returns(state) == (3 + 4 + 1, 2 + 2)
    lines = [(line.player, line.points, line.rule) for line in GAME.score_breakdown(state)]
    assert lines == [
        *((0, 3, "CJ-SCORE-3"), (0, 4, "CJ-SCORE-2"), (0, 1, "CJ-SCORE-1")),
        *((1, 2, "CJ-SCORE-2"), (1, 2, "CJ-SCORE-1")),
    ]


def test_the_game_is_over_once_both_have_said_that_all_is_right() -> None:
    state = play(begun(), *told(0, 1, 0, 0), *told(1, 0, 0, 2), "enter(0,done,3)").state
    assert not GAME.is_terminal(state)
    state = play(state, "enter(1,done,2)").state
    assert GAME.is_terminal(state)
    assert GAME.winners(state) == (0,)


def test_equal_scores_are_a_draw() -> None:
    """CJ-END-2."""
    state = play(begun(), *told(0, 1, 0, 0), *told(1, 0, 1, 1)).state
    state = play(state, "enter(0,done,3)", "enter(1,done,3)").state
    assert GAME.winners(state) == (0, 1)


def test_both_together_have_no_more_jewels_than_there_are_cards() -> None:
    """Of 36 cards four lie under checkers to the end; the others make eight jewels."""
    assert MOST == 8
    state = play(begun(), *told(0, 5)).state
    assert refusal(state, "enter(1,jewels.2,4)") == ("entry-count", "CJ-SCORE-3")
    assert refusal(state, "enter(1,jewels.2,3)") is None


@pytest.mark.parametrize("seat", [0, 1])
def test_what_was_entered_can_be_changed_after_the_end(seat: int) -> None:
    state = play(begun(), *told(0, 1, 0, 0), *told(1, 0, 1, 1)).state
    state = play(state, "enter(0,done,3)", "enter(1,done,3)", f"reopen({seat})").state
    assert not GAME.is_terminal(state)
    changed = play(state, f"enter({seat},again.jewels.3,0)", f"enter({seat},jewels.3,2)").state
    assert GAME.returns(changed)[seat] == (7, 5)[seat]


def test_no_other_correction_fits_a_game_that_was_not_followed() -> None:
    assert refusal(begun(), "correct_points(0,1)") == ("not-now", "CJ-R19")
