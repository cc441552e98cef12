"""Malformed questions: every fault is named with its place, and nothing crashes a desk.

The faults are planted into worked examples, by the types that the questions declare. By hand there
are only those that lie between fields.
"""

import json
import re
from collections.abc import Iterator, Mapping
from copy import deepcopy
from importlib import import_module
from pathlib import Path
from typing import Any, Final, TypeAlias

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.engine.questions import (
    Answer,
    QuestionRouter,
    answer,
    form,
)
from companion.games.gilded_compass.ask.boards import FORMS as STATE_FORMS
from companion.games.gilded_compass.ask.terms import Rulings
from companion.games.inner_compass.ask.position import PositionDescription
from companion.schema.bounds import unbounded
from companion.schema.type_structure import (
    Kind,
    alternatives,
    constraints,
    fields,
    inside,
    origin,
    words,
)
from tests.matrix import WHOLE, example_count

Json: TypeAlias = Any
Path_: TypeAlias = tuple[str | int, ...]

FOLDER: Final = Path(__file__).parent
GAMES: Final = (
    "compass_points",
    "compass_jewels",
    "essence",
    "inner_compass",
    "gilded_compass",
)
ORDER: Final = ["Y", "B", "K", "W", "R", "X"]
S0: Final = {"base": "S0", "set": {}}
TABLE: Final = {"players": ["A", "B"], "start": "A"}
STAY: Final = {side: ["N", 0] for side in "NESW"}
ESSENCE: Final[dict[str, Json]] = {
    "seats": ["I", "II", "III"],
    "positions": {"I": 1, "II": 2, "III": 3},
    "active": "I",
    "decks": {"yellow": 5, "green": 5, "blue": 5, "white": 5},
}
FURTHER: Final[Mapping[str, Mapping[str, Json]]] = {
    "compass_points": {
        "default_board": {"squares": ["e5"]},
        "nearest_corners": {"square": "c5", "board": {"size": 5, "squares": {"c3": "l+5"}}},
        "game": {"rounds": [{"plays": STAY, "choices": ["a1"]}], "start": {"round": 2}},
    },
    "essence": {
        "game": {
            "state": {**ESSENCE, "coins": {"I": 1, "II": 2, "III": 3}},
            "rounds": [
                {"symbol": "group", "scale": 2, "votes": {"I": 1}, "changes": [1]},
                {"symbol": "group", "scale": 3, "votes": {"I": 1}, "changes": 2, "coin": True},
            ],
        },
    },
    "inner_compass": {
        "turns": {"state": S0, "turns": [{"step": "N", "imprint": {"square": "r1c1", "pay": "Y"}}]},
        "game": {
            "state": S0,
            "turns": [
                {
                    "free": "a1",
                    "step": "N",
                    "then": "take",
                    "imprint": {"square": "r1c1", "pay": "Y", "move": {"from": "a1", "to": "b1"}},
                }
            ],
        },
    },
    "gilded_compass": {
        "persuasion": {"rolled": [1], "result": [2]},
        "small_help": {**TABLE, "wants": ["A"], "holders": ["B"]},
        "gifts": {**TABLE, "gifts": {"A": 1}, "wants": ["A"], "dice_left": {"A": 1}},
        "reroll": {"before": [1], "after": [2], "kept": [], "tiles": 1},
        "setup": {"players": 3},
        "library_forced": {"states": {"library": {}}, "player": "A", "dice": [1]},
        "missions_removed": {"c_building": "temple"},
        "winner": {"A": {"total": 3, "unassigned": 1}},
    },
}
"""Questions of kinds of which there is no worked example."""
STATES: Final[Mapping[str, Json]] = {
    "archives": {"groups": [{"player": "A", "value": 1, "count": 2}]},
    "university": {"slots": 3, "row": [{"player": "A", "value": 1}]},
    "library": {"dice": {"A": 2}},
    "auction_house": {"straights": [{"player": "A", "low": 1, "high": 2}]},
    "guild": {"straights": [{"player": "A", "low": 1, "high": 2}]},
    "temple": {"slots": [{"pair": [1, 2], "player": "A"}, {"pairs": [[1, 2], [3, 4]]}]},
    "illuminati": {"groups": [{"player": "A", "dice": [1]}]},
    "galleon": {"groups": [{"player": "A", "dice": [1]}]},
    "tower": {"left": ["A", None, None], "right": [None, None, None]},
}


