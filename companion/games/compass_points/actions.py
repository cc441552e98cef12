"""The actions: small steps with named fields. Seats are counted clockwise, North is 0."""

from dataclasses import dataclass

from companion.engine.game import Action, Correction


@dataclass(frozen=True, slots=True)
class LayDirection(Action):
    """Lay a direction card face up (CP-DIR-1)."""

    player: int
    direction: str


@dataclass(frozen=True, slots=True)
class LayUnread(Action):
    """Lay a speed card face down that the box has not read; its speed is entered later."""


@dataclass(frozen=True, slots=True)
class LaySpeed(Action):
    """Lay a speed card face down: a secret between the player and the box (CP-SPEED-1, -2)."""

    player: int
    speed: int


@dataclass(frozen=True, slots=True)
class Turn(Action):
    """Turn the speed card, which the box has read, and move the pawn (CP-MOVE-1)."""


@dataclass(frozen=True, slots=True)
class TurnUnread(Action):
    """Turn a speed card that the box has not read, enter its speed, move the pawn (CP-MOVE-1)."""

    player: int
    speed: int


@dataclass(frozen=True, slots=True)
class GivePoints(Action):
    """Choose which of the two players of a square gets its points (CP-SCORE-2)."""

    player: int


@dataclass(frozen=True, slots=True)
class PutOnCorner(Action):
    """Choose the corner on which the pawn is put (CP-OUT-4)."""

    corner: str


@dataclass(frozen=True, slots=True)
class CorrectScore(Correction):
    """Add to a player's points, or subtract from them."""

    player: int
    change: int


@dataclass(frozen=True, slots=True)
class CorrectPawn(Correction):
    """Set where the pawn stands."""

    square: str


@dataclass(frozen=True, slots=True)
class CorrectDirection(Correction):
    """Set which direction card a player has laid."""

    player: int
    direction: str


@dataclass(frozen=True, slots=True)
class CorrectUnread(Correction):
    """Forget a speed that the box has read wrongly; it is entered when the card is turned."""

    player: int


@dataclass(frozen=True, slots=True)
class CorrectTurn(Correction):
    """Set whose move it is; those who come earlier in the round have moved."""

    player: int


@dataclass(frozen=True, slots=True)
class CorrectMiss(Correction):
    """Set whether a player sits out this round, which then starts over, or the next one."""

    player: int
    round: int
    misses: bool


@dataclass(frozen=True, slots=True)
class CorrectRound(Correction):
    """Set which round it is; it starts over, with all cards in hand."""

    round: int
