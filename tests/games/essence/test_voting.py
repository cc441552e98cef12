"""Changed answers, votes, coins and the reveal (sections 5, 6 and 10)."""

import pytest

from companion.engine.game import CHANCE, SIMULTANEOUS
from companion.games.essence import GAME
from companion.games.essence.actions import LayUnread, Reveal, Vote
from companion.games.essence.events import CoinPlaced, SteppedBack, VoteLaid, VoteShown
from companion.games.essence.state import Phase, State, allowed
from tests.games.essence.tables import (
    all_of,
    asked,
    begin,
    drawn,
    fields,
    legal,
    only,
    play,
    refusal,
    votes,
)


def on_field(card: str, field: int, **options: object) -> State:
    """Return the vote on a question, with the active pawn on a field."""
    return asked(card, **options).with_player(0, corrected=field)  # type: ignore[arg-type]  # rulings


class TestChange:
    def test_covers_any_of_several_phrases_with_another_of_the_deck(self) -> None:
        """ES-CHANGE-1, ES-R21."""
        state = on_field("Y01", 5)
        assert [action for action in legal(state, 0) if "change" in action] == [
            f"change({place})" for place in (1, 2, 3)
        ]
        before = state.shown
        state = play(state, "change(2)").state
        assert all("traits" in action for action in legal(state, CHANCE))
        after = drawn(state)
        assert after.covered == before[1:2]
        assert (after.shown[0], after.shown[2]) == (before[0], before[2])
        assert after.phase is Phase.VOTE

    def test_covers_the_only_phrase_on_the_table(self) -> None:
        state = on_field("Y03", 5)
        assert [action for action in legal(state, 0) if "change" in action] == ["change(1)"]
        assert refusal(state, "change(2)") == ("no-phrase-there", "ES-CHANGE-1")

    def test_costs_a_field_at_once(self) -> None:
        """ES-CHANGE-2."""
        step = play(on_field("Y03", 5), "change(1)")
        assert only(step, SteppedBack) == SteppedBack("ES-CHANGE-2", 0, 4)
        assert fields(step.state)[0] == 4

    def test_is_not_refunded_with_a_void_round_nor_doubled_by_a_coin(self) -> None:
        """ES-CHANGE-2."""
        changed = drawn(play(on_field("Y03", 5, double_points="with"), "change(1)").state)
        assert fields(play(changed, "void_round").state)[0] == 4
        doubled = play(votes(changed, 1, 1, 2), "place_coin", "reveal").state
        assert fields(doubled)[0] == 6

    def test_any_number_of_times_while_there_is_a_field_to_go_back(self) -> None:
        """ES-CHANGE-3, ES-R5."""
        state = on_field("Y03", 2)
        for _ in range(2):
            state = drawn(play(state, "change(1)").state)
        assert fields(state)[0] == 0
        assert refusal(state, "change(1)") == ("no-field-back", "ES-CHANGE-3")
        assert not any("change" in action for action in legal(state, 0))

    def test_is_for_the_active_player(self) -> None:
        """ES-CHANGE-4, ES-R6."""
        state = on_field("Y03", 2).with_player(1, corrected=9)
        assert not any("change" in action for action in legal(state, 1))
        assert fields(play(state, "change(1)").state) == (1, 9, 0)

    def test_the_question_stays(self) -> None:
        """ES-CHANGE-5, ES-R17."""
        state = drawn(play(on_field("Y03", 5), "change(1)").state)
        assert state.card == "Y03"
        assert state.variant.fields[fields(state)[0]] == "white"

    @pytest.mark.parametrize("notation", ["vote(1,2)", "lay_unread(2)"])
    def test_is_over_once_a_vote_has_been_laid(self, notation: str) -> None:
        """ES-CHANGE-1."""
        state = play(on_field("Y03", 5), notation).state
        assert refusal(state, "change(1)") == ("votes-lie", "ES-CHANGE-1")


