"""Checks of an owner's data and options (section 8 of the rules)."""

import random
from collections.abc import Mapping
from copy import deepcopy
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.engine.game import Problem, Setup
from companion.games.inner_compass import GAME
from companion.games.inner_compass.variant import DATA, DEFAULTS
from tests.games.inner_compass.tables import NAMES, RULINGS, walk

MISTAKES: list[tuple[dict[str, object], tuple[str | int, ...], str]] = [
    ({"boards": {}}, ("boards",), "no such key, there are: board, track"),
    ({"board": None}, ("board",), "expected the keys sections"),
    ({"board": {"section": {}}}, ("board", "section"), "no such key"),
    ({"board": {"sections": []}}, ("board", "sections"), "expected four sections"),
    ({"board": {"sections": {"A": ["Y"]}}}, ("board", "sections"), "expected four sections"),
    ({"board": {"sections": {"A": ["YY"]}}}, ("board", "sections"), "expected four sections"),
    ({"track": {"ep": [6, 5, 4, 3, 2]}}, ("track", "ep"), "expected six whole numbers"),
    ({"track": {"ep": [6, 5, 4, 3, 2, -1]}}, ("track", "ep"), "none negative"),
    ({"track": {"ep": [6, 5, 4, 3, 2, True]}}, ("track", "ep"), "whole numbers"),
    ({"track": {"ep": "654321"}}, ("track", "ep"), "top space first"),
    ({"cards": {"Y": 0}}, ("cards", "Y"), "at least 1"),
    ({"cards": {"W": 2.5}}, ("cards", "W"), "a whole number of cards"),
    ({"cards": {"X": 5}}, ("cards", "X"), "no such key, there are: Y, B, K, W, R"),
    ({"player_board": {"squares": []}}, ("player_board", "squares"), "expected rows"),
    ({"player_board": {"squares": "YBKWR"}}, ("player_board", "squares"), "expected rows"),
    ({"player_board": {"squares": ["YBKWR", "YBK"]}}, ("player_board", "squares"), "one length"),
    ({"player_board": {"squares": ["YBKWW"] * 3}}, ("player_board", "squares"), "every colour"),
    ({"player_board": {"squares": ["YBKWX"] * 3}}, ("player_board", "squares"), "every colour"),
    (
        {"player_board": {"advanced_rows": ["wild", "ep", "ep"]}},
        ("player_board", "advanced_rows"),
        "expected wild, ep, shift",
    ),
    ({"player_board": {"advanced_rows": None}}, ("player_board", "advanced_rows"), "top first"),
    ({"tiles": {"sticky": ["joy"]}}, ("tiles", "sticky"), "at least 2 names"),
    ({"tiles": {"memo": ["solitude"] * 2}}, ("tiles", "memo"), "at least 3 names"),
    ({"tiles": {"sticky": ["joy", "happiness"]}}, ("tiles", "sticky", 1), "no such tile"),
    ({"tiles": {"memo": [["joy"], "joy", "joy"]}}, ("tiles", "memo", 0), "no such tile"),
]


def sections(**changes: object) -> dict[str, object]:
    return {"board": {"sections": {**DATA["board"]["sections"], **changes}}}


SECTION_MISTAKES: list[tuple[object, str]] = [
    (["YYK", "BRK"], "expected 3 rows of 3 letters"),
    (["YYK", "BRK", "BW"], "expected 3 rows of 3 letters"),
    (["YYK", "BRK", 7], "expected 3 rows of 3 letters"),
    ("YYKBRKBWY", "expected 3 rows of 3 letters"),
    (["YYK", "BRK", "BWX"], "expected the colour letters Y B K W R only"),
]

OPTION_MISTAKES: list[tuple[dict[str, object], str]] = [
    ({"modes": "standard"}, "unknown option, expected one of: mode, discount"),
    ({"mode": "expert"}, "expected standard or advanced"),
    ({"discount": None}, "expected emotions or spaces"),
    ({"floor": []}, "expected total or emotion"),
    ({"arrangement": "never"}, "expected start or end"),
    ({"exact_move": 1}, "expected true or false"),
    ({"show_totals": "yes"}, "expected true or false"),
    ({"unknown_cards": None}, "expected true or false"),
    ({"first_bonus": -1}, "expected a whole number of EP"),
    ({"first_bonus": True}, "expected a whole number of EP"),
]


def test_the_assumed_copy_and_rulings_are_sound() -> None:
    assert GAME.check(DATA, DEFAULTS) == ()
    assert GAME.check({}, {}) == ()


