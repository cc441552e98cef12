"""A board on a grid, drawn with small pictures: what a panel can show of a game's board."""

import msgspec


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
