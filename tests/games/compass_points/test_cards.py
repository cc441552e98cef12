"""Directions open, then speeds face down (section 4)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.engine.codec import snake_case
from companion.games.compass_points import GAME
from companion.games.compass_points.actions import LayDirection, LaySpeed, LayUnread, TurnUnread
from companion.games.compass_points.events import DirectionLaid, SpeedLaid, SpeedTurned
from companion.games.compass_points.state import Phase
from companion.games.compass_points.variant import DIRECTIONS, SPEEDS
from tests.games.compass_points.tables import code, do, in_phase, laid, position


class TestDirections:
    """CP-DIR-1, CP-COMP-2, CP-NOTE-1."""

    def test_each_in_order_lays_one_of_eight_face_up(self) -> None:
        state = position()
        for seat in range(4):
            assert GAME.current_player(state) == seat
            assert GAME.legal_actions(state, seat) == tuple(
                LayDirection(seat, direction) for direction in DIRECTIONS
            )
            step = do(state, LayDirection(seat, "SE"))
            assert step.events == (DirectionLaid("CP-DIR-1", seat, "SE"),)
            state = step.state
        assert state.phase is Phase.SPEED

    def test_it_cannot_be_changed_in_this_round(self) -> None:
        state = do(position(), LayDirection(0, "SE")).state
        assert code(state, LayDirection(0, "N")) == "lies-already CP-DIR-1"

    def test_nobody_lays_out_of_order(self) -> None:
        assert code(position(), LayDirection(2, "N")) == "not-in-order CP-ROUND-2"

    def test_there_are_no_other_cards(self) -> None:
        assert code(position(), LayDirection(0, "NNE")) == "no-such-direction CP-COMP-2"


class TestSpeeds:
    """CP-SPEED-1, CP-COMP-3."""

    def test_then_each_in_the_same_order_lays_one_of_four_face_down(self) -> None:
        state = in_phase(Phase.SPEED)
        for seat in range(4):
            assert GAME.current_player(state) == seat
            assert GAME.legal_actions(state, seat)[1:] == tuple(
                LaySpeed(seat, speed) for speed in SPEEDS
            )
            step = do(state, LaySpeed(seat, 2))
            assert step.events == (SpeedLaid("CP-SPEED-1", seat),)
            state = step.state
        assert state.phase is Phase.MOVE

    def test_it_cannot_be_changed_in_this_round(self) -> None:
        state = do(in_phase(Phase.SPEED), LaySpeed(0, 1)).state
        assert code(state, LaySpeed(0, 2)) == "lies-already CP-SPEED-1"
        moving = laid(position(), "N N1, E N0, S N0, W N0")
        assert code(moving, TurnUnread(0, 3)) == "was-read CP-SPEED-1"

    def test_there_are_no_other_cards(self) -> None:
        assert code(in_phase(Phase.SPEED), LaySpeed(0, 4)) == "no-such-speed CP-COMP-3"

    @given(st.sampled_from(DIRECTIONS), st.sampled_from(SPEEDS))
    def test_any_direction_and_speed_may_be_chosen(self, direction: str, speed: int) -> None:
        """CP-SPEED-3: also those that leave the board."""
        state = do(position(pawn="a9"), LayDirection(0, direction)).state
        for seat in (1, 2, 3):
            state = do(state, LayDirection(seat, "N")).state
        assert code(state, LaySpeed(0, speed)) is None


class TestUnread:
    """CP-SPEED-2: a table without tags and phones tells a speed only when its card is turned."""

    def test_a_card_that_the_box_has_not_read_counts_as_laid(self) -> None:
        step = do(in_phase(Phase.SPEED), LayUnread())
        assert step.events == (SpeedLaid("CP-SPEED-1", 0),)
        assert step.state.players[0].speed is None

    def test_its_speed_is_entered_when_it_is_turned(self) -> None:
        state = in_phase(Phase.SPEED)
        for _ in range(4):
            state = do(state, LayUnread()).state
        assert code(state, "turn") == "not-read CP-SPEED-2"
        assert GAME.legal_actions(state, 0) == tuple(TurnUnread(0, speed) for speed in SPEEDS)
        step = do(state, TurnUnread(0, 2))
        assert step.events[0] == SpeedTurned("CP-MOVE-1", 0, "N", 2)
        assert step.state.pawn == "e7"

    def test_read_and_unread_cards_mix(self) -> None:
        state = do(in_phase(Phase.SPEED), LayUnread()).state
        for seat in (1, 2, 3):
            state = do(state, LaySpeed(seat, 0)).state
        state = do(state, TurnUnread(0, 1)).state
        assert code(state, TurnUnread(1, 0)) == "was-read CP-SPEED-1"
        assert code(state, "turn") is None


@pytest.mark.parametrize("phase", list(Phase))
def test_what_a_phase_does_not_know_is_refused_by_its_rule(phase: Phase) -> None:
    state = in_phase(phase)
    waits = GAME.phases.table[phase]
    known = {act.kind for act in waits.acts}
    for kind in GAME.phases.kinds:
        if kind in known:
            continue
        action = GAME.make_action(snake_case(kind.__name__), {})
        assert code(state, action) == f"not-now-{phase} {waits.rule}"
