"""Questions put to the rules desk, as any program would put them."""

import json
from typing import Any

from companion.engine.questions import answer
from companion.games.gilded_compass import GAME

Json = dict[str, Any]


def ask(kind: str, question: object) -> Json:
    """Ask a well-formed question and return the answer."""
    reply = answer(GAME, json.dumps({"id": 1, "kind": kind, "in": question}))
    assert not reply.malformed, reply.line
    content: Json = json.loads(reply.line)["out"]
    return content


def error_message(kind: str, question: object) -> str:
    """Ask a malformed question and return the error message."""
    reply = answer(GAME, json.dumps({"id": 1, "kind": kind, "in": question}))
    assert reply.malformed, reply.line
    error = json.loads(reply.line)["error"]
    assert error["code"] == "bad-question"
    return str(error["message"])
