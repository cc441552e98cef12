"""Events: the consequences of an action, each with the id of its rule."""

from companion.engine.records import Event, SeatEvent


class RoundBegan(Event):
    """A new round, with all cards in hand."""

    round: int
    player: int
    """The first player of the round."""


class SatOut(SeatEvent):
    """A player takes no part in the round that begins."""

    round: int


class RoundMissed(Event):
    """All four miss a round."""

    round: int


class DirectionLaid(SeatEvent):
    """A direction card lies face up."""

    direction: str


class SpeedLaid(SeatEvent):
    """A speed card lies face down."""


class SpeedTurned(SeatEvent):
    """A speed card was turned."""

    direction: str
    speed: int


class PawnPassed(Event):
    """The pawn went over a square."""

    square: str


class PawnLanded(Event):
    """The pawn ends a movement on a square; with speed 0, on the square where it already stands."""

    square: str


class SquareIgnored(SeatEvent):
    """The first player of a round ignores a light square."""

    square: str


class PointsGained(SeatEvent):
    """A player gets the points of a square, or loses them."""

    points: int
    square: str


class PlayerHit(SeatEvent):
    """A player will miss the next round because of a cross."""


class PawnPushed(Event):
    """A square pushes the pawn on."""

    square: str
    direction: str
    steps: int


class PushSpent(Event):
    """The pawn is back on a push square that has fired in this move, and stays there."""

    square: str


class GoalScored(SeatEvent):
    """The pawn went into a goal; the score of its owner doubles."""

    owner: int
    points: int
    """Points that doubling adds to the score, or subtracts if negative."""


class OutOfBounds(SeatEvent):
    """The pawn left the board from a square; the player misses the next round."""

    square: str


class PawnReplaced(Event):
    """The pawn was put on a corner square."""

    corner: str


class GameOver(Event):
    """The game has ended."""


class Corrected(Event):
    """The table set something by hand."""
