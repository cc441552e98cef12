"""Question and phrase decks: drawing, running out, clean-up (sections 4 and 8)."""

from collections.abc import Mapping
from typing import Any

import pytest

from companion.engine.game import CHANCE
from companion.games.essence import GAME
from companion.games.essence.decks import phrases_left, questions, questions_left
from companion.games.essence.events import (
    PhraseShown,
    PhrasesMissing,
    PhrasesReshuffled,
    QuestionDiscarded,
    QuestionReturned,
)
from companion.games.essence.state import Phase, State, votable
from tests.games.essence.tables import (
    all_of,
    asked,
    begin,
    drawn,
    legal,
    only,
    play,
    refusal,
    votes,
)

TINY = {"phrases": {"traits": ["bold", "shy", "kind", "loud"]}}


def ended(state: State) -> State:
    """Let everybody vote alike, reveal, and end the round."""
    laid = votes(state, *(votable(state)[0] for _ in state.seats))
    return play(laid, "reveal", "end_round").state


class TestQuestions:
    def test_come_from_the_deck_of_the_field_under_the_active_pawn(self) -> None:
        """ES-DRAW-1."""
        state = begin()
        assert {card[0] for card in questions(state, state.colour)} == {"Y"}
        blue = play(state, "correct_pawn(0,3)").state
        assert legal(blue, CHANCE) == [f"draw_question(B{n:02})" for n in range(1, 15)]
        assert refusal(blue, "draw_question(Y01)") == ("other-deck", "ES-DRAW-1")
        assert refusal(blue, "draw_question(B15)") == ("no-such-question", "ES-DRAW-1")

    def test_the_starting_field_has_the_colour_of_the_owners_board(self) -> None:
        """ES-DRAW-2, ES-R3."""
        path = ["green", *begin().variant.fields[1:]]
        assert begin(data={"fields": path}).colour == "green"

    def test_on_the_starting_field_the_player_may_choose_if_agreed(self) -> None:
        """ES-R3."""
        state = begin(start="choose")
        assert state.phase is Phase.DECK
        assert legal(state) == [f"choose_deck({c})" for c in ("yellow", "green", "blue", "white")]
        assert refusal(state, "choose_deck(red)") == ("no-such-deck", "ES-R3")
        assert legal(play(state, "choose_deck(green)").state)[0] == "draw_question(G01)"
        moved = play(state, "correct_pawn(0,1)").state
        assert (moved.phase, moved.colour) == (Phase.QUESTION, "yellow")

    def test_a_question_card_leaves_the_game(self) -> None:
        """ES-CLEAN-2."""
        state = asked("Y03")
        assert questions_left(state, "yellow") == 13
        step = play(votes(state, 1, 1, 1), "reveal", "end_round")
        assert only(step, QuestionDiscarded).card == "Y03"
        assert questions_left(step.state, "yellow") == 13
        assert step.state.discards == ("Y03",)

    def test_a_white_question_of_the_basic_game_goes_under_its_deck(self) -> None:
        """ES-CLEAN-3."""
        step = play(votes(asked("W03"), 1, 2, 3), "reveal", "end_round")
        assert only(step, QuestionReturned).card == "W03"
        assert questions_left(step.state, "white") == 5
        assert questions(step.state, "white") == ("W01", "W02", "W04", "W05")

    def test_with_the_expansion_it_leaves_the_game(self) -> None:
        """ES-CLEAN-3, ES-R12."""
        step = play(votes(asked("W03", expansion_e1="with"), 1, 2, 3), "reveal", "end_round")
        assert only(step, QuestionDiscarded).card == "W03"
        assert questions_left(step.state, "white") == 13

    def test_white_cards_come_again_in_the_order_in_which_they_went_under(self) -> None:
        """ES-CLEAN-3: when all others have been drawn, the box knows the top card."""
        state = begin(2, {"fields": ["white"] * 85})
        order = ["W04", "W02", "W05", "W01", "W03"]
        for card in order:
            state = ended(drawn(play(state, f"draw_question({card})").state))
        for card in order * 2:
            assert GAME.chance_outcomes(state)[0][1] == 1
            assert legal(state, CHANCE) == [f"draw_question({card})"]
            state = ended(drawn(state))
        assert questions_left(state, "white") == 5


