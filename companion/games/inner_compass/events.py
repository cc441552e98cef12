"""Events: the consequences of an action, each with the id of its rule."""

from typing import Annotated

from companion.engine.records import Event, SeatEvent
from companion.engine.visibility import Secret


class TurnBegan(SeatEvent):
    """A player's turn began; ``left`` counts the last turns from it on (``None`` before them)."""

    left: int | None


class PieceMoved(SeatEvent):
    """A piece moved to another space."""

    space: str


class CardTaken(SeatEvent):
    """A card went from the display to a hand."""

    direction: str
    card: str


class BonusDrawn(SeatEvent):
    """A dealt or bonus card went from the draw pile to a hand, unseen by the others."""

    card: Annotated[str, Secret()]


class Paid(SeatEvent):
    """Cards went from a hand to the discard pile."""

    cards: str


class MemoryMade(SeatEvent):
    """A cube went from a player board to the Life board."""

    emotion: str
    space: str | None
    square: str | None


class CubeShifted(SeatEvent):
    """A cube moved on the Life board."""

    source: str
    space: str


class EPGained(SeatEvent):
    """A player gained EP; ``source`` is ``track``, ``first``, ``row`` or ``compass``."""

    points: int
    source: str


class TokenSlid(Event):
    """A token went to the bottom of the track."""

    emotion: str


class LineCleared(SeatEvent):
    """A line of a player board is empty; ``line`` is ``None`` if the box does not know which."""

    line: str | None
    total: int


class ValueDue(SeatEvent):
    """A player must place value tokens."""

    count: int


class ValuePlaced(SeatEvent):
    """A value token was put beside a tile."""

    tile: str


class EndTriggered(SeatEvent):
    """A third line is empty: the player takes the compass, all others have one more turn."""


class CardsDiscarded(SeatEvent):
    """A player gave up a card at cleanup."""

    card: str


class DisplayFilled(Event):
    """A card was turned up in an empty slot of the display."""

    direction: str
    card: str


class Reshuffled(Event):
    """The discard pile became the draw pile."""

    cards: int


class CubesWanted(Event):
    """The table is asked to enter the cubes on the Life board, or how often tiles count."""


class GameOver(Event):
    """The game has ended."""


class Corrected(Event):
    """The table set something by hand."""
