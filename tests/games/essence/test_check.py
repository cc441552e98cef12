"""Checks of an owner's data and options (section 13 of the rules)."""

import random
from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import asdict

from companion.engine.game import Problem, Setup
from companion.games.essence import GAME
from companion.games.essence.questions import default_questions
from companion.games.essence.variant import DATA, DEFAULTS, PAWNS
from tests.games.essence.tables import NAMES, RULINGS, asked, begin, walk

PATH = list(DATA["fields"])


def cards(**changes: object) -> list[dict[str, Any]]:
    """Return an owner's 56 cards with changes to the first."""
    records = []
    for card in default_questions():
        record = {**asdict(card), "phrase_deck": card.deck, "phrase_count": card.count}
        records.append(
            {key: value for key, value in record.items() if key not in ("deck", "count")}
        )
    records[0].update(changes)
    return records


def without(key: str) -> list[dict[str, Any]]:
    """Return an owner's cards, of which the first lacks a key."""
    records = cards()
    del records[0][key]
    return records


MISTAKES: list[tuple[dict[str, object], tuple[str | int, ...], str]] = [
    ({"field": []}, ("field",), "no such key, there are: fields, numbers"),
    ({"fields": PATH[:84]}, ("fields",), "expected 85 colours, from field 0 to the centre"),
    ({"fields": "yellow"}, ("fields",), "expected 85 colours"),
    ({"fields": [*PATH[:84], "red"]}, ("fields", 84), "expected yellow or green or blue or white"),
    ({"numbers": PAWNS[:6]}, ("numbers",), "expected each of red, orange, yellow"),
    ({"numbers": [*PAWNS[:6], "red"]}, ("numbers",), "once, player I first"),
    ({"questions": {}}, ("questions",), "expected a list of question cards, or []"),
    ({"questions": ["Y01"]}, ("questions", 0), "expected a question card with the keys id, colour"),
    ({"questions": cards(id="Y 1")}, ("questions", 0, "id"), "expected letters and digits"),
    ({"questions": without("id")}, ("questions", 0, "id"), "expected letters and digits"),
    ({"questions": cards(colour="red")}, ("questions", 0, "colour"), "expected yellow or green"),
    (
        {"questions": cards(symbol="all")},
        ("questions", 0, "symbol"),
        "expected individual or group",
    ),
    ({"questions": cards(phrase_deck="x")}, ("questions", 0, "phrase_deck"), "expected traits"),
    ({"questions": cards(phrase_count=4)}, ("questions", 0, "phrase_count"), "1 to 3"),
    ({"questions": cards(scale=4)}, ("questions", 0, "scale"), "expected 2 or 3 or 5 or 7"),
    ({"questions": without("scale")}, ("questions", 0, "scale"), "expected 2 or 3 or 5 or 7"),
    (
        {"questions": cards(scale=3, phrase_count=2)},
        ("questions", 0, "phrase_count"),
        "expected at least 3 phrase cards for votes from 1 to 3",
    ),
    ({"questions": cards(e1="no")}, ("questions", 0, "e1"), "expected true or false"),
    ({"questions": cards(prompt=7)}, ("questions", 0, "prompt"), "expected the words of the"),
    ({"questions": cards(text="?")}, ("questions", 0, "text"), "no such key, there are: id"),
    ({"questions": cards(id="Y02")}, ("questions",), "expected a different id for each card"),
    ({"questions": cards(e1=True)}, ("questions",), "expected e1 on exactly 9 white cards"),
    ({"phrase_cards": []}, ("phrase_cards",), "expected the keys traits, activities"),
    ({"phrase_cards": {"traits": 0}}, ("phrase_cards", "traits"), "a whole number, at least 1"),
    ({"phrase_cards": {"moods": 3}}, ("phrase_cards", "moods"), "no such key, there are: traits"),
    ({"phrases": None}, ("phrases",), "expected the keys traits, activities"),
    ({"phrases": {"traits": "bold"}}, ("phrases", "traits"), "expected a list of phrases"),
    ({"phrases": {"traits": ["bold", ""]}}, ("phrases", "traits"), "expected a list of phrases"),
    ({"phrases": {"moods": []}}, ("phrases", "moods"), "no such key, there are: traits"),
]
OPTION_MISTAKES: list[tuple[dict[str, object], str]] = [
    ({"coins": "with"}, "unknown option, expected one of: double_points, phrases"),
    ({"double_points": True}, "expected without or with"),
    ({"expansion_e1": "e1"}, "expected without or with"),
    ({"phrases": "box"}, "expected screen or cards"),
    ({"start": None}, "expected field or choose"),
    ({"phrase_reshuffle": "yes"}, "expected true or false"),
    ({"void_rounds": 1}, "expected true or false"),
    ({"colours": ["red", "black"]}, "expected a list"),
]


