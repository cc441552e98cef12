"""The worked examples of the rules file (section 16), asked as any program would ask them."""

import json
from collections.abc import Mapping
from pathlib import Path

import pytest

from companion.engine.questions import answer
from companion.games.gilded_compass import GAME

LINES = Path(__file__).with_name("examples.jsonl").read_text(encoding="utf-8").splitlines()
"""Some examples are several questions: ``E2``, ``E2-new``."""


def test_all_34_examples_are_here() -> None:
    asked = {json.loads(line)["id"].partition("-")[0] for line in LINES}
    assert asked == {f"E{n}" for n in range(1, 35)}


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
