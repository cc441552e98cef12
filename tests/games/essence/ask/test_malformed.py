"""Malformed questions: each mistake is named with its path, and nothing crashes the desk."""

import json
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.engine.questions import QuestionError, answer
from companion.games.essence import GAME

EXAMPLES = Path(__file__).parents[1].joinpath("examples.jsonl").read_text(encoding="utf-8")
QUESTIONS = [json.loads(line) for line in EXAMPLES.splitlines()]
SEATS = ["I", "II"]
VOTES = {"I": 1, "II": 1}
EVALUATE = {"symbol": "group", "scale": 5, "seats": SEATS, "active": "I", "votes": VOTES}
ROUND = {"symbol": "group", "scale": 5, "votes": VOTES}
STATE: dict[str, object] = {
    "seats": SEATS,
    "positions": {"I": 0, "II": 0},
    "active": "I",
    "decks": {"yellow": 14, "green": 14, "blue": 14, "white": 5},
}

MISTAKES: list[tuple[str, dict[str, object], str]] = [
    ("rounds", {}, "kind: there is no 'rounds', there are: deck_sizes, field_colour"),
    ("deck_sizes", {"expansion": "yes"}, "in.expansion: expected true or false"),
    ("deck_sizes", {"expanded": True}, "in.expanded: no such field, known are: expansion"),
    ("field_colour", {}, "in.fields: is missing"),
    ("field_colour", {"fields": [85]}, "in.fields: expected fields of the spiral, 0 to 84"),
    ("field_colour", {"fields": [-1]}, "in.fields: expected a list of whole numbers"),
    ("allowed_votes", {"scale": 4, "seats": SEATS}, "in.scale: expected one of 2, 3, 5, 7"),
    ("allowed_votes", {"scale": 7, "seats": ["I"]}, "in.seats: expected two to seven different"),
    ("allowed_votes", {"scale": 7, "seats": ["I", "I"]}, "in.seats: expected two to seven"),
    ("allowed_votes", {"scale": 7, "seats": ["I", "VIII"]}, "in.seats: expected two to seven"),
    ("evaluate", {**EVALUATE, "symbol": "all"}, "in.symbol: expected one of individual, group"),
    ("evaluate", {**EVALUATE, "active": "III"}, "in.active: expected one of I, II"),
    ("evaluate", {**EVALUATE, "votes": [1, 1]}, "in.votes: expected an object"),
    ("evaluate", {**EVALUATE, "votes": {"I": "1"}}, "in.votes.I: expected a whole number"),
    ("evaluate", {**EVALUATE, "votes": {"I": True}}, "in.votes.I: expected a whole number"),
    ("evaluate", {**EVALUATE, "coin": 1}, "in.coin: expected true or false"),
    ("winners", {"positions": {"I": 3}}, "in.positions: expected two to seven different numbers"),
    ("winners", {"positions": {"I": 3, "II": 85}}, "in.positions.II: expected a field, 0 to 84"),
    ("round", {"state": STATE}, "in.round: is missing"),
    ("round", {"state": {**STATE, "phase": 1}, "round": ROUND}, "in.state.phase: no such field"),
    ("round", {"state": {**STATE, "decks": {}}, "round": ROUND}, "in.state.decks.yellow: is mis"),
    (
        "round",
        {
            "state": {
                **STATE,
                "decks": {**dict.fromkeys(("green", "blue", "yellow"), 1), "white": 6},
            }
        },
        "in.state.decks.white: expected at most 5 cards",
    ),
    (
        "round",
        {"state": {**STATE, "positions": {"I": 0, "II": 0, "III": 0}}, "round": ROUND},
        "in.state.positions.III: no such field",
    ),
    (
        "round",
        {"state": {**STATE, "coins": {"I": 4, "II": 0}}, "round": ROUND},
        "in.state.coins.I: expected at most 3 coins",
    ),
    (
        "round",
        {"state": STATE, "round": {**ROUND, "changes": "two"}},
        "in.round.changes: expected a list",
    ),
    (
        "round",
        {"state": STATE, "round": {**ROUND, "changes": -1}},
        "in.round.changes: expected a whole number, at least 0",
    ),
    ("game", {"state": STATE, "rounds": ROUND}, "in.rounds: expected a list"),
    ("game", {"state": STATE, "rounds": [ROUND, 3]}, "in.rounds[1]: expected an object"),
]


@pytest.mark.parametrize(("kind", "question", "words"), MISTAKES)
def test_each_mistake_is_named_with_its_path(
    kind: str, question: dict[str, object], words: str
) -> None:
    with pytest.raises(QuestionError) as raised:
        GAME.ask(kind, question)
    assert str(raised.value).startswith(words)


JUNK = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-2, 90),
    st.text("IVX1", max_size=3),
    st.lists(st.integers(0, 3), max_size=2),
    st.dictionaries(st.sampled_from(["I", "II", "white"]), st.integers(0, 9), max_size=2),
)


def places(value: object, path: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    """Return the paths of all values within a question."""
    if not isinstance(value, dict):
        return [path]
    return [path, *(place for key, inner in value.items() for place in places(inner, (*path, key)))]


@settings(max_examples=100)
@given(st.data())
def test_junk_anywhere_is_answered_or_refused_never_a_crash(data: st.DataObject) -> None:
    question: Any = deepcopy(data.draw(st.sampled_from(QUESTIONS)))
    path = data.draw(st.sampled_from(places(question["in"])[1:] or [("x",)]))
    place = question["in"]
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = data.draw(JUNK)
    content = json.loads(answer(GAME, json.dumps(question)).line)
    assert set(content) in ({"id", "out"}, {"id", "error"})
