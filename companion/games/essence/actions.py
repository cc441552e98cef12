"""What can be done in Essence, one small step at a time.

Fields name seats (0 is the first in clockwise order), question cards (``Y07``), phrase cards
(``traits-12``, ``?`` for a card that only the table sees), decks by their colour, number fields
(1, 2, 3) and the numbers of voting cards (1 to 7).
"""

from dataclasses import dataclass

from companion.engine.game import Action, Correction


@dataclass(frozen=True, slots=True)
class Begin(Action):
    """Everybody has a colour's cards and pawn; the first round begins (ES-SETUP-4)."""


@dataclass(frozen=True, slots=True)
class ChooseDeck(Action):
    """On the starting field: from which question deck to draw (ES-R3)."""

    colour: str


@dataclass(frozen=True, slots=True)
class DrawQuestion(Action):
    """CHANCE: the top card of a question deck (ES-DRAW-1)."""

    card: str


@dataclass(frozen=True, slots=True)
class DrawPhrase(Action):
    """CHANCE: the next phrase card of the deck that the question names (ES-REVEAL-1)."""

    phrase: str


@dataclass(frozen=True, slots=True)
class Change(Action):
    """Cover a displayed phrase card with another, for a field back (ES-CHANGE-1)."""

    place: int


@dataclass(frozen=True, slots=True)
class Vote(Action):
    """Secret: lay a voting card face down, or exchange it (ES-VOTE-1, ES-VOTE-6)."""

    player: int
    number: int


@dataclass(frozen=True, slots=True)
class LayUnread(Action):
    """A voting card lies face down, and the box has not read it (ES-VOTE-1)."""

    player: int


@dataclass(frozen=True, slots=True)
class PlaceCoin(Action):
    """The active player puts a coin on the own voting card (ES-COIN-2)."""


@dataclass(frozen=True, slots=True)
class Reveal(Action):
    """All voting cards are turned over together (ES-VOTE-1)."""


@dataclass(frozen=True, slots=True)
class Show(Action):
    """The number of a card that the box had not read, now that it lies open."""

    player: int
    number: int


@dataclass(frozen=True, slots=True)
class EndRound(Action):
    """Pawns are moved and cards cleared away (section 8)."""


@dataclass(frozen=True, slots=True)
class CorrectPawn(Correction):
    """Move a pawn forward, or back, by hand."""

    player: int
    change: int


@dataclass(frozen=True, slots=True)
class CorrectTurn(Correction):
    """Set who is the active player; cards and votes stay as they lie."""

    player: int


@dataclass(frozen=True, slots=True)
class CorrectCoins(Correction):
    """Set how many coins a player has."""

    player: int
    coins: int


@dataclass(frozen=True, slots=True)
class Leave(Correction):
    """A player leaves the game (ES-R18)."""

    player: int


@dataclass(frozen=True, slots=True)
class VoidRound(Correction):
    """The table ends the round without a vote of all: nobody moves (ES-R19)."""
