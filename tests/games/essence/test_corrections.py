"""Corrections by the table, players who leave, and void rounds (ES-R18, ES-R19)."""

import pytest

from companion.games.essence import GAME
from companion.games.essence.events import (
    PlayerBack,
    PlayerLeft,
    RoundVoid,
    VotesTakenBack,
)
from companion.games.essence.state import Phase, State, votable
from tests.games.essence.tables import (
    all_of,
    asked,
    begin,
    drawn,
    fields,
    games,
    legal,
    only,
    play,
    refusal,
    votes,
)


class TestByHand:
    def test_a_pawn_is_moved(self) -> None:
        """ES-MOVE-1."""
        state = play(asked("Y03"), "correct_pawn(1,7)", "correct_pawn(1,-2)").state
        assert fields(state) == (0, 5, 0)
        assert refusal(state, "correct_pawn(1,-6)") == ("off-the-board", "ES-MOVE-2")
        assert refusal(state, "correct_pawn(1,11)") == ("too-far", "ES-MOVE-1")
        assert refusal(state, "correct_pawn(5,1)") == ("no-such-seat", "ES-R18")

    def test_a_corrected_pawn_draws_from_its_fields_deck(self) -> None:
        """ES-DRAW-1: at the moment of drawing."""
        assert play(begin(), "correct_pawn(0,3)").state.colour == "blue"
        assert play(begin(), "correct_pawn(1,3)").state.colour == "yellow"
        assert play(asked("Y03"), "correct_pawn(0,3)").state.card == "Y03"

    def test_somebody_else_becomes_active(self) -> None:
        state = play(begin(), "correct_pawn(1,3)", "correct_turn(1)").state
        assert (state.active, state.colour) == (1, "blue")
        assert refusal(state, "correct_turn(1)") == ("is-active", "ES-ROUND-3")
        voting = play(play(asked("Y03"), "vote(0,1)").state, "correct_turn(2)").state
        assert (voting.active, voting.card, voting.players[0].vote) == (2, "Y03", 1)

    def test_a_player_no_longer_active_gets_the_coin_back(self) -> None:
        """ES-COIN-2."""
        state = play(votes(asked("Y03", double_points="with"), 1, 1, 1), "place_coin").state
        assert refusal(state, "correct_coins(0,0)") == ("coin-lies", "ES-COIN-2")
        after = play(state, "correct_turn(1)", "reveal").state
        assert [player.coins for player in after.players] == [3, 3, 3]

    def test_coins_are_set(self) -> None:
        """ES-COIN-1."""
        state = begin(double_points="with")
        assert play(state, "correct_coins(1,0)").state.players[1].coins == 0
        assert refusal(state, "correct_coins(1,3)") == ("coins-there", "ES-COIN-1")
        assert refusal(state, "correct_coins(1,4)") == ("too-many-coins", "ES-COIN-1")
        assert refusal(begin(), "correct_coins(1,2)") == ("no-coins", "ES-COIN-1")

    def test_every_other_number_of_coins_is_offered(self) -> None:
        """ES-COIN-1: each player has three."""
        offered = map(str, GAME.corrections(begin(double_points="with")))
        coins = {coin for coin in offered if coin.startswith("CorrectCoins")}
        assert coins == {
            f"CorrectCoins(player={seat}, coins={number})"
            for seat in range(3)
            for number in range(3)
        }

    def test_not_before_the_game_nor_after_it(self) -> None:
        *_, last = next(games(1, seed=1))
        assert last.step.state.phase is Phase.OVER
        assert GAME.corrections(last.step.state) == ()
        assert refusal(last.step.state, "correct_pawn(0,1)") == (
            "nothing-to-correct",
            "ES-ROUND-1",
        )


