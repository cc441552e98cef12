"""The state of a game: the pawn, the cards on the table, points and missed rounds."""

from dataclasses import dataclass
from enum import StrEnum

from companion.engine.evolve import replace
from companion.games.compass_points.variant import SIDES, Variant


class Phase(StrEnum):
    """What the game waits for."""

    DIRECTION = "direction"
    """In order, each lays a direction card (CP-DIR-1)."""
    SPEED = "speed"
    """In order, each lays a speed card face down (CP-SPEED-1)."""
    MOVE = "move"
    """In order, each turns the speed card and moves the pawn (CP-MOVE-1)."""
    POINTS = "points"
    """The moving player chooses who gets the points of a square with two letters (CP-SCORE-2)."""
    CORNER = "corner"
    """The team that did not move chooses between two corners (CP-OUT-4)."""
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Gain:
    """Points of a square, and the rule that says why they are this player's."""

    square: str
    points: int
    rule: str


@dataclass(frozen=True, slots=True)
class Player:
    """One seat. The cards are those that lie on the table in this round."""

    gains: tuple[Gain, ...] = ()
    doubled: int = 0
    """What the own goal added (CP-GOAL-4)."""
    corrected: int = 0
    """What the table has set by hand."""
    direction: str | None = None
    laid: bool = False
    """The speed card lies on the table."""
    speed: int | None = None
    """What it says, if the box knows: a secret until it is turned (CP-SPEED-2)."""
    turned: bool = False
    misses: bool = False
    """Sits out this round (CP-MISS-1)."""
    hit: bool = False
    """Will miss the next one; several hits are one (CP-CROSS-4, CP-R7)."""

    @property
    def score(self) -> int:
        """All points; they may be below zero (CP-SETUP-1, CP-R22)."""
        return sum(gain.points for gain in self.gains) + self.doubled + self.corrected


@dataclass(frozen=True, slots=True)
class State:
    """One position, complete: nothing about the past is needed to go on."""

    variant: Variant
    players: tuple[Player, ...]
    pawn: str | None
    """The square of the pawn, ``None`` in a goal."""
    phase: Phase = Phase.DIRECTION
    round: int = 1
    path: tuple[str, ...] = ()
    """The squares of the last move, the first and the last included."""
    goal: str | None = None
    """The side whose goal ended the game."""

    @property
    def order(self) -> tuple[int, ...]:
        """The seats that take part in this round, clockwise from the lead (CP-ROUND-2, CP-MISS-3).

        Missed rounds do not shift the lead (CP-R4).
        """
        seats = len(SIDES)
        wheel = ((self.round - 1 + i) % seats for i in range(seats))
        return tuple(seat for seat in wheel if not self.players[seat].misses)

    @property
    def mover(self) -> int:
        """The seat that has turned its speed card last."""
        return [seat for seat in self.order if self.players[seat].turned][-1]

    def is_first(self, seat: int) -> bool:
        """Tell whether a seat is the first that takes part in the round (CP-MOVE-4, CP-R6)."""
        return seat == self.order[0]

    def with_player(self, seat: int, **changes: object) -> "State":
        """Return the state with something of one seat replaced."""
        player = replace(self.players[seat], **changes)
        players = (*self.players[:seat], player, *self.players[seat + 1 :])
        return replace(self, players=players)
