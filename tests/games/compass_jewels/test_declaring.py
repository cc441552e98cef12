"""Phase two: jewels are declared card by card, checked, taken apart and counted."""

import pytest

from companion.games.compass_jewels import GAME
from companion.games.compass_jewels.events import GameOver, JewelDeclared, JewelsCounted
from companion.games.compass_jewels.jewels import is_jewel
from companion.games.compass_jewels.state import Phase
from tests.games.compass_jewels.tables import (
    FOUR_COLOURS,
    THREE_COLOURS,
    TWO_COLOURS,
    declare,
    declaring,
    legal,
    named,
    only,
    play,
    refusal,
)


def test_a_declares_first_then_b() -> None:
    """CJ-PHASE-2, CJ-JEWEL-6."""
    state = declaring(TWO_COLOURS, FOUR_COLOURS)
    assert (state.phase, state.current) == (Phase.DECLARE, 0)
    state = play(state, "done").state
    assert (state.phase, state.current) == (Phase.DECLARE, 1)
    assert play(state, "done").state.phase is Phase.OVER


@pytest.mark.parametrize(
    ("jewel", "worth", "rule"),
    [(THREE_COLOURS, 2, "CJ-SCORE-2"), (TWO_COLOURS, 3, "CJ-SCORE-3")],
)
def test_the_box_says_how_the_four_lie_and_what_they_are_worth(
    jewel: tuple[str, str, str, str], worth: int, rule: str
) -> None:
    """CJ-JEWEL-1, CJ-JEWEL-3, CJ-X03, CJ-X05."""
    event = only(declare(declaring(jewel), jewel), JewelDeclared)
    assert (event.points, event.rule, event.jewel) == (worth, rule, 1)
    assert is_jewel((event.north_west, event.north_east, event.south_west, event.south_east))


def test_of_several_ways_to_lie_the_one_worth_most_counts() -> None:
    """CJ-JEWEL-3: the four cards of example 4 can also be turned into a jewel of 2 points."""
    assert only(declare(declaring(FOUR_COLOURS), FOUR_COLOURS), JewelDeclared).points == 2


def test_a_wrong_fourth_card_is_refused_with_the_reason() -> None:
    """CJ-JEWEL-2: only a card that completes it, or taking the three back, is legal."""
    three, wrong = ("R/BGPY", "R/BGYP", "R/BPGY"), "P/BGRY"
    state = declare(declaring((*three, wrong)), three).state
    refused = GAME.why_not(state, GAME.string_to_action(named("add_card", wrong)))
    assert refused is not None
    assert (refused.code, refused.rule) == ("no-jewel", "CJ-JEWEL-2")
    assert refused.why.params["edges"] == 3
    assert legal(state) == {"clear_cards", "done"}


def test_a_card_is_in_one_jewel_at_most() -> None:
    """CJ-X13, CJ-JEWEL-4, CJ-R8."""
    state = declare(declaring(TWO_COLOURS), TWO_COLOURS).state
    assert refusal(state, named("add_card", "R/GPYB")) == ("used", "CJ-JEWEL-4")
    laying = declare(declaring(TWO_COLOURS), TWO_COLOURS[1:2]).state
    assert refusal(laying, named("add_card", "G/RBYP")) == ("used", "CJ-JEWEL-4")


def test_only_own_cards_are_laid() -> None:
    """CJ-JEWEL-1."""
    state = declaring(TWO_COLOURS)
    assert refusal(state, named("add_card", "Y/GPRB")) == ("not-yours", "CJ-JEWEL-1")
    assert refusal(state, "add_card(Y,GPRB)") == ("no-such-card", "CJ-COMP-3")


def test_a_jewel_can_be_taken_apart_and_its_cards_used_again() -> None:
    state = declare(declaring(TWO_COLOURS), TWO_COLOURS).state
    assert refusal(state, "take_apart(2)") == ("no-such-jewel", "CJ-JEWEL-6")
    after = play(state, "take_apart(1)").state
    assert after == declaring(TWO_COLOURS)
    assert declare(after, TWO_COLOURS).state == state


def test_cards_that_are_laid_can_be_taken_back() -> None:
    state = declaring(TWO_COLOURS)
    assert refusal(state, "clear_cards") == ("nothing-laid", "CJ-JEWEL-1")
    assert play(declare(state, TWO_COLOURS[:3]).state, "clear_cards").state == state


def test_what_is_not_declared_does_not_count() -> None:
    """CJ-JEWEL-6, CJ-R9: three cards have been laid, but make no jewel."""
    step = play(declare(declaring(TWO_COLOURS), TWO_COLOURS[:3]).state, "done")
    assert GAME.returns(step.state) == (0, 0)
    assert step.state.best[0].points == 3


def test_a_player_with_fewer_than_four_cards_is_not_asked() -> None:
    """CJ-JEWEL-1."""
    state = declaring(TWO_COLOURS[:3], FOUR_COLOURS)
    assert state.current == 1
    assert declaring((), ()).phase is Phase.OVER


def test_the_best_jewels_are_shown_when_both_have_declared() -> None:
    """CJ-R9, CJ-X12."""
    state = declare(declaring((*FOUR_COLOURS, *TWO_COLOURS)), TWO_COLOURS).state
    assert state.best == ()
    step = play(state, "done")
    counted = [event.points for event in step.events if isinstance(event, JewelsCounted)]
    assert counted == [3, 0]
    assert [best.points for best in step.state.best] == [6, 0]
    assert only(step, GameOver).rule == "CJ-END-1"


def test_the_box_can_declare_the_best() -> None:
    """CJ-R9: this is the option ``auto_jewels``."""
    cards = (*FOUR_COLOURS, *TWO_COLOURS)
    state = declaring(cards, FOUR_COLOURS, auto_jewels=True)
    assert state.phase is Phase.OVER
    assert GAME.returns(state) == (6, 2)


def test_the_rules_set_no_time_limit() -> None:
    """CJ-R17: a limit may be set on the table's clock; the game itself knows nothing of time."""
    assert declaring(TWO_COLOURS).phase is Phase.DECLARE