def desk(game: str) -> QuestionRouter:
    found: QuestionRouter = import_module(f"companion.games.{game}.ask").ask
    return found


class Table:
    """A rules desk around the function that answers."""

    def __init__(self, game: str) -> None:
        self.ask = desk(game)


def asked(game: str, kind: str, question: Json) -> Answer:
    return answer(Table(game), json.dumps({"id": 1, "kind": kind, "in": question}))


def refusal(game: str, kind: str, question: Json) -> str:
    reply = asked(game, kind, question)
    assert reply.malformed, reply.line
    error = json.loads(reply.line)["error"]
    assert error["code"] == "bad-question"
    return str(error["message"])


def examples(game: str) -> dict[str, list[Json]]:
    """Return the questions of a game by kind."""
    by_kind: dict[str, list[Json]] = {kind: [] for kind in desk(game).kinds}
    for file in (FOLDER / game).rglob("examples.jsonl"):
        for line in file.read_text(encoding="utf-8").splitlines():
            question = json.loads(line)
            by_kind[question["kind"]].append(question["in"])
    for kind, further in FURTHER.get(game, {}).items():
        by_kind[kind].append(further)
    return by_kind


def junk(kind: Kind) -> Iterator[Json]:
    """Yield what a type takes for nothing: of another type, too long, out of range."""
    bases = {origin(single) for single in alternatives(kind)}
    yield 0.5
    if bool not in bases:
        yield True
    if not bases & {list, tuple}:
        yield []
    for single in alternatives(kind):
        bounds = constraints(single)
        if origin(single) is int:
            yield from (bounds["ge"] - 1, bounds["le"] + 1, 10**30)
        if origin(single) is str and len(bases) == 1:
            yield "\n" if "pattern" in bounds else "x" * (bounds["max_length"] + 1)
        if words(single) is not None and len(bases) == 1:
            yield "\n"


def fields_of(kind: Kind) -> dict[str, bool]:
    """Return the fields of an object that a type takes, and whether each is required."""
    known = (field for single in alternatives(kind) for field in fields(single))
    return {field.encode_name: field.required for field in known}


def misspelt(kind: Kind, value: Json, path: Path_) -> Iterator[tuple[Path_, Json]]:
    """Yield an object with a field that is unknown, and without each that is required."""
    known = fields_of(kind) if isinstance(value, dict) else {}
    if known:
        yield (*path, "unknwon"), {**value, "unknwon": 1}
    for name, required in known.items():
        if required and name in value:
            yield (*path, name), {key: value[key] for key in value if key != name}


def planted(kind: Kind, value: Json, path: Path_ = ()) -> Iterator[tuple[Path_, Json]]:
    """Yield every fault that can be planted into a value: where it lies, and the value with it."""
    for new in junk(kind):
        yield path, new
    yield from misspelt(kind, value, path)
    limits = [constraints(single).get("max_length", 0) for single in alternatives(kind)]
    if isinstance(value, list) and value and 0 < max(limits) < 100:
        yield path, value * (max(limits) + 1)
    if constraints(kind).get("unread"):
        return
    for step, part, item in inside(kind, value):
        if isinstance(value, dict) and step not in fields_of(kind) and item == step:
            continue  # a key of a mapping, whose place is its value's
        for where, new in planted(part, item, (*path, step)):
            changed = value.copy()
            changed[step] = new
            yield where, changed


def written(path: Path_) -> str:
    steps = (f"[{step}]" if isinstance(step, int) else f".{step}" for step in path)
    return "in" + "".join(steps)


FORMS: Final = [(game, kind) for game in GAMES for kind in desk(game).kinds]


@pytest.mark.parametrize(("game", "kind"), FORMS)
def test_every_field_of_a_question_has_a_bound(game: str, kind: str) -> None:
    assert list(unbounded(form(desk(game).kinds[kind]))) == []


@pytest.mark.parametrize("part", [PositionDescription, Rulings, *STATE_FORMS.values()])
def test_every_field_of_a_part_that_is_read_later_has_a_bound(part: Kind) -> None:
    assert list(unbounded(part)) == []


@pytest.mark.slow
@pytest.mark.matrix
@pytest.mark.parametrize(("game", "kind"), FORMS)
def test_every_fault_in_a_question_is_named_with_its_place(game: str, kind: str) -> None:
    questions = examples(game)[kind]
    assert questions
    for question in questions[: 4 if WHOLE else 1]:
        assert not asked(game, kind, question).malformed
        for path, changed in planted(form(desk(game).kinds[kind]), question):
            if path:
                message = refusal(game, kind, changed)
                assert message.startswith(written(path)), (changed, message)


