"""Corrections that the table may make (CJ-R19)."""

import pytest

from companion.engine.game import Setup
from companion.games.compass_jewels import GAME
from companion.games.compass_jewels.area import on
from companion.games.compass_jewels.cards import kind
from companion.games.compass_jewels.events import Corrected
from companion.games.compass_jewels.state import Phase
from tests.games.compass_jewels.tables import (
    NAMES,
    TWO_COLOURS,
    declare,
    declaring,
    example_1,
    example_9,
    legal,
    only,
    play,
    refusal,
)


def test_it_is_labelled_in_the_log() -> None:
    """CJ-R19: undo and corrections are up to the table, and no part of the rules."""
    assert only(play(example_1(), "correct_turn(1)"), Corrected).rule == "CJ-R19"


def test_the_turn_can_be_corrected() -> None:
    state = play(example_1(), "correct_turn(1)").state
    assert (state.current, state.phase) == (1, Phase.BLOCKED)
    assert refusal(state, "correct_turn(1)") == ("turn-already", "CJ-R19")


def test_the_place_of_a_checker_can_be_corrected() -> None:
    state = play(example_1(), "correct_checker(f4,d4)").state
    assert state.players[1].checkers == ("d4", "f1")
    assert legal(state) == {"move(b4,c4)", "move(b4,e4)", "move(b4,f4)"}
    assert state.players[1].cards == ()


def test_the_orientation_of_a_card_can_be_corrected() -> None:
    state = play(example_1(), "correct_card(b4,R)").state
    assert on(state.layout, "b4") == "G/RBPY"
    assert refusal(state, "correct_card(b4,R)") == ("lies-so", "CJ-R19")


def test_the_owner_of_a_card_can_be_corrected() -> None:
    state = play(example_9(), "correct_collection(0,Y,BPGR)").state
    assert [player.cards for player in state.players] == [(), ("Y/BPGR",)]
    assert legal(state) == {"end_phase"}


def test_a_card_that_was_collected_without_the_box_leaves_a_hole() -> None:
    state = play(example_1(), "correct_checker(f4,d4)").state
    lying = on(state.layout, "f4")
    state = play(state, "correct_collected(1,f4)").state
    assert on(state.layout, "f4") is None
    assert state.players[1].cards == (kind(lying or ""),)
    assert "move(b4,f4)" not in legal(state)
    assert refusal(state, "correct_collected(0,f4)") == ("no-card", "CJ-R19")
    assert refusal(state, "correct_collected(0,b4)") == ("occupied", "CJ-COLLECT-1")
    assert refusal(state, "correct_collected(2,b4)") == ("no-such-seat", "CJ-R19")


def test_a_card_of_a_jewel_is_not_given_away() -> None:
    state = declare(declaring(TWO_COLOURS), TWO_COLOURS).state
    assert refusal(state, "correct_collection(0,R,BGPY)") == ("not-collected", "CJ-R19")


def test_points_can_be_corrected() -> None:
    state = play(declare(declaring(TWO_COLOURS), TWO_COLOURS).state, "correct_points(0,2)").state
    assert GAME.returns(state) == (5, 0)
    assert GAME.returns(play(state, "correct_points(0,-5)").state) == (0, 0)
    assert refusal(state, "correct_points(1,-1)") == ("points-negative", "CJ-R19")
    assert refusal(state, "correct_points(1,9)") == ("points-change", "CJ-R19")


@pytest.mark.parametrize(
    ("notation", "code"),
    [
        ("correct_turn(2)", "no-such-seat"),
        ("correct_points(2,1)", "no-such-seat"),
        ("correct_checker(c4,d4)", "no-checker"),
        ("correct_checker(b4,h9)", "no-checker"),
        ("correct_checker(b4,f4)", "occupied"),
        ("correct_checker(b4,b5)", "hole"),
        ("correct_card(b5,R)", "no-card"),
        ("correct_card(x,R)", "no-card"),
        ("correct_card(b4,G)", "no-such-border"),
        ("correct_collection(0,Y,BPGR)", "not-collected"),
    ],
)
def test_a_refusal_says_why(notation: str, code: str) -> None:
    assert (refusal(example_1(), notation) or ("",))[0] == code


def test_not_before_the_first_turn_nor_while_a_card_is_put() -> None:
    fresh = GAME.new_initial_state(Setup(NAMES))
    assert GAME.corrections(fresh) == ()
    putting = play(example_9(), "take_card(Y,BPGR)").state
    for notation in ("correct_turn(1)", "correct_checker(a1,c3)", "correct_card(a1,B)"):
        assert refusal(putting, notation) == ("not-now", "CJ-R19")
