"""Rounds, leads and missed rounds (sections 3 and 7)."""

import pytest
from msgspec.structs import replace

from companion.games.compass_points import GAME, rounds
from companion.games.compass_points.events import GameOver, RoundBegan, RoundMissed, SatOut
from companion.games.compass_points.state import Phase, Player
from tests.games.compass_points.tables import SETUP, code, hit, out, played, position

STAY = "N N0, E N0, S N0, W N0"


def test_the_pawn_starts_in_the_centre_and_all_scores_are_0() -> None:
    """CP-SETUP-1."""
    state = GAME.new_initial_state(SETUP)
    assert (state.pawn, state.round, state.phase) == ("e5", 1, Phase.DIRECTION)
    assert GAME.returns(state) == (0, 0, 0, 0)


class TestLead:
    """CP-ROUND-2, CP-R4."""

    @pytest.mark.parametrize(
        ("number", "order"), [(1, "NESW"), (2, "ESWN"), (3, "SWNE"), (4, "WNES"), (5, "NESW")]
    )
    def test_it_passes_clockwise_each_round(self, number: int, order: str) -> None:
        assert "".join("NESW"[seat] for seat in position(number=number).order) == order

    def test_missed_rounds_do_not_shift_it(self) -> None:
        """CP-MISS-3: the next player who takes part goes first."""
        assert position(number=2, out="E").order == (2, 3, 0)
        assert position(number=3, out="").order == (2, 3, 0, 1)


class TestNextRound:
    """CP-ROUND-1, CP-ROUND-3, CP-R5."""

    def test_the_pawn_stays_and_all_cards_go_back(self) -> None:
        step = played(position(pawn="d5"), "N N0, E N0, S N0, W E1")
        assert step.state.pawn == "e5"
        assert step.state.round == 2
        for player in step.state.players:
            assert replace(player, gains=()) == Player()
        assert step.events[-1] == RoundBegan("CP-ROUND-1", 2, 1)

    def test_a_player_who_was_hit_sits_out(self) -> None:
        """CP-MISS-1: such a player lays no card and has no move."""
        step = played(position(pawn="d9"), "N N0, E NW1, S N0, W N0")
        assert step.events[-2:] == (SatOut("CP-MISS-1", 1, 2), RoundBegan("CP-ROUND-1", 2, 2))
        assert code(step.state, "lay_direction(1,N)") == "sits-out CP-MISS-1"
        assert step.state.order == (2, 3, 0)

    def test_and_is_back_in_the_one_after(self) -> None:
        state = played(position(pawn="d5", number=2, out="E"), "S N0, W N0, N N0").state
        assert (out(state), hit(state)) == ("", "")


class TestAllMiss:
    """CP-MISS-4."""

    def test_the_round_passes_and_counts(self) -> None:
        state = position(pawn="d5", number=4)
        for seat in range(4):
            state = state.with_player(seat, hit=True)
        step = played(state, "W N0, N N0, E N0, S N0")
        assert step.events[-6:] == (
            *(SatOut("CP-MISS-1", seat, 5) for seat in range(4)),
            RoundMissed("CP-MISS-4", 5),
            RoundBegan("CP-ROUND-1", 6, 1),
        )
        assert (step.state.round, out(step.state)) == (6, "")

    def test_the_twelfth_may_be_such_a_round(self) -> None:
        state = rounds.following(position(number=11))
        step = rounds.begin(
            replace(state, players=tuple(replace(player, misses=True) for player in state.players))
        )
        assert step.events[-2:] == (RoundMissed("CP-MISS-4", 12), GameOver("CP-END-1"))


class TestEnd:
    """CP-END-1, CP-R19."""

    def test_the_game_ends_after_round_12(self) -> None:
        step = played(position(pawn="d5", number=12), "W N0, N N0, E N0, S N0")
        assert step.events[-1] == GameOver("CP-END-1")
        assert GAME.is_terminal(step.state)
        assert code(step.state, "lay_direction(0,N)") == "not-now-over CP-END-2"

    def test_missed_rounds_lapse_then(self) -> None:
        state = played(position(pawn="b9", number=12), "W N0, N N1, E N0, S N0").state
        assert hit(state) == ""
