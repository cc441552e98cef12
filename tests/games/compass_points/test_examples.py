"""The worked examples of the rules file (section 13), asked as any program would ask them."""

import json
from collections.abc import Mapping
from pathlib import Path

import pytest

from companion.engine.questions import answer
from companion.games.compass_points import GAME

LINES = Path(__file__).with_name("examples.jsonl").read_text(encoding="utf-8").splitlines()


def test_all_17_examples_are_here() -> None:
    assert [json.loads(line)["id"] for line in LINES] == [f"CP-X{n:02}" for n in range(1, 18)]


@pytest.mark.parametrize("line", [pytest.param(line, id=json.loads(line)["id"]) for line in LINES])
def test_example(line: str) -> None:
    question = json.loads(line)
    given = answer(GAME, line)
    found = json.loads(given.line)
    assert not given.malformed
    assert found["id"] == question["id"]
    assert listed(found["out"], question["out"]) == question["out"]


def listed(found: object, wanted: object) -> object:
    """Return of an answer what an example is about: the keys that it lists."""
    if isinstance(wanted, Mapping) and isinstance(found, Mapping):
        return {key: listed(found.get(key), each) for key, each in wanted.items()}
    return found
