"""Why an action is not possible: refusals with a stable code."""

from companion.engine.game import Refusal
from companion.engine.text import Param, Text, text


def refuse(code: str, rule: str, **params: Param) -> Refusal:
    """Return the refusal ``code`` by ``rule``; its words are the message ``refusal.<code>``."""
    return Refusal(code, rule, text(f"refusal.{code}", **params))


def emotion_name(emotion: str) -> Text:
    """Return an emotion (or ``X``) in words, never as a colour alone (IC-AP-7)."""
    return text(f"emotion.{emotion}")


def tile_name(tile: str) -> Text:
    """Return a tile in words, even if it does not exist; copies carry a number (IC-R47)."""
    name, _, copy = str(tile).partition("-")
    return text("tile.copy", tile=text(f"tile.{name}"), copy=copy) if copy else text(f"tile.{name}")
