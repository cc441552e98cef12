"""Malformed questions: each mistake is named with its path, and nothing crashes the desk."""

import json
import re
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.engine.questions import QuestionError, answer
from companion.games.inner_compass import GAME

EXAMPLES = Path(__file__).parents[1].joinpath("examples.jsonl").read_text(encoding="utf-8")
QUESTIONS = [json.loads(line) for line in EXAMPLES.splitlines()]
ORDER = ["Y", "B", "K", "W", "R", "X"]
TURN = {"step": "N"}
SHIFT = {"from": "a1", "to": "b1"}
STATE = {"base": "S0", "set": {}}
TILES = ["joy", "solidarity", "solitude", "variety", "equilibrium"]

MISTAKES: list[tuple[str, dict[str, object], str]] = [
    ("price", {}, "kind: there is no 'price', there are: track, track-setup"),
    ("cost", {"order": ORDER, "others": True}, "in.color: is missing"),
    ("cost", {"order": ORDER, "color": "X", "others": True}, "in.color: expected one of Y, B, K"),
    ("cost", {"order": ORDER[:5], "color": "Y", "others": True}, "in.order: expected each of Y B"),
    ("cost", {"order": ORDER, "color": "Y", "others": 1}, "in.others: expected true or false"),
    (
        "cost",
        {"order": ORDER, "color": "Y", "others": True, "discout": "spaces"},
        "in.discout: no such field, known are: color, discount, floor, order, others",
    ),
    ("track", {"order": ORDER, "imprints": "Y"}, "in.imprints: expected a list"),
    ("track", {"order": ORDER, "imprints": ["Q"]}, "in.imprints: expected emotions out of YBKWR"),
    ("track", {"order": ORDER, "values": [1], "imprints": []}, "in.values: expected six numbers"),
    ("group", {"board": "N", "cell": "a1"}, "in.board: expected a list"),
    ("group", {"board": ["YB", "K"], "cell": "a1"}, "in.board: expected 'M' or a square of rows"),
    ("group", {"board": "M", "cell": "g1"}, "in.cell: expected a space of the board, a1 to f6"),
    ("assemble", {"slots": {"nw": ["A", 0]}}, "in.slots.ne: is missing"),
    ("assemble", {"slots": {"nw": ["E", 0]}}, "in.slots.nw: expected [a section not yet used"),
    ("deal", {"players": ["p1"]}, "in.players: expected two to four different names"),
    ("deal", {"players": ["p1", "p1"]}, "in.players: expected two to four different names"),
    ("squares", {"removed": ["r9c1"], "color": "Y"}, "in.removed: expected different squares"),
    ("squares", {"removed": [], "color": "Y", "layout": ["Y"]}, "in.layout: expected every colour"),
    (
        "line",
        {"removed": ["r1c1"], "square": "r1c1"},
        "in.square: expected a square that has a cube",
    ),
    ("row-ep", {"removed_from_row": 0}, "in.removed_from_row: expected a whole number, at least 1"),
    ("row-ep", {"removed_from_row": 6}, "in.removed_from_row: expected 1 to 5"),
    (
        "tile",
        {"board": "M", "cubes": {"p1": ["a1", "a1"]}, "tile": "joy", "player": "p1"},
        "in.cubes.p1: expected different spaces of the board",
    ),
    (
        "tile",
        {"board": "M", "cubes": {"p1": []}, "tile": "happiness", "player": "p1"},
        "in.tile: expected one of solidarity",
    ),
    (
        "value",
        {"tiles": TILES, "values": [["p1"]], "player": "p1", "place": []},
        "in.values: expected [player, tile], not ['p1']",
    ),
    (
        "value",
        {"tiles": TILES, "values": [["p1", "passion"]], "player": "p1", "place": []},
        "in.values: expected tiles in play, not passion",
    ),
    (
        "value",
        {"tiles": ["joy", "joy"]},
        "in.tiles: expected different tiles; a second joy is joy-2",
    ),
    ("turn", {"turn": TURN}, "in.state: is missing"),
    ("turn", {"state": {"base": "S1"}, "turn": TURN}, "in.state.base: expected 'S0'"),
    ("turn", {"state": {**STATE, "sett": {}}, "turn": TURN}, "in.state.sett: no such field"),
    (
        "turn",
        {"state": STATE, "turn": {"step": "north"}},
        "in.turn.step: expected one of N, E, S, W",
    ),
    ("turn", {"state": STATE, "turn": {"step": "N", "than": "E"}}, "in.turn.than: no such field"),
    (
        "turn",
        {"state": STATE, "turn": {"step": "N", "imprint": {"square": "r1c1", "pay": "XY"}}},
        "in.turn.imprint.pay: expected a string of the letters YBKWR",
    ),
    (
        "turn",
        {
            "state": STATE,
            "turn": {
                "step": "N",
                "imprint": {"square": "r1c1", "pay": "Y", "move": {**SHIFT, "by": 1}},
            },
        },
        "in.turn.imprint.move.by: no such field",
    ),
    ("turns", {"state": STATE, "turns": [TURN, 3]}, "in.turns[1]: expected an object"),
]

