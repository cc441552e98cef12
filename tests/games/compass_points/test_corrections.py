"""Corrections by the table: scores, pawn, cards, turns and rounds set by hand."""

import pytest

from companion.games.compass_points import GAME
from companion.games.compass_points.actions import LaySpeed
from companion.games.compass_points.events import Corrected
from companion.games.compass_points.state import Phase
from tests.games.compass_points.tables import code, do, hit, in_phase, laid, out, position, scores

MOVES = "N N1, E S2, S E3, W W0"


def test_every_correction_is_reported() -> None:
    for phase in Phase:
        state = in_phase(phase)
        for action in GAME.corrections(state):
            assert isinstance(do(state, action).events[0], Corrected)


def test_scores_may_be_set_at_any_time() -> None:
    """CP-SETUP-1; after the end a correction may change the winner."""
    state = in_phase(Phase.OVER)
    assert GAME.winners(state) == (0, 1, 2, 3)
    state = do(state, "correct_score(1,50)").state
    assert scores(state) == (0, 50, 0, 0)
    assert GAME.winners(state) == (1, 3)
    assert code(state, "correct_score(1,7)") == "no-such-change CP-SCORE-4"


def test_the_pawn_may_be_set() -> None:
    state = do(position(), "correct_pawn(b2)").state
    assert (state.pawn, state.path) == ("b2", ())
    assert code(state, "correct_pawn(b2)") == "pawn-is-there CP-NOTE-2"
    assert code(state, "correct_pawn(k2)") == "no-such-square CP-NOTE-2"


@pytest.mark.parametrize("phase", [Phase.POINTS, Phase.CORNER])
def test_but_not_while_a_choice_depends_on_it(phase: Phase) -> None:
    assert code(in_phase(phase), "correct_pawn(b2)") == "choose-first CP-MOVE-1"


def test_a_direction_may_be_set_until_the_move() -> None:
    """CP-DIR-1."""
    state = laid(position(), MOVES)
    state = do(state, "correct_direction(0,SE)").state
    assert do(state, "turn").state.pawn == "f4"
    assert code(do(state, "turn").state, "correct_direction(0,S)") == "no-other-direction CP-DIR-1"
    assert code(state, "correct_direction(1,S)") == "no-other-direction CP-DIR-1"
    assert code(position(), "correct_direction(1,S)") == "no-other-direction CP-DIR-1"


def test_a_card_that_was_read_wrongly_becomes_an_unread_one() -> None:
    """CP-SPEED-1, CP-SPEED-2: nobody learns which card was read."""
    state = do(in_phase(Phase.SPEED), LaySpeed(0, 3)).state
    state = do(state, "correct_unread(0)").state
    assert (state.players[0].laid, state.players[0].speed) == (True, None)
    assert code(state, "correct_unread(0)") == "no-card-read CP-SPEED-1"


class TestTurn:
    """CP-MOVE-1."""

    def test_whose_move_it_is_may_be_set(self) -> None:
        state = do(laid(position(), MOVES), "correct_turn(2)").state
        assert GAME.current_player(state) == 2
        assert code(state, "correct_turn(2)") == "moves-already CP-MOVE-1"
        state = do(do(state, "turn").state, "correct_turn(0)").state
        assert GAME.current_player(state) == 0

    def test_a_skipped_speed_stays_unknown(self) -> None:
        """CP-SPEED-2."""
        state = do(laid(position(), MOVES), "correct_turn(2)").state
        assert [player.speed for player in state.players] == [None, None, 3, 0]

    def test_a_turned_speed_is_known(self) -> None:
        state = do(do(laid(position(), MOVES), "turn").state, "correct_turn(2)").state
        assert state.players[0].speed == 1

    def test_only_among_moves_and_those_who_take_part(self) -> None:
        assert code(position(), "correct_turn(2)") == "no-moves-yet CP-MOVE-1"
        state = laid(position(out="E"), "N N1, S E3, W W0")
        assert code(state, "correct_turn(1)") == "sits-out CP-MISS-1"


class TestMissedRounds:
    """CP-MISS-1."""

    def test_the_players_sitting_out_may_be_set_which_restarts_the_round(self) -> None:
        state = do(laid(position(), MOVES), "correct_miss(0,1,True)").state
        assert (out(state), state.phase, state.order) == ("N", Phase.DIRECTION, (1, 2, 3))
        assert out(do(state, "correct_miss(0,1,False)").state) == ""
        assert code(state, "correct_miss(0,1,True)") == "known-already CP-MISS-1"

    def test_who_will_miss_the_next_round_as_well(self) -> None:
        state = do(laid(position(), MOVES), "correct_miss(3,2,True)").state
        assert (hit(state), state.phase) == ("W", Phase.MOVE)

    def test_there_are_no_others(self) -> None:
        """CP-ROUND-1."""
        assert code(position(), "correct_miss(0,3,True)") == "no-such-round CP-ROUND-1"
        last = position(number=12)
        assert code(last, "correct_miss(0,13,True)") == "no-such-round CP-ROUND-1"


def test_the_round_may_be_set_and_restarts() -> None:
    """CP-ROUND-2: the lead is set along with the round."""
    state = do(laid(position(), MOVES), "correct_round(3)").state
    assert (state.round, state.phase, GAME.current_player(state)) == (3, Phase.DIRECTION, 2)
    assert code(state, "correct_round(13)") == "no-such-round CP-ROUND-1"


def test_nobody_else_sits_at_the_table() -> None:
    """CP-COMP-1."""
    assert code(position(), "correct_score(4,5)") == "no-such-seat CP-COMP-1"
