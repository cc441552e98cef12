"""What followed from an action: events, each with the id of its rule."""

from dataclasses import dataclass

from companion.engine.game import Event


@dataclass(frozen=True, slots=True)
class CheckerPlaced(Event):
    """A checker was put on its first card."""

    player: int
    square: str


@dataclass(frozen=True, slots=True)
class CheckerMoved(Event):
    """A checker went from one card to another."""

    player: int
    source: str
    target: str


@dataclass(frozen=True, slots=True)
class CardCollected(Event):
    """A card went from the table to a collection, leaving a hole on its square."""

    player: int
    card: str
    square: str


@dataclass(frozen=True, slots=True)
class PlayerBlocked(Event):
    """The player whose turn it is has no legal move."""

    player: int


@dataclass(frozen=True, slots=True)
class CardPut(Event):
    """A card went from a collection onto a hole, in the orientation of ``card``."""

    player: int
    card: str
    square: str


@dataclass(frozen=True, slots=True)
class PhaseEnded(Event):
    """A blocked player has ended phase one."""

    player: int


@dataclass(frozen=True, slots=True)
class PositionRepeated(Event):
    """Phase one ends because a position has occurred for the number of ``times`` allowed."""

    times: int


@dataclass(frozen=True, slots=True)
class JewelDeclared(Event):
    """A player has declared four cards as a jewel."""

    player: int
    jewel: int
    north_west: str
    north_east: str
    south_west: str
    south_east: str
    points: int


@dataclass(frozen=True, slots=True)
class JewelTakenApart(Event):
    """A declared jewel no longer counts; its cards can be used again."""

    player: int
    jewel: int


@dataclass(frozen=True, slots=True)
class JewelsCounted(Event):
    """A player has declared all jewels."""

    player: int
    points: int


@dataclass(frozen=True, slots=True)
class GameOver(Event):
    """The game has ended."""


@dataclass(frozen=True, slots=True)
class Corrected(Event):
    """The table set something by hand."""