def test_the_assumed_copy_and_rulings_are_sound() -> None:
    assert GAME.check(DATA, DEFAULTS) == ()
    assert GAME.check({}, {}) == ()
    assert GAME.check({"questions": cards()}, {}) == ()


@pytest.mark.parametrize(("data", "path", "words"), MISTAKES)
def test_every_mistake_has_its_path(
    data: dict[str, object], path: tuple[str | int, ...], words: str
) -> None:
    """ES-DATA-1, ES-DATA-2, ES-DATA-4, ES-R1, ES-R4: an owner may describe all of these."""
    (problem,) = GAME.check(data, {})
    assert problem.path == ("data", *path)
    assert words in problem.message
    assert not problem.warning
    with pytest.raises(ValueError, match=problem.message.split(",")[0].replace("[", r"\[")):
        GAME.new_initial_state(Setup(NAMES[:2], data=data))


def test_wrong_numbers_of_cards_are_reported_for_each_colour() -> None:
    """ES-DATA-2, ES-COMP-4."""
    problems = GAME.check({"questions": cards(colour="green")}, {})
    assert [problem.message for problem in problems] == [
        "expected 14 yellow cards, not 13",
        "expected 14 green cards, not 15",
    ]


@pytest.mark.parametrize(("options", "words"), OPTION_MISTAKES)
def test_every_wrong_option_has_its_path(options: dict[str, object], words: str) -> None:
    (problem,) = GAME.check({}, options)
    assert problem.path == ("options", *options)
    assert problem.message.startswith(words)


@pytest.mark.parametrize(("scale", "count", "usual"), [(2, 3, 2), (5, 2, 1), (7, 3, 1)])
def test_unusual_pairs_of_scale_and_phrases_cause_a_warning_but_can_be_played(
    scale: int, count: int, usual: int
) -> None:
    """ES-R4, ES-REVEAL-2."""
    data = {"questions": cards(scale=scale, phrase_count=count)}
    words = f"{count} phrase cards with votes from 1 to {scale}, usual are {usual}"
    path = ("data", "questions", 0, "phrase_count")
    assert GAME.check(data, {}) == (Problem(path, words, warning=True),)
    state = asked("Y01", data=data)
    assert len(state.shown) == count


def test_a_prompt_may_be_left_out() -> None:
    """ES-DATA-2: then people read the card itself."""
    records = [
        {key: value for key, value in card.items() if key not in ("prompt", "e1") or card["e1"]}
        for card in cards()
    ]
    assert GAME.check({"questions": records}, {}) == ()
    assert begin(data={"questions": records}).variant.own_questions


JUNK = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(-2, 20), st.text("Yred1", max_size=5)),
    lambda inner: st.one_of(
        st.lists(inner, max_size=4), st.dictionaries(st.text("ABY", max_size=2), inner, max_size=4)
    ),
    max_leaves=6,
)
PLACES = st.sampled_from([*DATA, *cards()[0]])


@given(PLACES, JUNK)
def test_junk_anywhere_is_a_problem_or_playable_never_a_crash(place: str, junk: object) -> None:
    data: Mapping[str, Any] = (
        {place: junk} if place in DATA else {"questions": cards(**{place: junk})}
    )
    if all(problem.warning for problem in GAME.check(data, {})):
        GAME.new_initial_state(Setup(NAMES[:2], data=data))


ODD_COPIES: list[dict[str, Any]] = [
    {"fields": ["white"] * 85},
    {"fields": ["blue", *["green"] * 84]},
    {"phrases": {"traits": ["bold"], "values": ["peace", "order"], "activities": ["run"]}},
    {"phrase_cards": {"traits": 1, "values": 2, "activities": 1}},
    {"questions": cards(prompt="Who would you be if you were not who you are?")},
]


@pytest.mark.slow
@pytest.mark.parametrize("data", ODD_COPIES, ids=range(len(ODD_COPIES)))
def test_odd_copies_can_be_played_to_the_end(data: dict[str, Any]) -> None:
    """ES-R11: the smallest decks are reshuffled again and again, or stay empty."""
    source = random.Random(str(data))
    played = list(walk(Setup(NAMES[:3], "full", source.choice(RULINGS), data), 1))
    assert not any(GAME.violations(moment.before, moment.step) for moment in played)
    assert GAME.is_terminal(played[-1].step.state)
