"""Names of keys for people who cannot see their letters: by where each of them lies."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from companion.engine.text import Text, text
from companion.table.command import Command
from companion.table.screens.headline import KeyLayout

_LAYOUTS: Final = (KeyLayout.FULL, KeyLayout.THREE)
"""The layouts that have keys with letters."""
_CLICKED: Final[Mapping[str, str]] = MappingProxyType(
    {
        f"key.{layout}.{command}": key
        for layout in _LAYOUTS
        for key, command in (("a", Command.CONFIRM), ("b", Command.BACK))
    }
)
_HELD: Final[Mapping[str, str]] = MappingProxyType(
    {
        f"key.{KeyLayout.FULL}.{command}": key
        for key, command in (("a", Command.CORRECT), ("b", Command.UNDO))
    }
)
_DOES: Final = frozenset({"key.does", "key.brief"})


def by_place(words: Text, places: Mapping[str, str]) -> Text:
    """Return a text whose keys *A* and *B* are named by their ``places``, such as ``left``.

    A key without a known place keeps its letter.
    """
    if not places:
        return words
    clicked, held = places.get(_CLICKED.get(words.key, "")), places.get(_HELD.get(words.key, ""))
    if clicked is not None:
        return text(f"key.at.{clicked}")
    if held is not None:
        return text("key.held_at", pressed=text(f"key.at.{held}"))
    if words.key == f"key.and.{KeyLayout.FULL}":
        return text(f"key.and.{KeyLayout.THREE}")
    params = {
        name: by_place(value, places) if isinstance(value, Text) else value
        for name, value in words.params.items()
    }
    is_named = words.key in _DOES and params["pressed"] != words.params["pressed"]
    return Text("key.does_at" if is_named else words.key, params)
