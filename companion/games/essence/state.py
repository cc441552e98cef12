"""The state of a game of Essence."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from companion.engine.evolve import replace
from companion.games.essence.questions import (
    PHRASE_DECKS,
    PHRASE_SCALES,
    PLAYER_SCALE,
    Question,
)
from companion.games.essence.variant import Variant

UNKNOWN: Final = "?"
"""A phrase card that only the table sees."""
UNREAD: Final = 0
"""The vote of a card that lies face down and that the box has not read."""


class Phase(StrEnum):
    """What the game waits for."""

    SETUP = "setup"
    DECK = "deck"
    """The active player, on the starting field, chooses a question deck (ES-R3)."""
    QUESTION = "question"
    """CHANCE draws the question card."""
    PHRASES = "phrases"
    """CHANCE draws a phrase card."""
    VOTE = "vote"
    """All lay voting cards; before the first one the active player may change answers."""
    REVEAL = "reveal"
    """All cards lie: the active player reveals them, perhaps after a coin."""
    SHOW = "show"
    """The cards lie open: those that the box has not read are told."""
    CLEAN = "clean"
    """Gains are made: pawns are moved and cards cleared away."""
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Player:
    """One seat. Its field is the sum of what moved its pawn, by reason."""

    as_active: int = 0
    """Gained as the active player of individual questions."""
    as_other: int = 0
    """Gained by agreeing with the active player."""
    in_group: int = 0
    doubled: int = 0
    changes: int = 0
    """Fields back for changed answers."""
    corrected: int = 0
    coins: int | None = None
    """``None`` outside the variant (ES-COIN-1)."""
    vote: int | None = None
    """The number of the voting card that lies, ``UNREAD`` if the box does not know it."""
    gain: int = 0
    """Of the round that was evaluated, for display until it is cleared away."""
    away: bool = False
    """Has left the game (ES-R18)."""

    @property
    def field(self) -> int:
        """Where the pawn stands, 0 to 84."""
        gained = self.as_active + self.as_other + self.in_group + self.doubled
        return gained + self.corrected - self.changes


@dataclass(frozen=True, slots=True)
class State:
    """One position, complete: nothing about the past is needed to go on (section 11)."""

    variant: Variant
    players: tuple[Player, ...]
    phase: Phase = Phase.SETUP
    active: int = 0
    round: int = 1
    colour: str = ""
    """The deck from which this round's question comes, fixed before it is drawn (ES-CHANGE-5)."""
    card: str | None = None
    """This round's question card."""
    shown: tuple[str, ...] = ()
    """Phrase cards on display, by number field."""
    covered: tuple[str, ...] = ()
    covering: int | None = None
    """The number field that the next phrase card covers, while answers are changed."""
    used: tuple[tuple[str, ...], ...] = ((),) * len(PHRASE_DECKS)
    """Phrase cards of each deck that have left the game."""
    discards: tuple[str, ...] = ()
    """Question cards that have left the game."""
    under: tuple[str, ...] = ()
    """White cards under their deck, in the order in which they come again (ES-CLEAN-3)."""
    coin: bool = False
    """A coin lies on the active player's card."""
    reasons: tuple[str, ...] = ()
    """Why the game is over."""

    @property
    def question(self) -> Question:
        """This round's question. Raises ``LookupError`` if there is none."""
        return self.variant.question(self.card or "")

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats of those who still play, clockwise."""
        return tuple(seat for seat, player in enumerate(self.players) if not player.away)

    @property
    def waiting(self) -> tuple[int, ...]:
        """The seats whose voting card does not lie yet."""
        return tuple(seat for seat in self.seats if self.players[seat].vote is None)

    @property
    def unread(self) -> tuple[int, ...]:
        """The seats whose voting card lies and has not been read."""
        return tuple(seat for seat in self.seats if self.players[seat].vote == UNREAD)

    def with_player(self, seat: int, **changes: object) -> "State":
        """Return the state with some fields of one seat changed."""
        return replace(self, players=self.players_with(seat, **changes))

    def players_with(self, seat: int, **changes: object) -> tuple[Player, ...]:
        """Return all players with some fields of one changed."""
        changed = replace(self.players[seat], **changes)
        return (*self.players[:seat], changed, *self.players[seat + 1 :])


def allowed(scale: int, numbers: Sequence[int], displayed: int) -> tuple[int, ...]:
    """Return the numbers that may be voted, in order (ES-VOTE-2 to ES-VOTE-5, ES-R7).

    Five are the steps of the assessment scale (ES-VOTE-3).

    ``numbers`` are those of the players at the table. Where a deck ran out, only phrase cards
    that are ``displayed`` can be chosen (ES-R11).
    """
    if scale == PLAYER_SCALE:
        return tuple(sorted(numbers))
    if scale in PHRASE_SCALES and displayed:
        return tuple(range(1, min(scale, displayed) + 1))
    return tuple(range(1, scale + 1))


def votable(state: State) -> tuple[int, ...]:
    """Return the numbers that may be voted on this round's question."""
    numbers = [state.variant.numbers[seat] for seat in state.seats]
    return allowed(state.question.scale, numbers, len(state.shown))
