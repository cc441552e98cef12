"""Malformed questions: each mistake is named with its path, and nothing crashes the desk."""

import json
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.engine.questions import QuestionError, answer
from companion.games.compass_jewels import GAME

EXAMPLES = Path(__file__).parents[1].joinpath("examples.jsonl").read_text(encoding="utf-8")
QUESTIONS = [json.loads(line) for line in EXAMPLES.splitlines()]
LAYOUT = ["-- " * 5 + "--"] * 5 + ["R/YGBP R/YGBP G/RYBP G/RYBP -- --"]
CHECKERS = {"A": ["a1", "b1"], "B": ["c1", "d1"]}
STATE = {"layout": LAYOUT, "checkers": CHECKERS, "turn": "A", "hands": {}}
MOVES = {"layout": LAYOUT, "checkers": CHECKERS, "player": "A"}

MISTAKES: list[tuple[str, dict[str, object], str]] = [
    ("price", {}, "kind: there is no 'price', there are: kinds, same_card"),
    ("kinds", {"cards": []}, "in.cards: no such field"),
    ("same_card", {}, "in.cards: is missing"),
    ("same_card", {"cards": ["R/YGBP"]}, "in.cards: expected 2 cards such as R/YGBP"),
    ("same_card", {"cards": ["R/YGBP", "R/YGBR"]}, "in.cards: expected 2 cards"),
    ("is_card", {"card": 5}, "in.card: expected a string"),
    ("jewel", {"cards": ["R/YGBP"] * 3}, "in.cards: expected 4 cards such as"),
    ("best", {"cards": "R/YGBP"}, "in.cards: expected a list"),
    ("best", {"cards": ["RYGBP"]}, "in.cards: expected cards such as"),
    ("legal_moves", {**MOVES, "layout": LAYOUT[:5]}, "in.layout: expected six strings"),
    ("legal_moves", {**MOVES, "layout": [*LAYOUT[:5], "--"]}, "in.layout: expected six strings"),
    ("legal_moves", {**MOVES, "layout": ["x " * 6] * 6}, "in.layout: expected six strings"),
    ("legal_moves", {**MOVES, "player": "white"}, "in.player: expected one of A, B"),
    ("legal_moves", {**MOVES, "checkers": {"A": ["a1", "b1"]}}, "in.checkers.B: is missing"),
    (
        "legal_moves",
        {**MOVES, "checkers": {**CHECKERS, "C": []}},
        "in.checkers.C: no such field",
    ),
    (
        "legal_moves",
        {**MOVES, "checkers": {**CHECKERS, "B": ["c1"]}},
        "in.checkers: expected two squares with cards",
    ),
    (
        "legal_moves",
        {**MOVES, "checkers": {**CHECKERS, "B": ["c1", "e1"]}},
        "in.checkers: expected two squares with cards",
    ),
    (
        "legal_moves",
        {**MOVES, "checkers": {**CHECKERS, "B": ["c1", "a1"]}},
        "in.checkers: expected two squares with cards",
    ),
    ("options", {}, "in.state: is missing"),
    ("options", {"state": {**STATE, "turn": 0}}, "in.state.turn: expected one of A, B"),
    ("options", {"state": {**STATE, "turns": 0}}, "in.state.turns: no such field"),
    ("options", {"state": {**STATE, "hands": {"C": []}}}, "in.state.hands.C: no such field"),
    ("options", {"state": {**STATE, "hands": {"A": ["x"]}}}, "in.state.hands.A: expected cards"),
    ("replay", {"state": STATE}, "in.actions: is missing"),
    ("replay", {"state": STATE, "actions": [3]}, "in.actions[0]: expected an object"),
    ("replay", {"state": STATE, "actions": [{}]}, "in.actions[0]: expected one of move, place"),
    ("replay", {"state": STATE, "actions": [{"pass": 1}]}, "in.actions[0]: expected one of move"),
    ("replay", {"state": STATE, "actions": [{"end": False}]}, "in.actions[0].end: expected true"),
    ("replay", {"state": STATE, "actions": [{"move": ["a1"]}]}, "in.actions[0].move: expected ["),
    (
        "replay",
        {"state": STATE, "actions": [{"place": {"card": "x", "square": "a2"}}]},
        "in.actions[0].place.card: expected a card as it will lie",
    ),
    (
        "replay",
        {"state": STATE, "actions": [{"place": {"card": "R/YGBP", "square": "a2", "turn": 1}}]},
        "in.actions[0].place.turn: no such field",
    ),
    ("result", {"jewels": {"A": [["R/YGBP"]]}}, "in.jewels.A[0].jewel: expected 4 cards"),
    ("result", {"jewels": {"A": [3]}}, "in.jewels.A[0].jewel: expected a list"),
    ("result", {"jewels": {"C": []}}, "in.jewels.C: no such field"),
]


@pytest.mark.parametrize(("kind", "question", "words"), MISTAKES)
def test_a_mistake_is_named_with_its_path(
    kind: str, question: dict[str, object], words: str
) -> None:
    with pytest.raises(QuestionError) as error:
        GAME.ask(kind, question)
    assert str(error.value).startswith(words)


paths = st.lists(st.integers(0, 9), max_size=6)
JUNK: list[object] = [None, "", "x", "R/YGBP", -1, 0, 99, 0.5, True, [], {}, [[]], {"A": 1}, "a1"]


@settings(max_examples=150)
@given(st.sampled_from(QUESTIONS), paths, st.sampled_from(JUNK))
def test_whatever_is_changed_is_answered(
    question: dict[str, Any], path: list[int], new: object
) -> None:
    changed = deepcopy(question)
    place: Any = changed["in"]
    for step in path:
        keys = list(place) if isinstance(place, dict) else list(range(len(place)))
        if not keys:
            break
        key = keys[step % len(keys)]
        if step == path[-1] or not isinstance(place[key], dict | list):
            place[key] = new
            break
        place = place[key]
    given_ = answer(GAME, json.dumps(changed))
    content = json.loads(given_.line)
    assert content["id"] == question["id"]
    assert ("error" in content) == given_.malformed
