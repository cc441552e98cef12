"""The end of a game: how many turns are played once it was declared, or the target is reached."""

import pytest

from companion.engine.shared_actions import ComeBack, Leave
from companion.sheets import actions
from companion.sheets.game import SheetGame
from companion.sheets.state import Phase, TableState
from tests.sheets.test_play import begun, do, game, turns

POINTS = "categories: [{id: points, name: Points, when: round}]\n"


def last_turns(rules: SheetGame, state: TableState) -> list[int]:
    """Return who plays from a state on until the game is over."""
    played: list[int] = []
    while not rules.is_terminal(state) and state.phase is not Phase.WINNER:
        assert len(played) < 20, "the game goes on for ever"
        if state.phase is Phase.TURN:
            played.append(state.current)
            state = do(rules, state, actions.HandOver())
        elif state.phase is Phase.BREAK:
            state = do(rules, state, actions.StartRound())
        else:
            state = do(rules, state, actions.Tally(rules.current_player(state), "points", 0))
    return played


@pytest.mark.parametrize(
    "course",
    [
        "wins: named",
        "wins: named\npause: true",
        "wins: named\norder: counter-clockwise",
        "wins: named\norder: there-and-back",
        "wins: named\nnext: rotate",
        "wins: named\ndealer: true",
        "wins: named\nround_ends: passed",
        "wins: named\nround_ends: called",
        f"{POINTS}next: most\norder: most-first",
        f"{POINTS}pause: true",
    ],
)
@pytest.mark.parametrize("before", [0, 1, 2, 3, 4])
def test_everybody_else_has_one_more_turn(course: str, before: int) -> None:
    """SH-END-1."""
    rules = game(f"{course}\nfinish: lap\nbegins: first\n")
    state = begun(rules)
    while before:
        if state.phase is Phase.TURN:
            state, before = do(rules, state, actions.HandOver()), before - 1
        elif state.phase is Phase.BREAK:
            state = do(rules, state, actions.StartRound())
        else:
            state = do(rules, state, actions.Tally(rules.current_player(state), "points", 0))
    if state.phase is Phase.COUNT:
        state = do(rules, state, *(actions.Tally(seat, "points", 0) for seat in range(3)))
    if state.phase is Phase.BREAK:
        state = do(rules, state, actions.StartRound())
    first = state.current
    played = last_turns(rules, do(rules, state, actions.FinishGame()))
    assert (played[0], sorted(played)) == (first, [0, 1, 2])


def test_the_round_of_the_last_turn_is_counted() -> None:
    rules = game(f"{POINTS}finish: lap\nbegins: first\n")
    state = do(rules, begun(rules, 2), actions.HandOver(), actions.FinishGame())
    state = do(rules, state, actions.HandOver(), *(actions.Tally(i, "points", 1) for i in (0, 1)))
    assert (state.phase, state.current, state.round) == (Phase.TURN, 0, 2)
    state = do(rules, state, actions.HandOver(), *(actions.Tally(i, "points", 2) for i in (0, 1)))
    assert (rules.is_terminal(state), rules.returns(state)) == (True, (3, 3))


def test_a_target_that_is_reached_begins_the_last_lap() -> None:
    rules = game("amounts: [5, -5]\ntarget: 5\nfinish: lap\nbegins: first\n")
    state = do(rules, begun(rules), actions.HandOver(), actions.AddPoints(1, 5))
    assert last_turns(rules, state) == [1, 2, 0]
    assert turns(rules, do(rules, state, actions.AddPoints(1, -5)), 5) == [1, 2, 0, 1, 2]
    by_hand = do(rules, state, actions.ChangePoints(1, -5))
    assert turns(rules, by_hand, 5) == [1, 2, 0, 1, 2]
    late = do(rules, begun(rules), actions.HandOver(), actions.AddPoints(0, 5))
    assert last_turns(rules, late) == [1, 2]


def test_whoever_has_passed_has_no_turn_in_the_last_lap() -> None:
    rules = game("wins: named\nround_ends: passed\nfinish: lap\nbegins: first\n")
    state = do(rules, begun(rules), actions.PassRound(), actions.FinishGame())
    assert last_turns(rules, state) == [1, 2]


def test_whoever_calls_the_round_over_calls_the_last_lap_over() -> None:
    rules = game("wins: named\nround_ends: called\nfinish: lap\nbegins: first\n")
    state = do(rules, begun(rules), actions.FinishGame(), actions.FinishRound())
    assert last_turns(rules, state) == []


def test_whoever_leaves_in_the_last_lap_has_a_turn_in_it_only_once_back() -> None:
    rules = game("wins: named\nfinish: lap\nbegins: first\n")
    state = do(rules, begun(rules), actions.FinishGame(), actions.HandOver(), Leave(2))
    assert last_turns(rules, state) == [1]
    assert last_turns(rules, do(rules, state, ComeBack(2))) == [1, 2]


def test_a_turn_that_was_done_in_advance_is_a_turn_of_the_last_lap() -> None:
    rules = game("wins: named\nfinish: lap\nbegins: first\n")
    state = do(rules, begun(rules), actions.FinishAhead(1), actions.FinishGame())
    assert last_turns(rules, state) == [0, 2]


def test_whoever_ends_the_game_out_of_turn_has_no_further_turn() -> None:
    rules = game("wins: named\nfinish: lap\nbegins: first\n")
    state = do(rules, begun(rules), actions.Interject(2), actions.FinishGame())
    assert last_turns(rules, do(rules, state, actions.HandOver())) == [0, 1]


def test_the_round_is_played_out_where_all_play_at_the_same_time() -> None:
    rules = game("order: together\nwins: named\nfinish: lap\n")
    state = do(rules, begun(rules), actions.FinishGame(), actions.Ready(0))
    assert do(rules, state, actions.AllReady()).phase is Phase.WINNER


def test_everybody_who_can_play_leaves_between_two_rounds() -> None:
    rules = game("wins: named\nfinish: lap\npause: true\nbegins: first\n")
    state = do(rules, begun(rules, 2), *[actions.HandOver()] * 2, actions.FinishGame())
    assert state.phase is Phase.BREAK
    assert do(rules, state, Leave(0)).phase is not Phase.BREAK
