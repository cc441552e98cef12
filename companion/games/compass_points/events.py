"""What followed from an action: events, each with the id of its rule."""

from dataclasses import dataclass

from companion.engine.game import Event


@dataclass(frozen=True, slots=True)
class RoundBegan(Event):
    """A new round, with all cards in hand."""

    round: int
    player: int
    """The first player of the round."""


@dataclass(frozen=True, slots=True)
class SatOut(Event):
    """A player takes no part in the round that begins."""

    player: int
    round: int


@dataclass(frozen=True, slots=True)
class RoundMissed(Event):
    """All four miss a round."""

    round: int


@dataclass(frozen=True, slots=True)
class DirectionLaid(Event):
    """A direction card lies face up."""

    player: int
    direction: str


@dataclass(frozen=True, slots=True)
class SpeedLaid(Event):
    """A speed card lies face down."""

    player: int


@dataclass(frozen=True, slots=True)
class SpeedTurned(Event):
    """A speed card was turned."""

    player: int
    direction: str
    speed: int


@dataclass(frozen=True, slots=True)
class PawnPassed(Event):
    """The pawn went over a square."""

    square: str


@dataclass(frozen=True, slots=True)
class PawnLanded(Event):
    """The pawn ends a movement on a square; with speed 0, on the square where it already stands."""

    square: str


@dataclass(frozen=True, slots=True)
class SquareIgnored(Event):
    """The first player of a round ignores a light square."""

    player: int
    square: str


@dataclass(frozen=True, slots=True)
class PointsGained(Event):
    """A player gets the points of a square, or loses them."""

    player: int
    points: int
    square: str


@dataclass(frozen=True, slots=True)
class PlayerHit(Event):
    """A player will miss the next round because of a cross."""

    player: int


@dataclass(frozen=True, slots=True)
class PawnPushed(Event):
    """A square pushes the pawn on."""

    square: str
    direction: str
    steps: int


@dataclass(frozen=True, slots=True)
class PushSpent(Event):
    """The pawn is back on a push square that has fired in this move, and stays there."""

    square: str


@dataclass(frozen=True, slots=True)
class GoalScored(Event):
    """The pawn went into a goal; the score of its owner doubles."""

    player: int
    owner: int
    points: int
    """What doubling adds to the score, or subtracts if it is negative."""


@dataclass(frozen=True, slots=True)
class OutOfBounds(Event):
    """The pawn left the board from a square; the player misses the next round."""

    player: int
    square: str


@dataclass(frozen=True, slots=True)
class PawnReplaced(Event):
    """The pawn was put on a corner square."""

    corner: str


@dataclass(frozen=True, slots=True)
class GameOver(Event):
    """The game has ended."""


@dataclass(frozen=True, slots=True)
class Corrected(Event):
    """The table set something by hand."""
