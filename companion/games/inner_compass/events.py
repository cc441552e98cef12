"""What followed from an action: events, each with the id of its rule."""

from dataclasses import dataclass

from companion.engine.game import Event


@dataclass(frozen=True, slots=True)
class TurnBegan(Event):
    """A player's turn began; ``left`` counts the last turns from it on (``None`` before them)."""

    player: int
    left: int | None


@dataclass(frozen=True, slots=True)
class PieceMoved(Event):
    """A piece moved to another space."""

    player: int
    space: str


@dataclass(frozen=True, slots=True)
class CardTaken(Event):
    """A card went from the display to a hand."""

    player: int
    direction: str
    card: str


@dataclass(frozen=True, slots=True)
class BonusDrawn(Event):
    """A dealt or bonus card went from the draw pile to a hand, unseen by the others."""

    player: int
    card: str


@dataclass(frozen=True, slots=True)
class Paid(Event):
    """Cards went from a hand to the discard pile."""

    player: int
    cards: str


@dataclass(frozen=True, slots=True)
class MemoryMade(Event):
    """A cube went from a player board to the Life board."""

    player: int
    emotion: str
    space: str | None
    square: str | None


@dataclass(frozen=True, slots=True)
class CubeShifted(Event):
    """A cube moved on the Life board."""

    player: int
    source: str
    space: str


@dataclass(frozen=True, slots=True)
class EPGained(Event):
    """A player gained EP; ``source`` is ``track``, ``first``, ``row`` or ``compass``."""

    player: int
    points: int
    source: str


@dataclass(frozen=True, slots=True)
class TokenSlid(Event):
    """A token went to the bottom of the track."""

    emotion: str


@dataclass(frozen=True, slots=True)
class LineCleared(Event):
    """A line of a player board is empty; ``line`` is ``None`` if the box does not know which."""

    player: int
    line: str | None
    total: int


@dataclass(frozen=True, slots=True)
class ValueDue(Event):
    """A player must place value tokens."""

    player: int
    count: int


@dataclass(frozen=True, slots=True)
class ValuePlaced(Event):
    """A value token was put beside a tile."""

    player: int
    tile: str


@dataclass(frozen=True, slots=True)
class EndTriggered(Event):
    """A third line is empty: the player takes the compass, everybody else has one more turn."""

    player: int


@dataclass(frozen=True, slots=True)
class CardsDiscarded(Event):
    """A player gave up a card at cleanup."""

    player: int
    card: str


@dataclass(frozen=True, slots=True)
class DisplayFilled(Event):
    """A card was turned up in an empty slot of the display."""

    direction: str
    card: str


@dataclass(frozen=True, slots=True)
class Reshuffled(Event):
    """The discard pile became the draw pile."""

    cards: int


@dataclass(frozen=True, slots=True)
class CubesWanted(Event):
    """The table is asked to enter the cubes on the Life board, or how often tiles count."""


@dataclass(frozen=True, slots=True)
class GameOver(Event):
    """The game has ended."""


@dataclass(frozen=True, slots=True)
class Corrected(Event):
    """The table set something by hand."""
