"""Texts for people: prompts, summaries, instructions."""

from collections.abc import Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from companion.engine.game import SIMULTANEOUS, Line, Step
from companion.engine.text import Seat, Text, text
from companion.games.essence import GAME
from companion.games.essence.questions import default_questions
from companion.games.essence.state import Phase, State
from companion.games.essence.variant import SMALL
from companion.i18n.catalogue import Catalogue
from tests.games.essence.tables import NAMES, all_of, asked, begin, drawn, play, votes
from tests.games.essence.test_check import cards

ENGLISH = Catalogue("en", GAME, NAMES)
GERMAN = Catalogue("de", GAME, NAMES)


def said(lines: Sequence[Line], voice: Catalogue = ENGLISH) -> list[str]:
    """Return the summary as a panel shows it."""
    return [
        " ".join(voice.short(text) for text in (line.left, line.right) if text is not None)
        for line in lines
    ]


class TestPrompts:
    def prompt(self, state: State, player: int | None = None) -> str:
        who = GAME.current_player(state) if player is None else player
        return ENGLISH.short(GAME.prompt(state, who))

    def test_go_through_a_round(self) -> None:
        state = begin(double_points="with")
        assert self.prompt(state) == "Question: yellow"
        state = play(state, "draw_question(Y03)").state
        assert self.prompt(state) == "1: traits"
        voting = drawn(state)
        assert self.prompt(voting, SIMULTANEOUS) == "Vote 1-5: 3 missing"
        laid = play(voting, "vote(1,2)").state
        assert self.prompt(laid, 1) == "2 missing"
        assert self.prompt(laid, 0) == "Vote 1-5: 2 missing"
        reveal = votes(voting, 1, 1, None)
        assert self.prompt(reveal) == "Reveal, or a coin"
        assert self.prompt(play(reveal, "place_coin").state) == "Ann: reveal"
        show = play(reveal, "reveal").state
        assert self.prompt(show) == "Cem: number?"
        assert self.prompt(play(show, "show(2,2)").state) == "Ann: clear away"

    def test_say_the_question_in_full_where_there_is_room(self) -> None:
        """ES-DRAW-3: the question is read aloud."""
        said_ = [
            ENGLISH.long(GAME.prompt(asked(card, expansion_e1="with"), SIMULTANEOUS))
            for card in ("Y05", "Y04")
        ]
        assert said_ == [
            "Which of the two traits fits Ann better? Vote 1 to 2, 3 are missing",
            "Whom of us does this trait describe best? Vote for a player, 3 are missing",
        ]

    def test_say_where_a_white_card_goes(self) -> None:
        """ES-CLEAN-3."""
        clean = play(votes(asked("W03"), 1, 2, 3), "reveal").state
        assert self.prompt(clean) == "White one goes under"
        expanded = play(votes(asked("W03", expansion_e1="with"), 1, 2, 3), "reveal").state
        assert self.prompt(expanded) == "Ann: clear away"

    def test_ask_for_players_or_for_a_deck(self) -> None:
        """ES-VOTE-4, ES-R3."""
        assert self.prompt(asked("Y07"), SIMULTANEOUS) == "A player: 3 missing"
        assert self.prompt(begin(start="choose")) == "Ann: a deck"

    @pytest.mark.parametrize(
        ("fields", "words"),
        [
            ((0, 9), "Nobody wins"),
            ((0, 9, 1), "Ben wins"),
            ((9, 9, 1), "Ann and Ben win"),
            ((9, 9, 9, 9), "4 share the win"),
        ],
    )
    def test_say_who_has_won(self, fields: tuple[int, ...], words: str) -> None:
        """ES-END-5, ES-END-6."""
        state = begin(len(fields))
        for seat, field in enumerate(fields):
            state = state.with_player(seat, corrected=field)
        assert self.prompt(replace(state, phase=Phase.OVER)) == words


