"""The worked examples of the rules file (section 14), asked as any program would ask them."""

import json
from collections.abc import Mapping
from pathlib import Path

import pytest

from companion.engine.questions import answer
from companion.games.essence import GAME
from companion.games.essence.questions import default_questions
from tests.games.essence.tables import begin

LINES = Path(__file__).with_name("examples.jsonl").read_text(encoding="utf-8").splitlines()


def test_examples_1_to_18_are_here() -> None:
    ids = dict.fromkeys(json.loads(line)["id"] for line in LINES)
    assert list(ids) == [f"ES-X{n:02}" for n in range(1, 19)]


@pytest.mark.parametrize("line", [pytest.param(line, id=json.loads(line)["id"]) for line in LINES])
def test_example(line: str) -> None:
    question = json.loads(line)
    given = answer(GAME, line)
    found = json.loads(given.line)
    assert not given.malformed, found
    assert found["id"] == question["id"]
    assert listed(found["out"], question["out"]) == question["out"]


def listed(found: object, wanted: object) -> object:
    """Return of an answer what an example is about: the keys that it lists."""
    if isinstance(wanted, Mapping) and isinstance(found, Mapping):
        return {key: listed(found.get(key), each) for key, each in wanted.items()}
    return found


def test_example_19_the_default_questions() -> None:
    """ES-X19, ES-DATA-3."""
    cards = {each.id: each for each in default_questions()}
    green, white = cards["G10"], cards["W06"]
    assert (green.symbol, green.count, green.deck, green.scale) == ("individual", 1, "values", 5)
    assert (white.symbol, white.count, white.deck, white.scale) == ("group", 3, "values", 3)
    assert white.e1
    assert white not in begin().config.questions
    assert white in begin(expansion_e1="with").config.questions
