"""The state of a game of Essence."""

from collections.abc import Sequence
from enum import StrEnum
from typing import Final

import msgspec

from companion.engine.seated import Seated
from companion.games.essence import questions
from companion.games.essence.variant import Variant

UNKNOWN: Final = "?"
"""A phrase card that only the table sees."""
UNREAD: Final = 0
"""The vote of a card that lies face down and that the box has not read."""


class Phase(StrEnum):
    """Phases of the game."""

    SETUP = "setup"
    DECK = "deck"
    """The active player, on the starting field, chooses a question deck (ES-R3)."""
    QUESTION = "question"
    """CHANCE draws the question card."""
    PHRASES = "phrases"
    """CHANCE draws a phrase card."""
    VOTE = "vote"
    """Everybody lays a voting card; before the first one the active player may change answers."""
    REVEAL = "reveal"
    """All cards are laid: the active player reveals them, perhaps after placing a coin."""
    SHOW = "show"
    """The cards lie open: people enter those that the box has not read."""
    CLEAN = "clean"
    """The gains are known: people move the pawns and clear the cards away."""
    OVER = "over"


class Player(msgspec.Struct, frozen=True):
    """One seat. The field of its pawn is the sum of its steps, which are counted by reason."""

    as_active: int = 0
    """Fields gained as the active player of individual questions."""
    as_other: int = 0
    """Fields gained by agreeing with the active player."""
    in_group: int = 0
    """Fields gained by group questions."""
    doubled: int = 0
    """Extra fields gained by coins."""
    changes: int = 0
    """Fields stepped back for changed answers."""
    corrected: int = 0
    """Fields that the table has added by hand."""
    coins: int | None = None
    """How many coins are left, ``None`` without the variant (ES-COIN-1)."""
    vote: int | None = None
    """The number on the laid voting card, ``UNREAD`` if the box does not know it."""
    gain: int = 0
    """The gain in the round just evaluated, for display until everything is cleared away."""
    away: bool = False
    """Whether the player has left the game (ES-R18)."""

    @property
    def field(self) -> int:
        """The field on which the pawn stands, 0 to 84."""
        gained = self.as_active + self.as_other + self.in_group + self.doubled
        return gained + self.corrected - self.changes


class State(msgspec.Struct, Seated, frozen=True):
    """One complete position: no history is needed to continue (section 11)."""

    variant: Variant
    players: tuple[Player, ...]
    phase: Phase = Phase.SETUP
    active: int = 0
    round: int = 1
    colour: str = ""
    """The deck that this round's question comes from, fixed before the draw (ES-CHANGE-5)."""
    card: str | None = None
    """This round's question card."""
    shown: tuple[str, ...] = ()
    """Phrase cards on display, by number field."""
    covered: tuple[str, ...] = ()
    """Phrase cards of this round that another one covers."""
    covering: int | None = None
    """The number field that the next phrase card will cover, while answers are being changed."""
    used: tuple[tuple[str, ...], ...] = ((),) * len(questions.PHRASE_DECKS)
    """Used phrase cards, by deck."""
    discards: tuple[str, ...] = ()
    """Question cards that have left the game."""
    under: tuple[str, ...] = ()
    """White cards under their deck, in the order in which they come up again (ES-CLEAN-3)."""
    coin: bool = False
    """Whether a coin lies on the active player's card."""
    reasons: tuple[str, ...] = ()
    """Why the game is over, in the form of ``GameOver.reason``."""

    @property
    def question(self) -> questions.Question:
        """This round's question. Raises ``LookupError`` if there is none."""
        return self.variant.question(self.card or "")

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats of the remaining players, clockwise."""
        return tuple(seat for seat, player in enumerate(self.players) if not player.away)

    @property
    def waiting(self) -> tuple[int, ...]:
        """The seats that have not laid a voting card yet."""
        return tuple(seat for seat in self.seats if self.players[seat].vote is None)

    @property
    def unread(self) -> tuple[int, ...]:
        """The seats whose voting card has been laid, but not read by the box."""
        return tuple(seat for seat in self.seats if self.players[seat].vote == UNREAD)


def allowed(scale: int, numbers: Sequence[int], displayed: int) -> tuple[int, ...]:
    """Return the numbers that may be voted, in order (ES-VOTE-2 to ES-VOTE-5, ES-R7).

    The assessment scale has five steps (ES-VOTE-3).

    ``numbers`` are those of the players at the table. ``displayed`` counts the phrase cards on
    display: if a deck has run out, only these can be chosen (ES-R11).
    """
    if scale == questions.PLAYER_SCALE:
        return tuple(sorted(numbers))
    if scale in questions.PHRASE_SCALES and displayed:
        return tuple(range(1, min(scale, displayed) + 1))
    return tuple(range(1, scale + 1))


def votable(state: State) -> tuple[int, ...]:
    """Return the numbers that may be voted on this round's question."""
    numbers = [state.variant.numbers[seat] for seat in state.seats]
    return allowed(state.question.scale, numbers, len(state.shown))