@pytest.mark.slow
def test_every_fault_in_a_state_of_inner_compass_is_named_with_its_place() -> None:
    state = json.loads(asked("inner_compass", "turn", {"state": S0, "turn": {"step": "N"}}).line)
    whole = {**state["out"]["state"], "options": {"floor": "emotion"}, "row_actions": ["wild"] * 3}
    for path, changed in planted(PositionDescription, whole):
        message = refusal("inner_compass", "turn", {"state": changed, "turn": {"step": "N"}})
        assert message.startswith(written(("state", *path))), (changed, message)


@pytest.mark.parametrize("building", STATE_FORMS)
def test_every_fault_in_a_building_is_named_with_its_place(building: str) -> None:
    question = {"building": building, "player": "B", "dice": [1], "state": STATES[building]}
    assert not asked("gilded_compass", "legal", question).malformed
    for path, changed in planted(STATE_FORMS[building], STATES[building]):
        message = refusal("gilded_compass", "legal", {**question, "state": changed})
        assert message.startswith(written(("state", *path))), (changed, message)


def test_a_kind_that_does_not_exist_is_named_with_the_nearest_one() -> None:
    message = refusal("inner_compass", "costs", {})
    assert message == "kind: found 'costs'; did you mean 'cost'?"


def turn(**changes: object) -> Json:
    return {"state": {"base": "S0", "set": changes}, "turn": {"step": "N"}}


def points(**changes: object) -> Json:
    return {"plays": STAY, **changes}


LAYOUT: Final = ["-- " * 5 + "--"] * 5 + ["R/YGBP R/YGBP G/RYBP G/RYBP -- --"]


def checkers(*squares: str) -> Json:
    return {"layout": LAYOUT, "player": "A", "checkers": {"A": ["a1", "b1"], "B": squares}}


def placing(building: str, state: Json, **changes: object) -> Json:
    return {"building": building, "state": state, "player": "A", "dice": [1], **changes}


