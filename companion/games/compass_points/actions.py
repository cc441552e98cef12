"""The actions: small steps with named fields. Seats are counted clockwise, North is 0."""

from typing import Annotated

from companion.engine.records import Action, Correction, SeatAction, SeatCorrection
from companion.engine.visibility import Secret


class LayDirection(SeatAction):
    """Lay a direction card face up (CP-DIR-1)."""

    direction: str


class LayUnread(Action):
    """Lay a speed card face down that the box has not read; its speed is entered later."""


class LaySpeed(SeatAction):
    """Lay a speed card face down: a secret between the player and the box (CP-SPEED-1, -2)."""

    speed: Annotated[int, Secret()]


class Turn(Action):
    """Turn the speed card, which the box has read, and move the pawn (CP-MOVE-1)."""


class TurnUnread(SeatAction):
    """Turn a speed card that the box has not read, enter its speed, move the pawn (CP-MOVE-1)."""

    speed: int


class GivePoints(SeatAction):
    """Choose which of the two players of a square gets its points (CP-SCORE-2)."""


class PutOnCorner(Action):
    """Choose the corner on which the pawn is put (CP-OUT-4)."""

    corner: str


class CorrectScore(SeatCorrection):
    """Add to a player's points, or subtract from them."""

    change: int


class CorrectPawn(Correction):
    """Set the position of the pawn."""

    square: str


class CorrectDirection(SeatCorrection):
    """Set the direction card that a player has laid."""

    direction: str


class CorrectUnread(SeatCorrection):
    """Discard a speed that the box has misread; it is entered when the card is turned."""


class CorrectTurn(SeatCorrection):
    """Set whose move it is; those who come earlier in the round have moved."""


class CorrectMiss(SeatCorrection):
    """Set whether a player sits out this round, which then starts over, or the next one."""

    round: int
    misses: bool


class CorrectRound(Correction):
    """Set the current round; it starts over, with all cards in hand."""

    round: int
