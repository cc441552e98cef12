"""How answers are written."""

from companion.engine.game import Refusal, Struct


def refusal(refused: Refusal) -> Struct:
    """Return a refusal by its code and the id of its rule."""
    return {"legal": False, "why": refused.code, "rule": refused.rule}