STATE_MISTAKES: list[tuple[dict[str, object], str]] = [
    ({"players": ["p1"]}, "in.state.players: expected two to four"),
    ({"current": "p3"}, "in.state.current: expected one of p1, p2"),
    ({"pieces": {"p1": "z1"}}, "in.state.pieces.p1: expected a space"),
    ({"pieces": {"p2": "a1"}}, "in.turn: p1 has no piece; give its space in the state"),
    ({"pieces": {"p3": "a1"}}, "in.state.pieces.p3: no such field"),
    ({"hands": {"p1": ["Y"]}}, "in.state.hands.p1: expected a string"),
    ({"display": {"NE": "Y"}}, "in.state.display.NE: no such field"),
    ({"display": {"N": "X"}}, "in.state.display.N: expected one of Y, B, K, W, R"),
    ({"remaining": ["p3"]}, "in.state.remaining: expected null or players"),
    ({"mode": "expert"}, "in.state.mode: expected one of standard, advanced"),
    ({"row_actions": ["wild"]}, "in.state.row_actions: expected wild, ep, shift"),
    ({"options": {"flor": 1}}, "in.state.options.flor: no such field"),
    ({"ep": {"p1": -1}}, "in.state.ep.p1: expected a whole number, at least 0"),
    ({"tracks": []}, "in.state.tracks: no such field"),
]


@pytest.mark.parametrize(("kind", "question", "words"), MISTAKES)
def test_a_mistake_is_named_with_its_path(
    kind: str, question: dict[str, object], words: str
) -> None:
    with pytest.raises(QuestionError) as raised:
        GAME.ask(kind, question)
    assert re.match(rf"{re.escape(words)}(\W|$)", str(raised.value))


@pytest.mark.parametrize(("changes", "words"), STATE_MISTAKES)
def test_a_mistake_in_a_state_is_named_with_its_path(
    changes: dict[str, object], words: str
) -> None:
    with pytest.raises(QuestionError) as raised:
        GAME.ask("turn", {"state": {"base": "S0", "set": changes}, "turn": TURN})
    assert str(raised.value).startswith(words)


JUNK = st.recursive(
    st.one_of(
        st.none(),
        st.booleans(),
        st.integers(-3, 30),
        st.floats(allow_nan=False),
        st.sampled_from(["Y", "X", "a1", "p1", "p3", "r1c1", "joy", "joy-2", "M", "N", ""]),
        st.text(max_size=3),
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=4),
        st.dictionaries(st.sampled_from(["p1", "N", "nw", "base", "set"]), inner, max_size=3),
    ),
    max_leaves=5,
)


def paths(value: object, path: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    """Return the paths of all values in a question."""
    all_paths = [path] if path else []
    if isinstance(value, dict):
        all_paths += [below for key, inner in value.items() for below in paths(inner, (*path, key))]
    elif isinstance(value, list):
        all_paths += [below for i, inner in enumerate(value) for below in paths(inner, (*path, i))]
    return all_paths


@settings(max_examples=150)
@given(st.sampled_from(QUESTIONS), st.data())
def test_junk_anywhere_gets_an_answer_or_an_error_never_a_crash(
    question: dict[str, Any], data: st.DataObject
) -> None:
    question = deepcopy(question)
    where = data.draw(st.sampled_from(paths(question)))
    place: Any = question
    for key in where[:-1]:
        place = place[key]
    if data.draw(st.booleans()):
        place[where[-1]] = data.draw(JUNK)
    elif isinstance(place, dict):
        del place[where[-1]]
    reply = answer(GAME, json.dumps(question))
    content = json.loads(reply.line)
    assert reply.malformed == ("error" in content)
    assert ("out" in content) != ("error" in content)
