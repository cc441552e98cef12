"""The worked examples of the rules file (section 11), asked as any program would ask them."""

import json
from collections.abc import Mapping
from pathlib import Path

import pytest

from companion.engine.questions import answer
from companion.games.compass_jewels import GAME

LINES = Path(__file__).with_name("examples.jsonl").read_text(encoding="utf-8").splitlines()


def test_all_15_examples_are_here() -> None:
    asked = {json.loads(line)["id"] for line in LINES}
    assert asked >= {f"CJ-X{n:02}" for n in range(1, 16)}


@pytest.mark.parametrize(
    "line", [pytest.param(line, id=f"{i}-{json.loads(line)['id']}") for i, line in enumerate(LINES)]
)
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
