"""A board on a grid, drawn with small pictures: what a panel can show of a game's board."""

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

    ``mark`` is ``cursor`` (drawn inverted: where the pawn stands, what is chosen), ``target``
    (corners marked: what can be reached, what has been passed) or empty. While somebody chooses
    among actions that name places, displays mark those places instead.
    """

    icon: str = ""
    mark: str = ""
    place: str = ""


class Diagram(msgspec.Struct, frozen=True):
    """A rectangular board, top row first. It lies open: nothing hidden may be in it."""

    rows: tuple[tuple[Cell, ...], ...]

    @property
    def places(self) -> frozenset[str]:
        """The names of its spaces."""
        return frozenset(cell.place for row in self.rows for cell in row if cell.place)


def marked(diagram: Diagram, here: Collection[str], possible: Collection[str] = ()) -> Diagram:
    """Return a board with these of its places marked, and no others."""

    def mark(cell: Cell) -> Cell:
        name = CURSOR if cell.place in here else TARGET if cell.place in possible else ""
        return cell if cell.mark == name else replace(cell, mark=name if cell.place else "")

    return Diagram(tuple(tuple(map(mark, row)) for row in diagram.rows))


def named_in(message: Text) -> frozenset[str]:
    """Return words in the parameters of a text that may be places: ``a1``, ``b2`` of "a1+b2"."""
    return frozenset(_words(message))


def _words(message: Text) -> Iterator[str]:
    for value in message.params.values():
        if isinstance(value, Text):
            yield from _words(value)
        elif isinstance(value, str):
            yield from _WORD.findall(value)


def shown_places(diagram: Diagram | None, here: Collection[str]) -> tuple[Diagram, ...]:
    """Return a board with these places marked, or none where there is none with such a place."""
    if diagram is None or diagram.places.isdisjoint(here):
        return ()
    return (marked(diagram, here),)
