"""Texts for people: prompts, the summary, refusals in the owner's words."""

import pytest
from msgspec.structs import replace

from companion.engine.game import Setup
from companion.games.compass_jewels import GAME
from companion.games.compass_jewels.actions import Move
from companion.games.compass_jewels.area import SQUARES
from companion.games.compass_jewels.best import Best
from companion.games.compass_jewels.prompts import prompt, status, summary
from companion.games.compass_jewels.state import Phase, State
from companion.i18n.catalogue import Catalogue
from companion.i18n.languages import LANGUAGES
from tests.games.compass_jewels.tables import (
    NAMES,
    TWO_COLOURS,
    declare,
    declaring,
    example_1,
    example_9,
    play,
    start,
)

VOICE = Catalogue("en", GAME, NAMES)


def lines(state: State) -> list[str]:
    return [
        " ".join(VOICE.short(text) for text in (line.left, line.right) if text is not None)
        for line in summary(state)
    ]


@pytest.mark.parametrize(
    ("state", "words"),
    [
        (GAME.new_initial_state(Setup(NAMES)), "A card for a6"),
        (example_1(), "Ann: move one of your checkers"),
        (example_9(), "Ann cannot move: end phase one, or put a collected card on a hole"),
        (play(example_9(), "take_card(Y,BPGR)").state, "Ann: put Y/BPGR on a hole"),
        (
            declaring(TWO_COLOURS),
            "Ann: lay the north-western card of a jewel as it lies, or say that you are done",
        ),
        (play(declaring(TWO_COLOURS), "done").state, "A draw"),
    ],
)
def test_the_prompt_says_what_comes_next(state: State, words: str) -> None:
    assert VOICE.long(prompt(state)) == words


def test_a_blocked_player_is_told_so() -> None:
    """CJ-R6: the player still confirms it."""
    state = play(example_9(), "take_card(Y,BPGR)", "put_card(a5)", "turn_card(G)").state
    assert prompt(state).key == "prompt.blocked.empty"
    text = status(state)
    assert text is not None
    assert VOICE.long(text) == "blocked"


def test_the_summary_shows_how_the_cards_lie_under_the_checkers() -> None:
    assert lines(example_1()) == ["Ann", "0 cards", "Ben", "0 cards", "b4 G/YRBP", "a1 P/RYGB"]


def test_the_summary_shows_what_is_laid_for_a_jewel() -> None:
    state = declare(declaring(TWO_COLOURS), TWO_COLOURS[:2]).state
    expected = ["Ann 0 pts", "Ben 0 pts", "Jewels 0", "Unused cards 2", "R/GPYB G/RBYP", "- -"]
    assert lines(state) == expected


def test_after_the_end_it_shows_what_would_have_been_best() -> None:
    """CJ-R9."""
    state = play(declaring(TWO_COLOURS), "done").state
    assert lines(state) == ["1. Ann 0 pts", "   at best 3 pts", "1. Ben 0 pts", "   at best 0 pts"]


def test_a_hint_that_may_not_be_the_best_says_so() -> None:
    """CJ-R9: above 20 cards the search may be cut short."""
    state = play(declaring(TWO_COLOURS), "done").state
    assert state.best[0] == Best(state.best[0].jewels, 3)
    unsure = State(state.variant, state.players, state.phase, best=(Best((), 3, exact=False),) * 2)
    assert lines(unsure)[1] == "   at best 3 pts +"


def test_colours_are_named_with_their_letters() -> None:
    """CJ-DATA-2: nothing is distinguished by colour alone."""
    refused = GAME.why_not(example_1(), GAME.string_to_action("move(b4,d4)"))
    assert refused is not None
    sentence = "The border on that side is red (R), but the middle of d4 is blue (B)."
    assert VOICE.long(refused.why) == sentence


def test_the_owners_names_are_used() -> None:
    """CJ-NOTE-1."""
    names = {letter: {"name": f"hue {letter.lower()}"} for letter in "RYGBP"}
    state = start({"colours": names})
    moves = (Move(state.player.checkers[0], square) for square in SQUARES)
    refused = (GAME.why_not(state, move) for move in moves)
    reason = next(
        refusal.why for refusal in refused if refusal is not None and refusal.code == "wrong-colour"
    )
    assert VOICE.long(reason).count("hue ") == 2


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("phase", [Phase.TURN, Phase.ROTATE])
def test_how_a_card_lies_is_asked_without_the_letters_of_its_square(
    language: str, phase: Phase
) -> None:
    """They stand on no board, and the clock leaves no room for the picture that marks it."""
    asked = prompt(replace(start(), phase=phase, square=SQUARES[-1]))
    assert "square" in asked.params
    voice = Catalogue(language, GAME, NAMES)
    for words in (voice.short(asked), voice.long(asked)):
        assert SQUARES[-1] not in words