class TestQuestions:
    def test_of_the_box_have_words_for_every_card(self) -> None:
        """ES-DATA-3."""
        for voice in (ENGLISH, GERMAN):
            for card in default_questions():
                state = asked(card.id, expansion_e1="with")
                (question, *_) = GAME.summary(state)
                assert question.icon == f"symbol-{card.symbol}"
                assert voice.long(question.left) not in ("", question.left.key)
                assert len(voice.short(question.left)) <= 19

    def test_of_the_owner_are_shown_or_read_from_the_card(self) -> None:
        """ES-DATA-2, ES-DRAW-3."""
        words = "Who would you be if you were not who you are?"
        data: dict[str, Any] = {"questions": cards(prompt=words)}
        assert said(GAME.summary(asked("Y01", data=data)))[:2] == [
            "Who would you be if",
            "you were not who",
        ]
        assert said(GAME.summary(asked("Y02", data=data)))[0] == "Read card Y02"
        prompt = GAME.prompt(asked("Y01", data=data), SIMULTANEOUS)
        assert ENGLISH.long(prompt) == f"{words} Vote 1 to 3, 3 are missing"


class TestPhrases:
    def test_of_the_box_are_all_different_in_each_language(self) -> None:
        """ES-DATA-4."""
        for voice in (ENGLISH, GERMAN):
            for deck, size in SMALL.items():
                words = [voice.short(text(f"phrase.{deck}-{n}")) for n in range(1, size + 1)]
                assert len(set(words)) == size
                assert max(map(len, words)) <= 17

    def test_lie_at_their_number_fields_and_a_single_one_at_none(self) -> None:
        """ES-REVEAL-1."""
        state = drawn(play(begin(), "draw_question(Y01)").state, "traits-1", "traits-3", "traits-2")
        assert said(GAME.summary(state))[1:4] == ["1 patient", "2 cheerful", "3 curious"]
        assert said(GAME.summary(asked("Y03")))[1] == "patient"

    def test_of_the_owner_are_shown_and_cards_are_counted(self) -> None:
        """ES-DATA-4."""
        own = asked("Y03", data={"phrases": {"traits": ["stout-hearted"]}})
        assert said(GAME.summary(own))[1] == "stout-hearted"
        assert said(GAME.summary(asked("Y01", phrases="cards")))[1] == "3x traits"

    def test_are_named_when_they_are_laid(self) -> None:
        step = play(begin(), "draw_question(Y03)", "draw_phrase(traits-2)")
        assert ENGLISH.long(GAME.describe(step.events[-1])) == "Phrase 1: curious"
        counted = play(begin(phrases="cards"), "draw_question(Y03)", "draw_phrase(?)")
        assert ENGLISH.long(GAME.describe(counted.events[-1])) == "Phrase 1: the phrase card"


