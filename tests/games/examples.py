"""Worked examples of a game's rules, asked as any program would ask them, and carried out.

Each line of a file ``examples.jsonl`` is a question together with what its answer must contain. The
same is carried out by legal actions, without the code that answers questions: both must agree.
"""

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeAlias

from companion.engine.questions import RulesQuestions, answer

Carry: TypeAlias = Callable[[Mapping[str, Any]], object]
"""Carries a kind of question out by actions; returns what came of it, in the form of an answer."""


def lines_beside(test: str) -> list[str]:
    """Return the examples in the folder of a test."""
    return Path(test).with_name("examples.jsonl").read_text(encoding="utf-8").splitlines()


def name(line: str) -> str:
    """Return the id of an example on the page of rules."""
    return str(json.loads(line)["id"])


def assert_answered(desk: RulesQuestions, line: str) -> None:
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


def assert_carried_out(carries: Mapping[str, Carry], line: str) -> None:
    """Carry a question out by actions, and compare what came of it with the example."""
    question = json.loads(line)
    came = json.loads(json.dumps(carries[question["kind"]](question["in"])))
    expected = question["out"]
    if not isinstance(expected, Mapping):
        assert came == expected
        return
    told = {key: value for key, value in expected.items() if key in came}
    assert told, "nothing of the example is compared"
    assert _listed(came, told) == told
