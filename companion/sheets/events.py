"""Events at a table of which the box knows turns and points only."""

from companion.engine.records import Event, SeatEvent


class RoundStarted(SeatEvent):
    """A round began with this player."""

    round: int


class PointsAdded(SeatEvent):
    """A player got points during a turn."""

    points: int


class CountEntered(SeatEvent):
    """A player has so many of a category, which bring points."""

    category: str
    count: int


class CounterMoved(Event):
    """A counter of the whole table stands elsewhere."""

    counter: str
    value: int


class PassedRound(SeatEvent):
    """A player has passed."""


class DroppedOut(SeatEvent):
    """A player is out of the game."""


class TokenTaken(SeatEvent):
    """A player begins the next round."""


class EndDeclared(Event):
    """The game ends, at once or after this round."""


class Finished(Event):
    """The game is over."""


class SetByHand(Event):
    """The table has set something by hand."""