BETWEEN: Final[list[tuple[str, str, Json, str]]] = [
    (
        "compass_points",
        "round",
        points(pawn="k5"),
        "in.pawn: expected a square of the board, a1 to",
    ),
    ("compass_points", "round", points(sitting_out=["N", "N"]), "in.sitting_out: expected differ"),
    ("compass_points", "round", points(board={"size": 4}), "in.board.size: expected an odd whole"),
    (
        "compass_points",
        "round",
        points(board={"size": 5, "squares": {"f1": "l+1"}}),
        "in.board.squares.f1: no such square",
    ),
    (
        "compass_points",
        "round",
        points(board={"size": 5, "squares": {"a1": "lx"}}),
        "in.board.squares.a1: a cross has one",
    ),
    ("compass_points", "game", {"rounds": []}, "in.rounds: found a list of length 0, expected"),
    ("compass_points", "default_board", {"squares": ["j1"]}, "in.squares: expected a square of"),
    ("compass_points", "nearest_corners", {"square": "e10"}, "in.square: expected a square of the"),
    ("compass_jewels", "legal_moves", checkers("c1", "e1"), "in.checkers: expected two squares"),
    ("compass_jewels", "legal_moves", checkers("c1", "a1"), "in.checkers: expected two squares"),
    ("compass_jewels", "same_card", {"cards": ["R/YGBP", "R/YGBR"]}, "in.cards[1]: found 'R/YGBR'"),
    (
        "compass_jewels",
        "replay",
        {
            "state": {**checkers("c1", "d1"), "turn": "A"},
            "actions": [{"end": False}],
        },
        "in.state.player: found an unknown key",
    ),
    ("essence", "allowed_votes", {"scale": 2, "seats": ["I", "I"]}, "in.seats: expected a list wi"),
    (
        "essence",
        "evaluate",
        {"symbol": "group", "scale": 2, "seats": ["I", "II"], "active": "III", "votes": {}},
        "in.active: expected one of I, II",
    ),
    (
        "essence",
        "game",
        {"state": {**ESSENCE, "active": "IV"}, "rounds": []},
        "in.state.active: expected one of I, II, III",
    ),
    (
        "essence",
        "game",
        {"state": {**ESSENCE, "positions": {"I": 1, "II": 1}}, "rounds": []},
        "in.state.positions: expected the keys I, II, III",
    ),
    (
        "essence",
        "game",
        {"state": {**ESSENCE, "positions": {"I": 1, "II": 1, "IV": 2}}, "rounds": []},
        "in.state.positions.IV: expected one of I, II, III",
    ),
    (
        "essence",
        "game",
        {"state": {**ESSENCE, "decks": {**ESSENCE["decks"], "blue": 99}}, "rounds": []},
        "in.state.decks.blue: expected at most 14 cards",
    ),
    ("inner_compass", "discounted", {"order": [*ORDER[:5], "Y"]}, "in.order: expected a list with"),
    ("inner_compass", "group", {"board": ["YB", "K"], "cell": "a1"}, "in.board: expected 'M' or a"),
    ("inner_compass", "group", {"board": "M", "cell": "g1"}, "in.cell: expected a space of the bo"),
    (
        "inner_compass",
        "assemble",
        {"slots": {slot: ["A", 0] for slot in ("nw", "ne", "sw", "se")}},
        "in.slots.ne: expected [a section not yet used",
    ),
    ("inner_compass", "deal", {"players": ["p1", "p1"]}, "in.players: expected a list without rep"),
    (
        "inner_compass",
        "squares",
        {"removed": ["r9c1"], "color": "Y"},
        "in.removed: expected one of",
    ),
    (
        "inner_compass",
        "squares",
        {"removed": [], "color": "Y", "layout": ["Y"]},
        "in.layout: expected every colour",
    ),
    (
        "inner_compass",
        "line",
        {"removed": ["r1c1"], "square": "r1c1"},
        "in.square: expected a square",
    ),
    (
        "inner_compass",
        "tile",
        {"board": "M", "cubes": {"p1": ["a1", "a1"]}, "tile": "joy", "player": "p1"},
        "in.cubes.p1: expected a list without repetitions",
    ),
    (
        "inner_compass",
        "value",
        {"tiles": ["joy"], "values": [["p1", "variety"]], "player": "p1", "place": []},
        "in.values: expected players, and tiles in play",
    ),
    ("inner_compass", "turn", {**turn(), "state": {"base": "S1"}}, "in.state.base: found 'S1'"),
    ("inner_compass", "turn", turn(tracks=[]), "in.state.tracks: found an unknown key; did you"),
    ("inner_compass", "turn", turn(current="p3"), "in.state.current: expected one of p1, p2"),
    ("inner_compass", "turn", turn(pieces={"p1": "z1"}), "in.state.pieces.p1: expected a space of"),
    ("inner_compass", "turn", turn(pieces={"p1": ""}), "in.state.pieces.p1: expected a space of"),
    ("inner_compass", "turn", turn(pieces={"p2": "a1"}), "in.state.pieces.p1: expected the space"),
    ("inner_compass", "turn", turn(pieces={"p3": "a1"}), "in.state.pieces.p3: expected one of p1"),
    ("inner_compass", "turn", turn(remaining=["p3"]), "in.state.remaining: expected one of p1, p2"),
    (
        "inner_compass",
        "turn",
        turn(row_actions=["wild"]),
        "in.state.row_actions: expected wild, ep",
    ),
    (
        "gilded_compass",
        "legal",
        placing("library", {}, options={"remove": 1}),
        "in.options: expect",
    ),
    (
        "gilded_compass",
        "legal",
        placing("library", {}, options={"slot": 1}),
        "in.options.slot: exp",
    ),
    (
        "gilded_compass",
        "legal",
        placing("library", {}, options={"flags": {"extend_per_end": 0}}),
        "in.options.flags.extend_per_end: found 0, expected a whole number, 1 to 1000000 or one of",
    ),
    (
        "gilded_compass",
        "place",
        placing("university", {"slots": 1, "row": [{"player": "A", "value": 1}] * 2}),
        "in.state: expected ascending values, no more than there are slots",
    ),
    (
        "gilded_compass",
        "place",
        placing("guild", {"straights": [{"player": "A", "low": 3, "high": 2}]}),
        "in.state.straights[0]: expected high at least as much as low",
    ),
    (
        "gilded_compass",
        "place",
        placing("auction_house", {"straights": [{"player": "A", "low": 1, "high": 2}] * 2}),
        "in.state: expected each player once",
    ),
    (
        "gilded_compass",
        "legal",
        placing("temple", {"slots": [{}]}),
        "in.state.slots[0]: expected one",
    ),
    (
        "gilded_compass",
        "resolve",
        {"building": "library", "players": ["A", "A"]},
        "in.players: exp",
    ),
    (
        "gilded_compass",
        "resolve",
        {"building": "library", "players": ["A", "DUMMY"]},
        "in.players: expected different names of players, without the dummy",
    ),
    (
        "gilded_compass",
        "score",
        {"maps": [{"colour": "fire", "high": 1, "low": 2}]},
        "in.maps[0]: expected high at least as much as low",
    ),
    (
        "gilded_compass",
        "score",
        {"missions": [{"kind": "dual_map"}]},
        "in.missions[0]: expected two",
    ),
    (
        "gilded_compass",
        "score",
        {"missions": [{"kind": "dual_map", "colours": ["fire", "dark"]}] * 9},
        "in.missions: expected at most 8 of dual_map",
    ),
    (
        "gilded_compass",
        "score",
        {"collection": {"most": "fire", "also": "fire"}},
        "in.collection: expected two different colours",
    ),
    ("gilded_compass", "score", {"flags": {"tie_by_value": 1}}, "in.flags.tie_by_value: found 1"),
    ("gilded_compass", "winner", {}, "in.player: expected at least one player with total and unas"),
    ("gilded_compass", "winner", {"A": {"total": 3}}, "in.A.unassigned: found nothing"),
    ("gilded_compass", "round", {**TABLE, "start": "C"}, "in.start: expected one of A, B"),
    (
        "gilded_compass",
        "round",
        {**TABLE, "own_dice": {"C": 1}},
        "in.own_dice.C: expected one of A",
    ),
    ("gilded_compass", "small_help", {**TABLE, "wants": ["C"]}, "in.wants: expected one of A, B"),
    (
        "gilded_compass",
        "dummy_choice",
        {"tiles": [{"colour": "fire"}]},
        "in.tiles[0]: expected val",
    ),
]


