"""An owner's copy of a game: what is printed on it, and the questions about it."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final

import msgspec

from companion.engine.text import Text
from companion.moved import former_names


class PrintedValue(msgspec.Struct, frozen=True):
    """One printed value: its question, and its possible values."""

    ask: Text
    values: tuple[tuple[Any, Text], ...]


class PrintedSquare(msgspec.Struct, frozen=True):
    """How a printed square is drawn: its icon on a panel, fill and sign on a page, and its name."""

    name: Text
    sign: Text
    icon: str = ""
    fill: str = ""


class PrintedSheet(msgspec.Struct, frozen=True):
    """A picture of printed squares, on which players touch those that differ on their copy.

    A touch selects the next of the ``kinds``, if there are any. Else the parts of a value are asked
    in turn: ``part`` returns the next question after the parts so far, ``None`` at the end.
    """

    rows: tuple[tuple[Text, ...], ...]
    """The names of the squares, row by row."""
    values: tuple[str, ...]
    """Values that the box assumes to be printed on them, in the same order."""
    printed: Callable[[str], PrintedSquare]
    as_data: Callable[[tuple[str, ...]], object]
    """The values as the owner's data hold them."""
    kinds: tuple[str, ...] = ()
    part: Callable[[tuple[str, ...]], PrintedValue | None] = lambda _said: None


NONE: Final = ""
"""The answer that a copy has no such thing, and so none of those after it under the same name."""


class CopyQuestion(msgspec.Struct, frozen=True):
    """The question whether a printed value is as assumed; if not, its cells are asked in turn.

    ``path`` leads to its place in the game's data, or to an option if it ``is_option``: its cell
    has the value that the question assumes first. A ``sheet`` is derived from the answers to the
    cells.
    """

    key: str
    ask: Text
    path: tuple[str, ...] = ()
    cells: tuple[PrintedValue, ...] = ()
    is_option: bool = False
    sheet: Callable[[tuple[Any, ...]], PrintedSheet] | None = None
    distinct: bool = False
    """Whether no two cells have the same value."""
    names: tuple[str, ...] = ()
    """If the cells are values by name: the names, each with as many cells as the others."""

    def value(self, cells: tuple[Any, ...]) -> object:
        """Return the value resulting from the answers to the cells."""
        if self.is_option:
            return cells[0]
        if self.names:
            each = len(cells) // len(self.names)
            parts = (cells[i * each : (i + 1) * each] for i in range(len(self.names)))
            lists = zip(self.names, parts, strict=True)
            return {
                name: part[0] if each == 1 else [value for value in part if value != NONE]
                for name, part in lists
            }
        return list(cells)


class OwnersCopy(msgspec.Struct, frozen=True):
    """An owner's confirmed answers, and the differences from the printed default."""

    confirmed: frozenset[str] = frozenset()
    data: Mapping[str, Any] = msgspec.field(default_factory=dict)
    options: Mapping[str, Any] = msgspec.field(default_factory=dict)


def with_value_at(data: Mapping[str, Any], path: tuple[str, ...], value: object) -> dict[str, Any]:
    """Return data with a value at a path; the mappings on the way are copied, not modified."""
    first, *rest = path
    within = with_value_at(data.get(first, {}), tuple(rest), value) if rest else value
    return {**data, first: within}


if not TYPE_CHECKING:  # or any name would pass for one of this module
    __getattr__ = former_names(__name__)
