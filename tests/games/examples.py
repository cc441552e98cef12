"""Worked examples of a game's rules, asked as any program would ask them.

Each line of a file ``examples.jsonl`` is a question together with what its answer must contain.
"""

import json
from collections.abc import Mapping
from pathlib import Path

from companion.engine.questions import RulesDesk, answer


def lines_beside(test: str) -> list[str]:
    """Return the examples in the folder of a test."""
    return Path(test).with_name("examples.jsonl").read_text(encoding="utf-8").splitlines()


def name(line: str) -> str:
    """Return the id of an example on the page of rules."""
    return str(json.loads(line)["id"])


def assert_answered(desk: RulesDesk, line: str) -> None:
    """Ask a question, and compare the answer with the example."""
    question = json.loads(line)
    reply = answer(desk, line)
    content = json.loads(reply.line)
    assert not reply.malformed, content
    assert content["id"] == question["id"]
    assert _listed(content["out"], question["out"]) == question["out"]


def _listed(answered: object, expected: object) -> object:
    """Return the part of an answer that has the keys in the example."""
    if isinstance(expected, Mapping) and isinstance(answered, Mapping):
        return {key: _listed(answered.get(key), value) for key, value in expected.items()}
    return answered
