"""Names of emotions and tiles in refusals and other texts."""

from companion.engine.text import Text, text


def emotion_name(emotion: str) -> Text:
    """Return an emotion (or ``X``) in words, never as a colour alone (IC-AP-7)."""
    return text(f"emotion.{emotion}")


def tile_name(tile: str) -> Text:
    """Return a tile in words, even if it does not exist; copies carry a number (IC-R47)."""
    name, _, copy = str(tile).partition("-")
    return text("tile.copy", tile=text(f"tile.{name}"), copy=copy) if copy else text(f"tile.{name}")
