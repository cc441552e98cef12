"""Limits the total size of a JSON value, independent of its parts."""

from collections.abc import Iterable
from typing import Any

import msgspec


class Extent(msgspec.Struct, frozen=True):
    """The maximum size of a message."""

    size: int
    """Bytes."""
    items: int
    """Entries of all objects and lists together."""
    text: int = 5000
    """Characters of a text, or of a name in an object."""
    levels: int = 16
    """Objects and lists that are nested into each other."""

    def excess(self, value: object) -> str:
        """Return the limit that a JSON value exceeds, empty if there is none."""
        left, inner, levels = self.items, [value], self.levels
        while inner:
            texts = (each for each in inner if isinstance(each, str))
            if any(len(each) > self.text for each in texts):
                return "text-too-long"
            nested = [each for each in inner if isinstance(each, dict | list)]
            if nested and not levels:
                return "too-deep"
            left -= sum(map(len, nested))
            if left < 0:
                return "too-many-items"
            names = (name for each in nested if isinstance(each, dict) for name in each)
            values = (part for each in nested for part in _parts(each))
            inner, levels = [*names, *values], levels - 1
        return ""


def _parts(value: dict[str, Any] | list[Any]) -> Iterable[Any]:
    return value.values() if isinstance(value, dict) else value
