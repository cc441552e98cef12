"""The course of a round and of the game (sections 3, 7, 8 and 9)."""

import pytest

from companion.games.essence import GAME
from companion.games.essence.events import Advanced, CoinSpent, GameOver, RoundBegan
from companion.games.essence.state import Phase, State
from tests.games.essence.tables import all_of, asked, begin, drawn, fields, legal, only, play, votes


def standing(state: State, *where: int) -> State:
    """Return a state with the pawns on these fields."""
    for seat, field in enumerate(where):
        state = state.with_player(seat, corrected=field)
    return state


class TestCourse:
    def test_a_round_has_four_steps(self) -> None:
        """ES-ROUND-1."""
        state = begin()
        seen = [state.phase]
        for notation in ("draw_question(Y03)", "draw_phrase(traits-1)"):
            state = play(state, notation).state
            seen.append(state.phase)
        laid = votes(state, 1, 1, 2)
        revealed = play(laid, "reveal").state
        seen += [laid.phase, revealed.phase]
        assert seen == [Phase.QUESTION, Phase.PHRASES, Phase.VOTE, Phase.REVEAL, Phase.CLEAN]
        assert play(revealed, "end_round").state.phase is Phase.QUESTION

    def test_all_take_part_in_every_vote(self) -> None:
        """ES-ROUND-2."""
        state = asked("Y03")
        assert GAME.active_players(state) == (0, 1, 2)
        assert all(legal(state, seat) for seat in range(3))

    def test_the_next_player_is_to_the_left(self) -> None:
        """ES-ROUND-3."""
        step = play(votes(asked("Y03"), 1, 2, 3), "reveal", "end_round")
        assert only(step, RoundBegan) == RoundBegan("ES-ROUND-3", 1, 2)
        last = play(votes(asked("Y03"), 1, 2, 3), "correct_turn(2)", "reveal", "end_round")
        assert last.state.active == 0

    def test_voting_cards_go_back_to_hands(self) -> None:
        """ES-CLEAN-1."""
        state = play(votes(asked("Y03"), 1, 2, 3), "reveal", "end_round").state
        assert [player.vote for player in state.players] == [None] * 3
        assert (state.shown, state.card) == ((), None)


class TestMoves:
    def test_all_pawns_advance_together(self) -> None:
        """ES-MOVE-1, ES-R9."""
        step = play(votes(asked("Y02"), 4, 4, 4), "reveal")
        assert [event.player for event in all_of(step, Advanced)] == [0, 1, 2]
        assert fields(step.state) == (2, 2, 2)

    def test_fields_hold_any_number_of_pawns_and_what_is_left_over_is_lost(self) -> None:
        """ES-MOVE-2."""
        state = standing(asked("Y02"), 83, 84, 82)
        step = play(votes(state, 4, 4, 4), "reveal")
        assert fields(step.state) == (84, 84, 84)
        assert [event.gain for event in all_of(step, Advanced)] == [2, 2, 2]

    def test_a_coin_leaves_the_game_even_if_it_doubled_nothing(self) -> None:
        """ES-COIN-4."""
        state = votes(asked("Y03", double_points="with"), 1, 2, 3)
        step = play(state, "place_coin", "reveal")
        assert only(step, CoinSpent).player == 0
        assert [player.coins for player in step.state.players] == [2, 3, 3]
        assert all_of(step, Advanced) == []


class TestEnd:
    def test_a_pawn_in_the_centre_ends_the_game(self) -> None:
        """ES-END-1, ES-END-2: the end comes after all gains of the round."""
        state = standing(asked("Y02"), 83, 10, 10)
        revealed = play(votes(state, 4, 4, 4), "reveal").state
        assert revealed.phase is Phase.CLEAN
        step = play(revealed, "end_round")
        assert only(step, GameOver) == GameOver("ES-END-1", "centre")
        assert fields(step.state) == (84, 12, 12)
        assert GAME.winners(step.state) == (0,)

    @pytest.mark.parametrize("colour", ["yellow", "green", "blue"])
    def test_so_does_an_exhausted_deck_after_the_round(self, colour: str) -> None:
        """ES-END-3, ES-END-4, ES-R10: the round of the last card is played to its end."""
        state = begin(data={"fields": [colour] * 85})
        for _ in range(13):
            state = play(votes(drawn(state), 1, 1, 1), "reveal", "end_round").state
        assert state.phase is Phase.QUESTION
        last = play(votes(drawn(state), 1, 1, 1), "reveal")
        assert last.state.phase is Phase.CLEAN
        step = play(last.state, "end_round")
        assert only(step, GameOver) == GameOver("ES-END-3", f"deck:{colour}")
        assert step.state.reasons == (f"deck:{colour}",)

    def test_two_reasons_are_both_reported(self) -> None:
        state = begin(data={"fields": ["yellow"] * 85})
        for _ in range(13):
            state = play(votes(drawn(state), 1, 1, 1), "reveal", "end_round").state
        state = standing(drawn(state), 84, 0, 0)
        step = play(votes(state, 1, 1, 1), "reveal", "end_round")
        assert step.state.reasons == ("centre", "deck:yellow")

    def test_a_step_back_does_not_matter_for_it(self) -> None:
        """ES-R17: what counts is the pawns' fields after the round."""
        state = standing(asked("Y01"), 84, 0, 0)
        state = drawn(play(state, "change(1)").state)
        assert fields(state)[0] == 83
        assert play(votes(state, 1, 2, 3), "reveal", "end_round").state.phase is not Phase.OVER
