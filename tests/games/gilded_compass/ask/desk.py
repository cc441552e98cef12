"""Questions put to the rules desk, as any program would put them."""

import json
from typing import Any

from companion.engine.questions import answer
from companion.games.gilded_compass import GAME

Json = dict[str, Any]


def asked(kind: str, question: object) -> Json:
    """Return what the desk answers."""
    given = answer(GAME, json.dumps({"id": 1, "kind": kind, "in": question}))
    assert not given.malformed, given.line
    found: Json = json.loads(given.line)["out"]
    return found


def message(kind: str, question: object) -> str:
    """Return what the desk says about a malformed question."""
    given = answer(GAME, json.dumps({"id": 1, "kind": kind, "in": question}))
    assert given.malformed, given.line
    error = json.loads(given.line)["error"]
    assert error["code"] == "bad-question"
    return str(error["message"])