class TestSummary:
    def test_players_with_their_colours_before_the_game(self) -> None:
        """ES-SETUP-4."""
        state = replace(begin(3, colours=["violet", "red", "blue"]), phase=Phase.SETUP)
        assert said(GAME.summary(state)) == ["VII Ann violet", "I Ben red", "V Cem blue"]

    def test_whose_cards_are_missing_and_whose_lie(self) -> None:
        """ES-R8: nothing more is revealed."""
        state = asked("Y03", 4)
        assert len(GAME.summary(state)) == 2
        lines = GAME.summary(play(state, "vote(2,1)", "lay_unread(0)").state)[2:]
        assert [(line.icon, ENGLISH.short(line.left)) for line in lines] == [
            ("missing", "II IV"),
            ("laid", "I III"),
        ]

    def test_players_have_their_numbers_if_they_can_be_voted_for(self) -> None:
        """ES-VOTE-4."""
        state = play(asked("Y07", 3, colours=["violet", "red", "blue"]), "vote(1,1)").state
        lines = GAME.summary(state)[2:]
        assert [(line.icon, ENGLISH.short(line.left)) for line in lines] == [
            ("laid", "I Ben"),
            ("missing", "V Cem"),
            ("missing", "VII Ann"),
        ]

    def test_a_coin_on_the_table_is_shown(self) -> None:
        """ES-COIN-2."""
        state = play(votes(asked("Y03", double_points="with"), 1, 1, 2), "place_coin").state
        assert "Ann: coin" in said(GAME.summary(state))

    def test_votes_gains_and_fields_after_the_reveal(self) -> None:
        state = play(votes(asked("Y03"), 4, 4, 1), "reveal").state
        lines = GAME.summary(state)
        assert said(lines) == ["Ann: 4 +1→1", "Ben: 4 +1→1", "Cem: 1 0", "Y13 G14 B14 W5"]
        assert [line.mark for line in lines] == ["turn", "", "", ""]

    def test_pawns_with_coins_while_cards_are_drawn(self) -> None:
        state = play(begin(double_points="with"), "correct_pawn(1,9)").state
        assert said(GAME.summary(state))[:2] == ["I Ann 3c 0", "II Ben 3c 9"]

    def test_the_ranking_without_those_who_left(self) -> None:
        """ES-END-5, ES-R18."""
        state = play(begin(4), "correct_pawn(1,5)", "correct_pawn(2,9)", "leave(2)").state
        over = replace(state, phase=Phase.OVER)
        assert said(GAME.summary(over)) == ["1. Ben 5", "2. Ann 0", "2. Dua 0"]
        assert [line.mark for line in GAME.summary(over)] == ["turn", "", ""]

    def test_the_round_at_the_edge(self) -> None:
        status = GAME.status(play(votes(asked("Y03"), 1, 2, 3), "reveal", "end_round").state)
        assert status == text("status.round", round=2)
        assert GAME.status(replace(begin(), phase=Phase.SETUP)) is None


class TestInstructions:
    def told(self, step: Step[State]) -> list[str]:
        texts: Sequence[Text] = GAME.instructions(begin(), GAME.string_to_action("begin"), step)
        return [ENGLISH.long(text) for text in texts]

    def test_pawns_that_move_with_the_votes_behind_it(self) -> None:
        """ES-MOVE-1, ES-COIN-4."""
        state = votes(asked("Y03", double_points="with"), 4, 4, 1)
        assert self.told(play(state, "place_coin", "reveal")) == [
            "Ann voted 4: 2 fields forward to 2",
            "Ben voted 4: 1 field forward to 1",
            "The coin of Ann goes out of the game",
        ]

    def test_a_pawn_that_pays_for_a_change(self) -> None:
        """ES-CHANGE-2."""
        state = asked("Y03").with_player(0, corrected=3)
        assert self.told(play(state, "change(1)")) == ["Ann: pawn back to 2"]

    def test_what_leaving_and_void_rounds_ask_for(self) -> None:
        """ES-R18, ES-R19."""
        assert self.told(play(asked("Y03"), "void_round")) == ["Nobody moves: clear the cards away"]
        state = play(asked("Y07", 4), "vote(0,1)").state
        assert self.told(play(state, "leave(2)")) == [
            "Take the pawn of Cem off the board",
            "Take all voting cards back and vote anew",
        ]

    def test_nothing_while_votes_are_laid(self) -> None:
        """ES-R8."""
        step = play(asked("Y03"), "vote(0,1)", "vote(0,2)", "lay_unread(1)")
        assert self.told(step) == []
        assert all_of(step, type(step.events[0]))[0].player == 0  # type: ignore[attr-defined]  # it has


def test_names_of_values() -> None:
    assert GAME.value_name("player", 1) == Seat(1)
    assert GAME.value_name("change", 3) == "+3"
    assert GAME.value_name("phrase", "?") == text("phrase.card")
    assert (
        ENGLISH.short(GAME.action_name(GAME.string_to_action("draw_phrase(values-3)")))
        == "values 3"
    )