class TestPhrases:
    def test_as_many_as_the_question_says_lie_in_drawing_order(self) -> None:
        """ES-REVEAL-1, ES-REVEAL-2, ES-DRAW-3."""
        state = play(begin(), "draw_question(Y01)").state
        assert GAME.current_player(state) == CHANCE
        assert len(legal(state, CHANCE)) == 24
        step = play(
            state, "draw_phrase(traits-9)", "draw_phrase(traits-4)", "draw_phrase(traits-7)"
        )
        assert step.state.shown == ("traits-9", "traits-4", "traits-7")
        assert [event.place for event in all_of(step, PhraseShown)] == [1, 2, 3]
        assert step.state.phase is Phase.VOTE

    def test_a_card_is_drawn_once(self) -> None:
        state = play(begin(), "draw_question(Y01)", "draw_phrase(traits-9)").state
        assert refusal(state, "draw_phrase(traits-9)") == ("no-such-phrase", "ES-REVEAL-1")
        assert refusal(state, "draw_phrase(values-1)") == ("no-such-phrase", "ES-REVEAL-1")

    def test_cards_on_the_table_are_counted_only(self) -> None:
        """ES-DATA-4, ES-DATA-5."""
        state = play(begin(phrases="cards"), "draw_question(Y01)").state
        assert GAME.chance_outcomes(state) == ((GAME.string_to_action("draw_phrase(?)"), 1.0),)
        state = drawn(state)
        assert state.shown == ("?", "?", "?")
        assert phrases_left(state, "traits") == 141

    def test_all_that_were_used_leave_the_game(self) -> None:
        """ES-CLEAN-1."""
        state = play(drawn(begin(), "traits-1", "traits-2", "traits-3"), "correct_pawn(0,1)").state
        state = drawn(play(state, "change(2)").state, "traits-4")
        assert state.shown == ("traits-1", "traits-4", "traits-3")
        assert state.covered == ("traits-2",)
        assert phrases_left(ended(state), "traits") == 20

    def test_a_deck_that_ran_out_is_made_of_its_used_cards(self) -> None:
        """ES-R11."""
        state = ended(asked("Y01", 2, TINY))
        state = play(state, "correct_turn(0)", "draw_question(Y08)").state
        assert phrases_left(state, "traits") == 1
        step = play(state, "draw_phrase(traits-4)")
        assert only(step, PhrasesReshuffled).deck == "traits"
        assert sorted(legal(step.state, CHANCE)) == [f"draw_phrase(traits-{n})" for n in (1, 2, 3)]

    def test_otherwise_the_available_phrases_must_do(self) -> None:
        """ES-R11: there is a warning, and people vote for the phrases that are there."""
        state = ended(asked("Y01", 2, TINY, phrase_reshuffle=False))
        state = play(state, "correct_turn(0)", "draw_question(Y08)").state
        step = play(state, "draw_phrase(traits-4)")
        assert only(step, PhrasesMissing).deck == "traits"
        assert step.state.phase is Phase.VOTE
        assert votable(step.state) == (1,)

    def test_without_any_card_people_vote_on_the_scale_alone(self) -> None:
        """ES-R11: people agree on what to vote about, or end the round."""
        state = begin(2, {"phrases": {"traits": ["bold"]}}, phrase_reshuffle=False)
        state = ended(drawn(play(state, "draw_question(Y02)").state))
        state = drawn(
            play(state, "correct_turn(0)", "correct_pawn(0,-1)", "draw_question(Y01)").state
        )
        assert state.shown == ()
        assert votable(state) == (1, 2, 3)

    @pytest.mark.parametrize(
        ("again", "reason"), [(True, None), (False, ("no-phrase-left", "ES-R11"))]
    )
    def test_answers_cannot_be_changed_without_a_card(
        self, *, again: bool, reason: tuple[str, str] | None
    ) -> None:
        """ES-R11."""
        data: Mapping[str, Any] = {"phrases": {"traits": ["bold", "shy", "kind"]}}
        state = ended(asked("Y05", 2, data, phrase_reshuffle=again))
        state = drawn(play(state, "correct_turn(0)", "draw_question(Y12)").state)
        assert refusal(state, "change(1)") == reason
        assert ("change(1)" in legal(state, 0)) is (reason is None)
