"""Why an action is not possible: refusals with a stable code."""

from companion.engine.game import Refusal
from companion.engine.text import Param, text


def refuse(code: str, rule: str, **params: Param) -> Refusal:
    """Return the refusal ``code`` by ``rule``; its words are the message ``refusal.<code>``."""
    return Refusal(code, rule, text(f"refusal.{code}", **params))
