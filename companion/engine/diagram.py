"""A board on a grid of small pictures, for small displays."""

import re
from collections.abc import Collection, Iterator
from typing import Final

import msgspec
from msgspec.structs import replace

from companion.engine.text import Text

_WORD: Final = re.compile(r"\w+")
CURSOR: Final = "cursor"
"""The mark of a space that is meant: drawn inverted."""
TARGET: Final = "target"
"""The mark of a space that can be meant, or has been passed: its corners are drawn."""


class Cell(msgspec.Struct, frozen=True):
    """One space: the name of an icon, a mark, and the space's name in the fields of actions.

    ``mark`` is ``cursor`` (drawn inverted: the pawn's position, the selection), ``target`` (corners
    marked: reachable or visited spaces) or empty. During a choice among actions that name places,
    displays mark those places instead.
    """

    icon: str = ""
    mark: str = ""
    place: str = ""
    points: bool = False
    """Whether the icon points along the row, so that it turns with a board on its side."""


class Diagram(msgspec.Struct, frozen=True):
    """A rectangular board, top row first. It is public and must not contain hidden information."""

    rows: tuple[tuple[Cell, ...], ...]

    @property
    def places(self) -> frozenset[str]:
        """The names of its spaces."""
        return frozenset(cell.place for row in self.rows for cell in row if cell.place)


def marked(diagram: Diagram, here: Collection[str], possible: Collection[str] = ()) -> Diagram:
    """Return a board with exactly these places marked."""

    def mark(cell: Cell) -> Cell:
        name = CURSOR if cell.place in here else TARGET if cell.place in possible else ""
        return cell if cell.mark == name else replace(cell, mark=name if cell.place else "")

    return Diagram(tuple(tuple(map(mark, row)) for row in diagram.rows))


def named_in(message: Text) -> frozenset[str]:
    """Return possible place names in the parameters of a text: ``a1``, ``b2`` of "a1+b2"."""
    return frozenset(_words(message))


def _words(message: Text) -> Iterator[str]:
    for value in message.params.values():
        if isinstance(value, Text):
            yield from _words(value)
        elif isinstance(value, str):
            yield from _WORD.findall(value)


def shown_places(diagram: Diagram | None, here: Collection[str]) -> tuple[Diagram, ...]:
    """Return a board with these places marked, ``None`` if it has none of them."""
    if diagram is None or diagram.places.isdisjoint(here):
        return ()
    return (marked(diagram, here),)
