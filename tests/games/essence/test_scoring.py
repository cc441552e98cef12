"""Evaluating votes, the reasons for a field, and who wins (sections 7, 9 and 10)."""

from collections.abc import Sequence
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.games.essence import GAME
from companion.games.essence.scoring import gains, group, individual
from companion.games.essence.state import Phase
from tests.games.essence.tables import asked, begin, fields, games, play, votes

VOTES = st.lists(st.one_of(st.none(), st.integers(1, 7)), min_size=2, max_size=7)


class TestIndividual:
    def test_the_active_player_gains_for_each_who_agrees_and_they_gain_one(self) -> None:
        """ES-SCORE-IND-1, ES-DRAW-4."""
        assert individual((2, 2, 1, 2), 0) == (2, 1, 0, 1)

    def test_matches_of_others_do_not_count(self) -> None:
        """ES-SCORE-IND-2."""
        assert individual((4, 4, 1, 4), 2) == (0, 0, 0, 0)

    def test_a_player_who_does_not_vote_has_no_part_in_it(self) -> None:
        assert individual((1, None, 1), 0) == (1, 0, 1)

    @given(VOTES, st.data())
    def test_the_active_player_gains_what_the_others_do(
        self, laid: list[int | None], data: st.DataObject
    ) -> None:
        voters = [seat for seat, vote in enumerate(laid) if vote is not None]
        if voters:
            active = data.draw(st.sampled_from(voters))
            gained = individual(laid, active)
            assert gained[active] == sum(gained) - gained[active]
            assert all(gain in (0, 1) for seat, gain in enumerate(gained) if seat != active)


class TestGroup:
    def test_each_gains_for_every_other_with_the_same_number(self) -> None:
        """ES-SCORE-GRP-1."""
        assert group((1, 1, 3, 1, 3, 5), 0) == (2, 2, 1, 2, 1, 0)

    @given(VOTES, st.integers(0, 6))
    def test_the_active_player_counts_like_all_others(
        self, laid: list[int | None], active: int
    ) -> None:
        """ES-SCORE-GRP-2."""
        assert group(laid, active) == group(laid, 0)

    @given(VOTES)
    def test_a_set_of_k_equal_votes_gains_k_minus_1_each(self, laid: list[int | None]) -> None:
        gained = group(laid, 0)
        for vote in {number for number in laid if number is not None}:
            assert {gained[seat] for seat, number in enumerate(laid) if number == vote} == {
                laid.count(vote) - 1
            }
        assert all(gained[seat] == 0 for seat, number in enumerate(laid) if number is None)


@pytest.mark.parametrize(
    ("symbol", "expected"), [("individual", (4, 1, 1, 0)), ("group", (4, 2, 2, 0))]
)
def test_a_coin_doubles_the_active_players_gain_alone(
    symbol: Literal["individual", "group"], expected: Sequence[int]
) -> None:
    """ES-COIN-3, ES-R14, ES-R15."""
    assert gains(symbol, (2, 2, 2, 1), 0, coin=True) == tuple(expected)


class TestFields:
    def test_the_lines_say_what_moved_a_pawn(self) -> None:
        state = play(votes(asked("Y03"), 4, 4, 1), "reveal").state
        lines = {(line.player, line.rule, line.points) for line in GAME.score_breakdown(state)}
        assert lines == {(0, "ES-SCORE-IND-1", 1), (1, "ES-SCORE-IND-1", 1)}

    def test_a_gain_ends_at_the_centre_and_the_coins_share_is_lost_first(self) -> None:
        """ES-MOVE-2, ES-COIN-3."""
        state = asked("Y03", double_points="with")
        state = state.with_player(0, corrected=81)
        state = play(votes(state, 4, 4, 4), "place_coin", "reveal").state
        assert fields(state) == (84, 1, 1)
        player = state.players[0]
        assert (player.as_active, player.doubled, player.gain) == (2, 1, 4)

    def test_a_player_who_has_left_has_no_lines(self) -> None:
        """ES-R18."""
        state = play(begin(3), "correct_pawn(2,9)", "leave(2)").state
        assert GAME.returns(state) == (0, 0, 0)
        assert GAME.score_breakdown(state) == ()


class TestWinners:
    def test_the_farthest_pawn_wins_and_equals_share(self) -> None:
        """ES-END-5, ES-R9."""
        state = replace(begin(4), phase=Phase.OVER)
        for seat, field in enumerate((10, 30, 30, 2)):
            state = state.with_player(seat, corrected=field)
        assert GAME.winners(state) == (1, 2)

    def test_with_two_players_nobody_wins(self) -> None:
        """ES-END-6, ES-R13: both positions are shown."""
        state = replace(begin(2), phase=Phase.OVER).with_player(0, corrected=84)
        assert GAME.winners(state) == ()
        assert GAME.returns(state) == (84, 0)

    def test_two_remaining_players_of_three_are_ranked(self) -> None:
        """ES-R18: a player who has left is not ranked."""
        state = play(begin(3), "correct_pawn(0,1)", "correct_pawn(2,9)", "leave(2)").state
        assert GAME.winners(replace(state, phase=Phase.OVER)) == (0,)

    def test_two_players_gain_the_same_whatever_they_vote(self) -> None:
        """ES-END-6: no option is in use that would separate them."""
        for number in (0, 6, 12):
            (game,) = games(1, seed=24 * number)
            for moment in game:
                players = moment.step.state.players
                plain = [player.as_active + player.as_other + player.in_group for player in players]
                assert plain[0] == plain[1]
