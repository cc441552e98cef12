"""Events: the consequences of an action, each with the id of its rule."""

from companion.engine.records import Event, SeatEvent


class CheckerPlaced(SeatEvent):
    """A checker was put on its first card."""

    square: str


class CheckerMoved(SeatEvent):
    """A checker went from one card to another."""

    source: str
    target: str


class CardCollected(SeatEvent):
    """A card went from the table to a collection, leaving a hole on its square."""

    card: str
    square: str


class PlayerBlocked(SeatEvent):
    """The player whose turn it is has no legal move."""


class CardPut(SeatEvent):
    """A card went from a collection onto a hole, in the orientation of ``card``."""

    card: str
    square: str


class PhaseEnded(SeatEvent):
    """A blocked player has ended phase one."""


class PositionRepeated(Event):
    """Phase one ends because a position has occurred for the number of ``times`` allowed."""

    times: int


class JewelDeclared(SeatEvent):
    """A player has declared four cards as a jewel."""

    jewel: int
    north_west: str
    north_east: str
    south_west: str
    south_east: str
    points: int


class JewelRefused(SeatEvent):
    """Four cards do not make a jewel: only ``edges`` edges match; the first three stay."""

    edges: int
    north_west: str
    north_east: str
    south_west: str
    south_east: str


class JewelTakenApart(SeatEvent):
    """A declared jewel no longer counts; its cards can be used again."""

    jewel: int


class JewelsCounted(SeatEvent):
    """A player has declared all jewels."""

    points: int


class GameOver(Event):
    """The game has ended."""


class Corrected(Event):
    """The table set something by hand."""
