"""The state of a game: the pawn, the cards on the table, points and missed rounds."""

from enum import StrEnum
from typing import Annotated, Final

import msgspec

from companion.engine.seated import Seated
from companion.engine.visibility import Fixed, Secret
from companion.games.compass_points.variant import SIDES, SPEEDS, Variant


class Phase(StrEnum):
    """Phases of the game."""

    DIRECTION = "direction"
    """Each player in turn lays a direction card (CP-DIR-1)."""
    SPEED = "speed"
    """Each player in turn lays a speed card face down (CP-SPEED-1)."""
    MOVE = "move"
    """Each player in turn turns the speed card and moves the pawn (CP-MOVE-1)."""
    POINTS = "points"
    """The moving player chooses who gets the points of a square with two letters (CP-SCORE-2)."""
    CORNER = "corner"
    """The team that did not move chooses between two corners (CP-OUT-4)."""
    OVER = "over"


class Gain(msgspec.Struct, frozen=True):
    """Points from a square, and the rule that gives them to this player."""

    square: str
    points: int
    rule: str


FACE_DOWN: Final = Secret(
    until=lambda _state, player: player.turned,
    known="read",
    guess=lambda _own, source: source.choice(SPEEDS),
)
"""A speed card is a secret until it is turned; all see whether the box knows it (CP-SPEED-2)."""


class Player(msgspec.Struct, frozen=True):
    """One seat, with the cards that it has on the table in this round."""

    gains: tuple[Gain, ...] = ()
    doubled: int = 0
    """The points that a goal on this player's side added (CP-GOAL-4)."""
    corrected: int = 0
    """The points that the table has added by hand."""
    direction: str | None = None
    laid: bool = False
    """Whether the speed card lies on the table."""
    speed: Annotated[int | None, FACE_DOWN] = None
    """The speed on the card, if the box knows it."""
    turned: bool = False
    misses: bool = False
    """Whether the player sits out this round (CP-MISS-1)."""
    hit: bool = False
    """Whether the player misses the next round; several hits count once (CP-CROSS-4, CP-R7)."""

    @property
    def score(self) -> int:
        """The total of all points, which may be below zero (CP-SETUP-1, CP-R22)."""
        return sum(gain.points for gain in self.gains) + self.doubled + self.corrected


class State(msgspec.Struct, Seated, frozen=True):
    """One complete position: no history is needed to continue."""

    variant: Annotated[Variant, Fixed()]
    players: tuple[Player, ...]
    pawn: str | None
    """The square of the pawn, ``None`` once it is in a goal."""
    phase: Phase = Phase.DIRECTION
    round: int = 1
    path: tuple[str, ...] = ()
    """The squares of the last move, including the first and the last."""
    goal: str | None = None
    """The side whose goal ended the game."""

    @property
    def order(self) -> tuple[int, ...]:
        """The seats that play in this round, clockwise from the lead (CP-ROUND-2, CP-MISS-3).

        Missed rounds do not shift the lead (CP-R4).
        """
        seats = len(SIDES)
        wheel = ((self.round - 1 + i) % seats for i in range(seats))
        return tuple(seat for seat in wheel if not self.players[seat].misses)

    @property
    def mover(self) -> int:
        """The last seat to turn its speed card."""
        return [seat for seat in self.order if self.players[seat].turned][-1]

    def is_first(self, seat: int) -> bool:
        """Return whether a seat is the first that takes part in the round (CP-MOVE-4, CP-R6)."""
        return seat == self.order[0]
