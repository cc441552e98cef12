"""An owner's copy of a game: what is printed on it, and how people are asked about that."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.engine.text import Text


@dataclass(frozen=True, slots=True)
class Cell:
    """One printed value: how it is asked for, and what it may be."""

    ask: Text
    values: tuple[tuple[Any, Text], ...]


@dataclass(frozen=True, slots=True)
class CopyQuestion:
    """Whether something is printed as the box assumes; if not, its cells are asked one by one.

    ``path`` leads to its place in the game's data, or to an option if it ``is_option``. What has no
    ``cells`` is too much for a few questions: it belongs into the box's file.
    """

    key: str
    ask: Text
    path: tuple[str, ...] = ()
    cells: tuple[Cell, ...] = ()
    is_option: bool = False
    width: int = 0
    """If the cells are letters in rows: how many in a row."""
    names: tuple[str, ...] = ()
    """If the cells are values by name: the names, each with as many cells as the others."""

    def value(self, cells: tuple[Any, ...]) -> object:
        """Return the value that the answers to the cells make."""
        if self.is_option:
            return cells[0]
        if self.width:
            letters = "".join(map(str, cells))
            return [letters[i : i + self.width] for i in range(0, len(letters), self.width)]
        if self.names:
            each = len(cells) // len(self.names)
            parts = (cells[i * each : (i + 1) * each] for i in range(len(self.names)))
            lists = zip(self.names, parts, strict=True)
            return {name: part[0] if each == 1 else list(part) for name, part in lists}
        return list(cells)


@dataclass(frozen=True, slots=True)
class OwnersCopy:
    """What an owner has confirmed, and what differs from the printed default."""

    confirmed: frozenset[str] = frozenset()
    data: Mapping[str, Any] = field(default_factory=dict)
    options: Mapping[str, Any] = field(default_factory=dict)


def placed(data: Mapping[str, Any], path: tuple[str, ...], value: object) -> dict[str, Any]:
    """Return data with a value at a path; the mappings on the way are copied, not changed."""
    first, *rest = path
    within = placed(data.get(first, {}), tuple(rest), value) if rest else value
    return {**data, first: within}
