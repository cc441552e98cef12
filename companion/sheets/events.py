"""Events at a table of which the box only knows turns and points."""

from companion.engine.records import Event, SeatEvent


class RoundStarted(SeatEvent):
    """A round began with this player."""

    round: int


class PointsAdded(SeatEvent):
    """A player got points during a turn."""

    points: int


class CountEntered(SeatEvent):
    """A player's count of a category was entered, which gives points."""

    category: str
    count: int


class CounterMoved(Event):
    """A counter of the whole table was moved."""

    counter: str
    value: int


class DiceRolled(Event):
    """The box has rolled dice, whose values are named, with their sum."""

    dice: str
    total: int


class CardDrawn(Event):
    """The box has drawn a card."""

    card: int


class CardsShuffled(Event):
    """All cards are back, to be drawn again."""


class DealerNamed(SeatEvent):
    """A player deals in this round."""


class PassedRound(SeatEvent):
    """A player has passed."""


class DroppedOut(SeatEvent):
    """A player is out of the game."""


class TokenTaken(SeatEvent):
    """A player took the first player's token."""


class EndDeclared(Event):
    """The game ends, at once or after this round."""


class Finished(Event):
    """The game is over."""


class SetByHand(Event):
    """The table has made a correction."""
