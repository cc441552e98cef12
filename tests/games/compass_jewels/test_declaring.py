"""Phase two: jewels are declared card by card, checked, taken apart and counted."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.engine.game import IllegalAction
from companion.games.compass_jewels import GAME, best
from companion.games.compass_jewels.cards import kind, turned, ways_to_lie
from companion.games.compass_jewels.events import (
    GameOver,
    JewelDeclared,
    JewelRefused,
    JewelsCounted,
)
from companion.games.compass_jewels.jewels import SIZE, is_jewel, points
from companion.games.compass_jewels.state import Phase
from tests.games.compass_jewels.tables import (
    FOUR_COLOURS,
    THREE_COLOURS,
    TWO_COLOURS,
    declare,
    declaring,
    hand,
    laid,
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
    [
        (FOUR_COLOURS, 1, "CJ-SCORE-1"),
        (THREE_COLOURS, 2, "CJ-SCORE-2"),
        (TWO_COLOURS, 3, "CJ-SCORE-3"),
    ],
)
def test_a_jewel_counts_as_it_was_laid(
    jewel: tuple[str, str, str, str], worth: int, rule: str
) -> None:
    """CJ-R9, CJ-JEWEL-1, CJ-X03, CJ-X04, CJ-X05: also where the four could lie better."""
    event = only(declare(declaring(jewel), jewel), JewelDeclared)
    assert (event.points, event.rule, event.jewel) == (worth, rule, 1)
    lying = (event.north_west, event.north_east, event.south_west, event.south_east)
    assert lying == jewel


@given(st.integers(0, 2**32), st.integers(0, 3))
def test_the_box_never_makes_more_of_four_cards(seed: int, turns: int) -> None:
    """CJ-R9: whatever four cards are laid, however they are turned, they count as they lie."""
    source = random.Random(seed)
    best_laid = [card for jewel in best.best(hand(source, 12)).jewels for card in jewel]
    four = tuple(turned(card, source.choice((0, turns))) for card in best_laid[:SIZE])
    if len(four) < SIZE:
        return
    a, b, c, d = four
    state = declare(declaring(four), four).state
    assert sum(GAME.returns(state)) == points((a, b, c, d))


def test_all_of_a_jewel_may_be_turned_together() -> None:
    """CJ-JEWEL-3: seen from another side of the table it is the same jewel."""
    north_west, north_east, south_west, south_east = (turned(card, 1) for card in TWO_COLOURS)
    clockwise = (south_west, north_west, south_east, north_east)
    assert only(declare(declaring(TWO_COLOURS), clockwise), JewelDeclared).points == 3


def test_four_cards_that_do_not_match_are_no_jewel() -> None:
    """CJ-X06, CJ-JEWEL-2: the fourth card is taken back, the others still lie."""
    wrong = (*TWO_COLOURS[:3], "R/PYBG")
    step = declare(declaring(TWO_COLOURS), wrong)
    refused = only(step, JewelRefused)
    assert (refused.rule, refused.edges) == ("CJ-JEWEL-2", 2)
    assert GAME.returns(step.state) == (0, 0)
    assert step.state.player.laying == TWO_COLOURS[:3]
    assert only(play(step.state, laid(TWO_COLOURS[3])), JewelDeclared).points == 3


@given(st.integers(0, 2**32))
def test_the_list_of_the_fourth_card_does_not_tell_which_completes_a_jewel(seed: int) -> None:
    """CJ-R9: it has every card that is left, in all orientations."""
    source = random.Random(seed)
    cards = hand(source, 9)
    state = declare(declaring(cards), cards[:3]).state
    left = {kind(card) for card in state.player.unused}
    assert {laid(way) for card in left for way in ways_to_lie(card)} == {
        action for action in legal(state) if action.startswith("place_card")
    }


def test_a_card_lies_with_one_of_its_borders_to_the_north() -> None:
    state = declaring(TWO_COLOURS)
    assert refusal(state, "place_card(R,BGPY,R)") == ("no-such-border", "CJ-COMP-2")


def test_a_card_is_in_one_jewel_at_most() -> None:
    """CJ-X13, CJ-JEWEL-4, CJ-R8."""
    state = declare(declaring(TWO_COLOURS), TWO_COLOURS).state
    assert refusal(state, laid("R/GPYB")) == ("used", "CJ-JEWEL-4")
    laying = declare(declaring(TWO_COLOURS), TWO_COLOURS[1:2]).state
    assert refusal(laying, laid("G/RBYP")) == ("used", "CJ-JEWEL-4")


def test_only_own_cards_are_laid() -> None:
    """CJ-JEWEL-1."""
    state = declaring(TWO_COLOURS)
    assert refusal(state, laid("Y/GPRB")) == ("not-yours", "CJ-JEWEL-1")
    assert refusal(state, "place_card(Y,GPRB,G)") == ("no-such-card", "CJ-COMP-3")


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


class TestGamesOfVersion1:
    """Before version 2 the box arranged the four cards; those games go on as they began."""

    def test_their_cards_count_as_they_did(self) -> None:
        four = tuple(named("add_card", card) for card in FOUR_COLOURS)
        event = only(play(declaring(FOUR_COLOURS), *four), JewelDeclared)
        assert event.points == 2
        assert is_jewel((event.north_west, event.north_east, event.south_west, event.south_east))

    def test_a_fourth_card_that_made_no_jewel_was_refused(self) -> None:
        three, wrong = ("R/BGPY", "R/BGYP", "R/BPGY"), "P/BGRY"
        laying = (named("add_card", card) for card in three)
        state = play(declaring((*three, wrong)), *laying).state
        with pytest.raises(IllegalAction) as raised:
            play(state, named("add_card", wrong))
        refused = raised.value.refusal
        assert (refused.code, refused.rule) == ("not-now-declare", "CJ-PHASE-2")

    def test_nobody_can_have_the_box_arrange_cards_now(self) -> None:
        state = declare(declaring(FOUR_COLOURS), FOUR_COLOURS[:3]).state
        fourth = named("add_card", FOUR_COLOURS[3])
        assert fourth not in legal(state)
        assert refusal(state, fourth) == ("not-now-declare", "CJ-PHASE-2")