@pytest.mark.parametrize(("game", "kind", "question", "sentence"), BETWEEN)
def test_a_field_that_does_not_fit_the_others_is_named_with_its_place(
    game: str, kind: str, question: Json, sentence: str
) -> None:
    assert refusal(game, kind, question).startswith(sentence)


ALL: Final = [
    (game, kind, question)
    for game in GAMES
    for kind, questions in examples(game).items()
    for question in questions
]
JUNK: Final = st.recursive(
    st.one_of(
        st.none(),
        st.booleans(),
        st.integers(-3, 30),
        st.floats(allow_nan=False, allow_infinity=False),
        st.sampled_from(["Y", "X", "a1", "p1", "r1c1", "joy", "M", "N", "", "R/YGBP", "A", "I"]),
        st.text(max_size=3),
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=4),
        st.dictionaries(st.sampled_from(["p1", "N", "A", "base", "set"]), inner, max_size=3),
    ),
    max_leaves=5,
)


def paths(value: object, path: Path_ = ()) -> list[Path_]:
    """Return the paths of all values in a question."""
    all_paths = [path] if path else []
    if isinstance(value, dict):
        all_paths += [below for key, inner in value.items() for below in paths(inner, (*path, key))]
    elif isinstance(value, list):
        all_paths += [below for i, inner in enumerate(value) for below in paths(inner, (*path, i))]
    return all_paths


@pytest.mark.slow
@settings(max_examples=example_count(50))
@given(st.sampled_from(ALL), st.data())
def test_junk_anywhere_gets_an_answer_or_an_error_never_a_crash(
    example: tuple[str, str, Json], data: st.DataObject
) -> None:
    game, kind, question = example
    question = deepcopy(question)
    where: Path_ = data.draw(st.sampled_from(paths(question) or [()]))
    place = question
    for key in where[:-1]:
        place = place[key]
    replaces: bool = data.draw(st.booleans())
    if where and replaces:
        place[where[-1]] = data.draw(JUNK)
    elif where and isinstance(place, dict):
        del place[where[-1]]
    reply = asked(game, kind, question)
    content = json.loads(reply.line)
    assert reply.malformed == ("error" in content)
    assert ("out" in content) != ("error" in content)
    if reply.malformed:
        assert re.match(r"in[.\[:]", content["error"]["message"])
