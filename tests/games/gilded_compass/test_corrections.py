"""Corrections that the table may make."""

import pytest

from companion.engine.figures import DialTotal
from companion.games.gilded_compass import GAME
from companion.games.gilded_compass.actions import (
    CorrectAbility,
    CorrectDie,
    CorrectGold,
    CorrectKnowledge,
    CorrectRound,
)
from companion.games.gilded_compass.stacks import size
from tests.games.gilded_compass.tables import code, do, rolled, setup, table


def test_gold_is_set_right_and_counts() -> None:
    state = do(table(), CorrectGold(1, 5)).state
    before = GAME.returns(table())
    assert GAME.returns(state) == (before[0], before[1] + 5)
    assert code(state, CorrectGold(1, 3)) == "no-such-change GC-END-1"
    assert code(state, CorrectGold(7, 1)) == "no-such-seat GC-SETUP-1"


def test_knowledge_is_never_less_than_none() -> None:
    assert do(table(), CorrectKnowledge(0, 2)).state.players[0].knowledge == 3
    assert code(table(), CorrectKnowledge(0, -2)) == "no-knowledge GC-END-KNOW"
    assert code(table(), CorrectKnowledge(0, 7)) == "no-such-change GC-END-KNOW"


def test_a_group_that_joins_says_which_round_it_is() -> None:
    """GC-ROUND-7: the last round is the last one, whoever has seen the others."""
    state = do(table(), CorrectRound(3)).state
    assert state.round == 3
    assert code(state, CorrectRound(3)) == "no-such-round GC-ROUND-7"
    assert code(state, CorrectRound(7)) == "no-such-round GC-ROUND-7"


def test_gold_is_dialled_as_it_lies_open() -> None:
    state = do(table(), DialTotal(1, 10, 4)).state
    state = do(state, DialTotal(1, 1, 2)).state
    assert GAME.returns(state)[1] == 42


def test_a_die_that_was_entered_wrongly_can_be_turned() -> None:
    state = rolled(table(), "11223346")
    assert do(state, CorrectDie("6", 5)).state.hand.own == (1, 1, 2, 2, 3, 3, 4, 5)
    assert code(state, CorrectDie("6", 6)) == "no-such-die GC-TURN-1"
    assert code(state, CorrectDie("5", 6)) == "no-such-die GC-TURN-1"
    assert code(table(), CorrectDie("6", 5)) == "no-dice-rolled GC-TURN-1"


def test_an_ability_is_given_and_taken() -> None:
    """GC-ABIL-END."""
    state = table(setup(2, c_building="illuminati"))
    left = size(state.stack("abilities"))
    corrected = do(state, CorrectAbility(0, "persuasion", has=True)).state
    assert corrected.players[0].abilities == ("persuasion",)
    assert size(corrected.stack("abilities")) == left - 1
    taken = do(corrected, CorrectAbility(0, "persuasion", has=False)).state
    assert (taken.players[0].abilities, size(taken.stack("abilities"))) == ((), left)
    assert code(state, CorrectAbility(0, "persuasion", has=False)) == (
        "no-such-ability GC-ABIL-END"
    )


@pytest.mark.parametrize("action", [CorrectGold(0, 1), CorrectKnowledge(0, 1)])
def test_nothing_is_set_before_the_start(action: CorrectGold) -> None:
    assert code(GAME.new_initial_state(setup()), action) == "not-yet GC-SETUP-9"
