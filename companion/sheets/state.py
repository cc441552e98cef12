"""State of a game of which the box only knows turns and points."""

from enum import StrEnum
from typing import Final

import msgspec

from companion.engine.seated import Seated
from companion.sheets.plan import Plan


class Phase(StrEnum):
    """What the box waits for."""

    START = "start"
    """Who begins."""
    TURN = "turn"
    """The current player's turn."""
    TOGETHER = "together"
    """Everybody plays at the same time."""
    COUNT = "count"
    """Somebody's points at the end of a round."""
    DRAW = "draw"
    """What the box rolls or draws for the table."""
    NOTE = "note"
    """What somebody has of a category, before the box asks for it."""
    FINAL = "final"
    """Somebody's points at the end of the game."""
    BREAK = "break"
    """The beginning of the next round."""
    RESULT = "result"
    """Whether all have won together."""
    WINNER = "winner"
    """Who has won, where points do not say it."""
    OVER = "over"


COUNTING: Final = frozenset({Phase.COUNT, Phase.FINAL, Phase.NOTE})
"""The phases in which the box asks for what somebody has of a category."""


class Entry(msgspec.Struct, frozen=True):
    """A player's count of a category, at the end of a round or (round 0) of the game."""

    round: int
    category: str
    count: int
    changed: int = 0
    """The points set by hand up to then, which a total holds.

    Of a total that is entered early: all other points up to then.
    """
    early: int = 0
    """The round in which something was entered that is asked for at the end of the game only."""


class Player(msgspec.Struct, frozen=True):
    """One seat."""

    added: int = 0
    """Points that were added during turns."""
    changed: int = 0
    """Points that were set by hand."""
    entries: tuple[Entry, ...] = ()
    passed: bool = False
    """Whether the player has no further turn in this round."""
    ready: bool = False
    """Whether the player is done, where all play at the same time."""
    ahead: bool = False
    """Whether the next turn was declared done in advance."""
    out_at: int = 0
    """The how-manieth to drop out, 0 for those who are still in."""
    left: bool = False
    """Whether the player has left the game."""


class Note(msgspec.Struct, frozen=True):
    """An early entry, and the phase that continues afterwards."""

    player: int
    category: str
    phase: Phase


class Draw(msgspec.Struct, frozen=True):
    """A draw of the box, and the phase that continues afterwards."""

    phase: Phase
    dice: int = 0
    """How many dice are rolled, 0 for a card."""


class TableState(msgspec.Struct, Seated, frozen=True):
    """One complete position: no history is needed to continue."""

    plan: Plan
    players: tuple[Player, ...]
    phase: Phase = Phase.START
    round: int = 1
    part: int = 0
    """Which of the named phases of the round it is, from 0."""
    order: tuple[int, ...] = ()
    """The seats in the order of the round, with those that have left and may come back."""
    current: int = 0
    taken: int = 0
    """How many turns were taken in this part of the round."""
    first: int = 0
    """The seat that begins this round."""
    token: int | None = None
    """The seat that has taken the first player's token."""
    back_to: int | None = None
    """The seat whose turn goes on after somebody has acted out of turn."""
    rounds: int = 0
    """How many rounds there are, 0 until somebody says that the game is over."""
    ending: bool = False
    """Whether the end was declared."""
    owed: tuple[int, ...] | None = None
    """The seats that have one more turn before the game ends; ``None``: no last lap has begun."""
    named: int | None = None
    """The seat that was named as the winner."""
    shared: bool = False
    """Whether those who are level share the win."""
    won: bool | None = None
    """Whether all have won together."""
    counters: tuple[int, ...] = ()
    """Where the counters of the plan stand, in its order."""
    note: Note | None = None
    """What is entered early, in the phase for that."""
    dial: int | None = None
    """The first of the numbers to which people have set the dial; ``None``: the likeliest."""
    deals: bool = False
    """Whether there is a dealer, who moves on with each round."""
    draw: Draw | None = None
    """What the box draws, in the phase for that."""
    rolled: tuple[int, ...] = ()
    """The values of the last roll of dice."""
    drawn: tuple[int, ...] = ()
    """The cards drawn since they were shuffled, by their place in the sheet, the last one open."""

    @property
    def present(self) -> tuple[int, ...]:
        """The occupied seats, clockwise."""
        return tuple(
            seat for seat, each in enumerate(self.players) if not each.left and not each.out_at
        )
