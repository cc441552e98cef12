"""The page on asking: its example of a game's own questions works as it says."""

import json
import re
from typing import Any

from companion.engine.questions import answer
from tests.docs.named import ROOT

PAGE = (ROOT / "docs" / "ask.md").read_text(encoding="utf-8")


def asked(**fields: object) -> dict[str, Any]:
    """Ask the desk of the page's example."""
    found = re.search(r"```python\n(.*?)```", PAGE, re.DOTALL)
    assert found
    names: dict[str, Any] = {}
    exec(found[1], names)  # noqa: S102 - the page's own example
    game = type("Game", (), {"ask": names["ask"]})()
    reply: dict[str, Any] = json.loads(
        answer(game, json.dumps({"kind": "left", "in": fields})).line
    )
    return reply


def test_the_example_answers_a_question() -> None:
    assert asked(taken=3)["out"] == {"left": 18}


def test_the_example_refuses_fields_that_do_not_fit() -> None:
    assert asked(taken=30)["error"]["message"] == "in.taken: expected at most 21"
    assert asked(takn=3)["error"]["message"].startswith(
        "in.takn: found an unknown key; did you mean"
    )
    assert asked()["error"]["message"].startswith("in.taken: found nothing")
