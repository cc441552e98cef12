"""The actions of Essence, one small step each.

Fields name seats (0 is the first in clockwise order), question cards (``Y07``), phrase cards
(``traits-12``, or ``?`` for a card that only the table sees), decks by their colour, number fields
(1, 2, 3) and the numbers on voting cards (1 to 7).
"""

from dataclasses import dataclass

from companion.engine.game import Action, Correction


@dataclass(frozen=True, slots=True)
class Begin(Action):
    """Begin the first round: everybody has the cards and the pawn of a colour (ES-SETUP-4)."""


@dataclass(frozen=True, slots=True)
class ChooseDeck(Action):
    """Choose the question deck to draw from, on the starting field (ES-R3)."""

    colour: str


@dataclass(frozen=True, slots=True)
class DrawQuestion(Action):
    """CHANCE draws the top card of a question deck (ES-DRAW-1)."""

    card: str


@dataclass(frozen=True, slots=True)
class DrawPhrase(Action):
    """CHANCE draws the next phrase card from the deck that the question names (ES-REVEAL-1)."""

    phrase: str


@dataclass(frozen=True, slots=True)
class Change(Action):
    """Cover a displayed phrase card with another, at the cost of one field (ES-CHANGE-1)."""

    place: int


@dataclass(frozen=True, slots=True)
class Vote(Action):
    """Secretly lay a voting card face down, or exchange it (ES-VOTE-1, ES-VOTE-6)."""

    player: int
    number: int


@dataclass(frozen=True, slots=True)
class LayUnread(Action):
    """Lay a voting card face down that the box has not read (ES-VOTE-1)."""

    player: int


@dataclass(frozen=True, slots=True)
class PlaceCoin(Action):
    """Put a coin on the active player's voting card (ES-COIN-2)."""


@dataclass(frozen=True, slots=True)
class Reveal(Action):
    """Turn over all voting cards together (ES-VOTE-1)."""


@dataclass(frozen=True, slots=True)
class Show(Action):
    """Enter the number of a card that the box had not read, now that it lies open."""

    player: int
    number: int


@dataclass(frozen=True, slots=True)
class EndRound(Action):
    """End the round: pawns have been moved and cards cleared away (section 8)."""


@dataclass(frozen=True, slots=True)
class CorrectPawn(Correction):
    """Move a pawn forward, or back, by hand."""

    player: int
    change: int


@dataclass(frozen=True, slots=True)
class CorrectTurn(Correction):
    """Set who is the active player; cards and votes stay where they are."""

    player: int


@dataclass(frozen=True, slots=True)
class CorrectCoins(Correction):
    """Set how many coins a player has."""

    player: int
    coins: int


@dataclass(frozen=True, slots=True)
class Leave(Correction):
    """Take a player out of the game (ES-R18)."""

    player: int


@dataclass(frozen=True, slots=True)
class VoidRound(Correction):
    """End the round although not everybody has voted: nobody moves (ES-R19)."""