class TestVoidRounds:
    def test_nobody_moves_and_the_cards_are_cleared_away(self) -> None:
        """ES-R19."""
        state = play(asked("Y01"), "vote(0,1)", "vote(1,1)").state
        step = play(state, "void_round")
        assert only(step, RoundVoid).rule == "ES-R19"
        assert fields(step.state) == (0, 0, 0)
        assert step.state.discards == ("Y01",)
        assert (step.state.active, step.state.round) == (1, 2)
        assert [player.vote for player in step.state.players] == [None] * 3

    def test_only_while_votes_are_missing_and_if_agreed(self) -> None:
        """ES-R19."""
        assert refusal(begin(), "void_round") == ("no-vote-now", "ES-R19")
        assert refusal(votes(asked("Y03"), 1, 1, 1), "void_round") == ("no-vote-now", "ES-R19")
        agreed = asked("Y03", void_rounds=False)
        assert refusal(agreed, "void_round") == ("rounds-count", "ES-R19")

    def test_it_is_never_a_move_of_a_player(self) -> None:
        assert not any("void" in action for action in legal(asked("Y03")))


class TestLeaving:
    """ES-R18."""

    def test_nobody_can_vote_for_the_number_any_more(self) -> None:
        state = play(asked("Y07", 4), "leave(2)").state
        assert votable(state) == (1, 2, 4)
        assert GAME.active_players(state) == (0, 1, 3)
        assert refusal(state, "vote(2,1)") == ("no-such-seat", "ES-VOTE-1")

    def test_all_take_their_votes_for_players_back(self) -> None:
        """Otherwise people would learn who has voted for the player who leaves."""
        state = play(asked("Y07", 4), "vote(0,3)", "vote(1,1)").state
        step = play(state, "leave(2)")
        only(step, VotesTakenBack)
        assert GAME.awaited(step.state) == (0, 1, 3)
        laid = votes(asked("Y07", 4), 1, 1, 3, 4)
        assert play(laid, "leave(2)").state.phase is Phase.VOTE

    def test_other_votes_stay(self) -> None:
        state = play(asked("Y03", 4), "vote(0,3)", "vote(1,1)", "vote(3,3)").state
        step = play(state, "leave(2)")
        assert all_of(step, VotesTakenBack) == []
        assert step.state.phase is Phase.REVEAL
        assert fields(play(step.state, "reveal").state) == (1, 0, 0, 1)

    def test_the_next_player_is_one_who_is_there(self) -> None:
        state = play(asked("Y03", 4), "leave(1)").state
        state = play(state, "vote(0,1)", "vote(2,1)", "vote(3,1)", "reveal", "end_round").state
        assert state.active == 2

    @pytest.mark.parametrize("state", [begin(3), drawn(begin(3))], ids=["drawing", "voting"])
    def test_the_round_of_an_active_player_who_leaves_is_void(self, state: State) -> None:
        step = play(state, "leave(0)")
        assert only(step, PlayerLeft).player == 0
        assert only(step, RoundVoid).rule == "ES-R18"
        assert (step.state.active, step.state.card) == (1, None)

    def test_after_the_evaluation_the_round_just_ends(self) -> None:
        state = play(votes(asked("Y03"), 1, 1, 1), "reveal").state
        step = play(state, "leave(0)")
        assert all_of(step, RoundVoid) == []
        assert step.state.active == 1
        assert GAME.returns(step.state) == (0, 1, 1)

    def test_open_cards_are_entered_first(self) -> None:
        state = play(votes(asked("Y03"), None, 1, 1), "reveal").state
        assert refusal(state, "leave(1)") == ("not-now-show", "ES-VOTE-1")

    def test_whoever_has_left_may_come_back_before_a_card_lies(self) -> None:
        state = play(begin(4), "correct_pawn(2,5)", "leave(2)").state
        step = play(state, "come_back(2)")
        assert only(step, PlayerBack).field == 5
        assert step.state.seats == (0, 1, 2, 3)
        voting = play(asked("Y07", 4), "leave(2)").state
        assert votable(play(voting, "come_back(2)").state) == (1, 2, 3, 4)
        laid = play(voting, "vote(0,1)").state
        assert refusal(laid, "come_back(2)") == ("not-now-back", "ES-R18")
        assert refusal(voting, "come_back(1)") == ("no-such-seat", "ES-R18")

    def test_two_must_stay(self) -> None:
        """ES-SETUP-1."""
        state = play(begin(3), "leave(2)").state
        assert refusal(state, "leave(1)") == ("two-must-stay", "ES-SETUP-1")
        assert refusal(state, "leave(2)") == ("no-such-seat", "ES-R18")
