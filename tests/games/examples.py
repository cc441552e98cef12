"""Worked examples of a game's rules file, asked as any program would ask them.

Each line of a file ``examples.jsonl`` is a question that also says what its answer must list.
"""

import json
from collections.abc import Mapping
from pathlib import Path

from companion.engine.questions import RulesDesk, answer


def lines_beside(test: str) -> list[str]:
    """Return the examples that lie beside a test."""
    return Path(test).with_name("examples.jsonl").read_text(encoding="utf-8").splitlines()


def name(line: str) -> str:
    """Return the number of an example in the rules file."""
    return str(json.loads(line)["id"])


def assert_answered(desk: RulesDesk, line: str) -> None:
    """Ask a question, and compare the answer with what the example lists."""
    question = json.loads(line)
    given = answer(desk, line)
    found = json.loads(given.line)
    assert not given.malformed, found
    assert found["id"] == question["id"]
    assert _listed(found["out"], question["out"]) == question["out"]


def _listed(found: object, wanted: object) -> object:
    """Return of an answer what an example is about: the keys that it lists."""
    if isinstance(wanted, Mapping) and isinstance(found, Mapping):
        return {key: _listed(found.get(key), value) for key, value in wanted.items()}
    return found