class TestVotes:
    def test_go_to_phrases_steps_or_players(self) -> None:
        """ES-VOTE-2, ES-VOTE-3, ES-VOTE-4."""
        assert allowed(2, (1, 4), 2) == (1, 2)
        assert allowed(3, (1, 4), 3) == (1, 2, 3)
        assert allowed(5, (1, 4), 1) == (1, 2, 3, 4, 5)
        assert allowed(7, (6, 1, 4), 1) == (1, 4, 6)

    def test_may_go_to_oneself(self) -> None:
        """ES-VOTE-5, ES-R7."""
        state = asked("Y07", 3)
        assert "vote(0,1)" in legal(state, 0)
        assert play(votes(state, 1, 1, 2), "reveal").state.players[0].gain == 1

    def test_of_numbers_off_the_scale_are_refused(self) -> None:
        """ES-VOTE-4, ES-VOTE-6: the player chooses again."""
        assert refusal(asked("Y03"), "vote(0,6)") == ("off-the-scale", "ES-VOTE-6")
        assert refusal(asked("Y03"), "vote(0,0)") == ("off-the-scale", "ES-VOTE-6")
        assert refusal(asked("Y07"), "vote(0,4)") == ("no-such-player", "ES-VOTE-4")
        assert refusal(asked("Y03"), "vote(3,1)") == ("no-such-seat", "ES-VOTE-1")

    def test_all_lay_exactly_one_card_in_any_order(self) -> None:
        """ES-VOTE-1."""
        state = asked("Y03")
        assert GAME.current_player(state) == SIMULTANEOUS
        assert GAME.awaited(state) == (0, 1, 2)
        step = play(state, "vote(2,5)")
        assert only(step, VoteLaid).player == 2
        assert GAME.awaited(step.state) == (0, 1)
        assert GAME.active_players(step.state) == (0, 1, 2)

    def test_may_be_exchanged_until_the_last_card_is_laid(self) -> None:
        """ES-VOTE-6, ES-R8: nobody is told."""
        state = play(asked("Y03"), "vote(0,1)", "lay_unread(1)").state
        step = play(state, "vote(0,4)", "vote(1,2)", "vote(1,2)", "lay_unread(1)")
        assert step.events == ()
        assert refusal(step.state, "lay_unread(1)") == ("lies-already", "ES-VOTE-1")
        laid = play(step.state, "vote(2,4)").state
        assert laid.phase is Phase.REVEAL
        assert refusal(laid, "vote(0,5)") == ("not-now-reveal", "ES-VOTE-6")

    def test_are_turned_over_together_by_an_open_step_of_the_active_player(self) -> None:
        """ES-VOTE-1."""
        laid = votes(asked("Y03"), 4, 4, 1)
        assert GAME.current_player(laid) == 0
        assert legal(laid) == ["reveal"]
        step = play(laid, "reveal")
        assert [event.number for event in all_of(step, VoteShown)] == [4, 4, 1]

    def test_that_the_box_has_not_read_are_entered_openly_in_seat_order(self) -> None:
        """ES-VOTE-1."""
        laid = votes(asked("Y03"), None, 4, None)
        step = play(laid, "reveal")
        assert [event.player for event in all_of(step, VoteShown)] == [1]
        assert step.state.phase is Phase.SHOW
        assert legal(step.state) == [f"show(0,{number})" for number in range(1, 6)]
        assert refusal(step.state, "show(2,1)") == ("not-asked", "ES-VOTE-1")
        assert refusal(step.state, "show(0,7)") == ("off-the-scale", "ES-VOTE-6")
        state = play(step.state, "show(0,4)").state
        assert GAME.current_player(state) == 2
        assert play(state, "show(2,4)").state.players[0].gain == 2

    def test_that_lie_are_said_to_lie_once_for_all(self) -> None:
        """ES-VOTE-1: nobody counts them off, and without a coin they are turned over at once."""
        laid = play(asked("Y03"), "lay_rest")
        assert [event.player for event in all_of(laid, VoteLaid)] == [0, 1, 2]
        assert laid.state.phase is Phase.SHOW
        assert legal(laid.state) == [f"show(0,{number})" for number in range(1, 6)]

    def test_that_lie_wait_for_a_coin_if_there_is_one(self) -> None:
        """ES-COIN-2."""
        laid = play(asked("Y03", double_points="with"), "lay_rest").state
        assert legal(laid) == ["reveal", "place_coin"]

    def test_are_secrets_of_their_players(self) -> None:
        """ES-R8."""
        state = asked("Y03")
        assert GAME.audience(state, Vote(2, 1)) == (2,)
        assert GAME.audience(state, LayUnread(2)) is None
        assert GAME.audience(state, Reveal()) is None


class TestCoins:
    def test_are_laid_by_the_active_player_once_all_cards_are_laid(self) -> None:
        """ES-COIN-2, ES-R16."""
        state = asked("Y03", double_points="with")
        assert refusal(state, "place_coin") == ("not-now-vote", "ES-VOTE-1")
        laid = votes(state, 1, 1, 2)
        assert legal(laid) == ["reveal", "place_coin"]
        assert GAME.active_players(laid) == (0,)
        step = play(laid, "place_coin")
        assert only(step, CoinPlaced).player == 0
        assert legal(step.state) == ["reveal"]
        assert refusal(step.state, "place_coin") == ("one-coin", "ES-COIN-2")
        revealed = play(step.state, "reveal").state
        assert refusal(revealed, "place_coin") == ("not-now-clean", "ES-CLEAN-1")

    def test_double_the_active_players_gain(self) -> None:
        """ES-COIN-3."""
        step = play(votes(asked("Y03", double_points="with"), 1, 1, 1), "place_coin", "reveal")
        assert fields(step.state) == (4, 1, 1)

    def test_are_three_in_the_variant_and_none_outside(self) -> None:
        """ES-COIN-1."""
        assert refusal(votes(asked("Y03"), 1, 1, 2), "place_coin") == ("no-coins", "ES-COIN-1")
        poor = asked("Y03", double_points="with").with_player(0, coins=0)
        assert refusal(votes(poor, 1, 1, 2), "place_coin") == ("coins-spent", "ES-COIN-1")
        assert begin(double_points="with").players[2].coins == 3
