"""Who is next in a round from which players leave, and to which they come back."""

import pytest

from companion.engine.shared_actions import ComeBack, Leave
from companion.i18n.catalogue import Catalogue
from companion.sheets import actions, play
from companion.sheets.state import Phase, TableState
from tests.sheets.test_play import NAMES, begun, do, game, turns

ROUND = [actions.HandOver()] * 3
RULES = game("wins: named\nbegins: first\n")


def returned() -> TableState:
    """Return the state after Dan has left in the first round and come back in the second."""
    return do(RULES, begun(RULES, 4), Leave(3), *ROUND, ComeBack(3))


def test_whoever_comes_back_a_round_later_has_a_turn_where_it_was() -> None:
    """SH-HAND-1."""
    assert turns(RULES, returned(), 5) == [0, 1, 2, 3, 0]
    assert do(RULES, returned(), actions.SetTurn(3)).current == 3


def test_the_turn_goes_on_if_whoever_was_interrupted_has_left() -> None:
    """SH-TURN-1: as if that turn had ended."""
    state = do(RULES, returned(), actions.Interject(3), Leave(0))
    assert RULES.prompt(state, 3).key == "sheet.prompt.turn"
    assert turns(RULES, state, 5) == [3, 1, 2, 3, 1]
    assert turns(RULES, do(RULES, state, ComeBack(0)), 4) == [3, 0, 1, 2]


def test_the_turn_is_played_out_if_whoever_was_interrupted_has_left() -> None:
    rules = game("wins: named\nbegins: first\nfinish: turn\n")
    state = do(rules, begun(rules), actions.FinishGame(), actions.Interject(2), Leave(0))
    assert do(rules, state, actions.HandOver()).phase is Phase.WINNER


def test_somebody_chooses_who_is_next_in_a_round() -> None:
    """SH-TURN-1: each has one turn in a round, and one press leads to the next clockwise."""
    rules = game("wins: named\nbegins: first\norder: chosen\n")
    state = do(rules, begun(rules, 4), actions.HandTo(2))
    assert state.current == 2
    assert rules.why_not(state, actions.HandTo(0)) is not None
    state = do(rules, state, actions.HandTo(3), actions.HandOver())
    assert (state.current, state.round) == (1, 1)
    assert play.to_choose(state) == ()
    assert do(rules, state, actions.HandOver()).round == 2


def test_any_who_has_not_passed_is_chosen() -> None:
    rules = game("wins: named\nbegins: first\norder: chosen\nround_ends: passed\n")
    state = do(rules, begun(rules), actions.HandTo(2), actions.HandTo(0), actions.PassRound())
    assert turns(rules, state, 3) == [1, 2, 1] or turns(rules, state, 3) == [2, 1, 2]
    assert rules.why_not(state, actions.HandTo(0)) is not None


@pytest.mark.parametrize("course", ["", "order: there-and-back\n"])
def test_nobody_is_chosen_in_another_order(course: str) -> None:
    rules = game(f"wins: named\nbegins: first\n{course}")
    assert play.to_choose(begun(rules)) == ()


def test_all_play_each_phase_at_the_same_time() -> None:
    """SH-ROUND-1."""
    rules = game("order: together\nphases: [Bids, Tricks]\nwins: named\n")
    state = begun(rules)
    assert Catalogue("en", rules, NAMES).long(rules.prompt(state, 0)) == (
        "Bids: all play at the same time"
    )
    state = do(rules, state, actions.AllReady())
    assert (state.round, state.part, rules.awaited(state)) == (1, 1, (0, 1, 2))
    state = do(rules, state, actions.Ready(0), actions.Ready(1), actions.Ready(2))
    assert (state.round, state.part) == (2, 0)