@pytest.mark.parametrize(("data", "path", "words"), MISTAKES)
def test_every_mistake_has_its_path(
    data: dict[str, object], path: tuple[str | int, ...], words: str
) -> None:
    """IC-R1, IC-R39, IC-R44, IC-R45, IC-R47: an owner may describe all of these."""
    problems = [problem for problem in GAME.check(data, {}) if not problem.warning]
    assert [problem.path for problem in problems] == [("data", *path)]
    assert words in problems[0].message
    with pytest.raises(ValueError, match=problems[0].message.split(",")[0]):
        GAME.new_initial_state(Setup(NAMES[:2], data=data))


@pytest.mark.parametrize(("rows", "words"), SECTION_MISTAKES)
def test_a_section_is_a_square_of_colour_letters(rows: object, words: str) -> None:
    problems = GAME.check(sections(B=rows), {})
    assert problems == (Problem(("data", "board", "sections", "B"), words),)


def test_if_even_the_first_section_is_not_a_list_three_rows_are_expected() -> None:
    broken = dict.fromkeys(DATA["board"]["sections"], "YYKBRKBWY")
    problems = GAME.check(sections(**broken), {})
    assert {problem.message for problem in problems} == {"expected 3 rows of 3 letters"}


@pytest.mark.parametrize(("options", "words"), OPTION_MISTAKES)
def test_every_wrong_option_has_its_path(options: dict[str, object], words: str) -> None:
    (problem,) = GAME.check({}, options)
    assert problem.path == ("options", *options)
    assert problem.message.startswith(words)
    assert not problem.warning


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ({"cards": {"Y": 10}}, "the cards add up to 68, the game has 69"),
        ({"player_board": {"squares": ["YBKWR"] * 2}}, "the rows have 10 squares, the game has 15"),
    ],
)
def test_what_is_odd_but_playable_is_a_warning(data: dict[str, object], words: str) -> None:
    (problem,) = GAME.check(data, {})
    assert problem.warning
    assert problem.message == words
    GAME.new_initial_state(Setup(NAMES[:2], data=data))


def test_all_mistakes_are_reported_at_once() -> None:
    data = {"track": {"ep": []}, "cards": {"Y": 0, "B": 0}}
    assert len(GAME.check(data, {"mode": "x", "floor": "y"})) == 5


JUNK = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(-2, 20), st.text("YBKWR", max_size=5)),
    lambda inner: st.one_of(
        st.lists(inner, max_size=6), st.dictionaries(st.text("ABY", max_size=2), inner, max_size=4)
    ),
    max_leaves=8,
)


def leaves(data: Mapping[str, Any], path: tuple[str, ...] = ()) -> list[tuple[str, ...]]:
    all_paths = [path] if path else []
    for key, value in data.items():
        nested = leaves(value, (*path, key)) if isinstance(value, Mapping) else [(*path, key)]
        all_paths += nested
    return all_paths


@given(st.sampled_from(leaves(DATA)), JUNK)
def test_junk_anywhere_is_a_problem_or_playable_never_a_crash(
    path: tuple[str, ...], junk: object
) -> None:
    data = deepcopy(dict(DATA))
    place: Any = data
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = junk
    problems = [problem for problem in GAME.check(data, {}) if not problem.warning]
    if problems:
        assert all(problem.path[: len(path) + 1][:2] == ("data", path[0]) for problem in problems)
    else:
        GAME.new_initial_state(Setup(NAMES[:2], data=data))


ODD_COPIES: list[dict[str, Any]] = [
    {"board": {"sections": {n: ["YB", "KW"] if n != "4" else ["RR", "BK"] for n in "1234"}}},
    {"board": {"sections": {n: ["YBKW", "RYBK", "WRYB", "KWRY"] for n in "ABCD"}}},
    {"cards": dict.fromkeys("YBKWR", 4)},
    {"player_board": {"squares": ["YBK", "WRY", "BKW", "RYB", "KWR"]}},
    {"player_board": {"squares": ["YYBBKK", "WWRRYB", "KWRYBK"]}},
    {"tiles": {"sticky": ["joy", "joy"], "memo": ["variety", "joy", "solitude", "structure"]}},
    {"track": {"ep": [0, 0, 0, 0, 0, 0]}},
    {"player_board": {"advanced_rows": ["shift", "wild", "ep"]}},
]


@pytest.mark.slow
@pytest.mark.parametrize("level", GAME.levels)
@pytest.mark.parametrize(
    "data", ODD_COPIES, ids=[f"{i}-{next(iter(data))}" for i, data in enumerate(ODD_COPIES)]
)
def test_odd_copies_can_be_played_to_the_end(level: str, data: dict[str, Any]) -> None:
    source = random.Random(level)
    options = source.choice(RULINGS)
    played = list(walk(Setup(NAMES[:3], level, options, data), 1))
    assert not any(GAME.violations(moment.before, moment.step) for moment in played)
    assert GAME.is_terminal(played[-1].step.state)
