"""The actions of Essence, one small step each.

Fields name seats (0 is the first in clockwise order), question cards (``Y07``), phrase cards
(``traits-12``, or ``?`` for a card that only the table sees), decks by their colour, number fields
(1, 2, 3) and the numbers on voting cards (1 to 7).
"""

from typing import Annotated

from companion.engine.records import Action, Correction, SeatAction, SeatCorrection
from companion.engine.visibility import Secret


class Begin(Action):
    """Begin the first round: all players have the cards and the pawn of a colour (ES-SETUP-4)."""


class ChooseDeck(Action):
    """Choose the question deck to draw from, on the starting field (ES-R3)."""

    colour: str


class DrawQuestion(Action):
    """CHANCE draws the top card of a question deck (ES-DRAW-1)."""

    card: str


class DrawPhrase(Action):
    """CHANCE draws the next phrase card from the deck that the question names (ES-REVEAL-1)."""

    phrase: str


class Change(Action):
    """Cover a displayed phrase card with another, at the cost of one field (ES-CHANGE-1)."""

    place: int


class Vote(SeatAction):
    """Secretly lay a voting card face down, or exchange it (ES-VOTE-1, ES-VOTE-6).

    Only the player who votes knows the vote (ES-R8).
    """

    number: Annotated[int, Secret()]


class LayUnread(SeatAction):
    """Lay a voting card face down that the box has not read (ES-VOTE-1)."""


class LayRest(Action):
    """All players who have not voted lay a card that the box has not read (ES-VOTE-1)."""


class PlaceCoin(Action):
    """Put a coin on the active player's voting card (ES-COIN-2)."""


class Reveal(Action):
    """Turn over all voting cards together (ES-VOTE-1)."""


class Show(SeatAction):
    """Enter the number of a face-up card that the box had not read."""

    number: int


class EndRound(Action):
    """End the round: pawns have been moved and cards cleared away (section 8)."""


class CorrectPawn(SeatCorrection):
    """Move a pawn forward, or back, by hand."""

    change: int


class CorrectTurn(SeatCorrection):
    """Set who is the active player; cards and votes stay where they are."""


class CorrectCoins(SeatCorrection):
    """Set the number of a player's coins."""

    coins: int


class VoidRound(Correction):
    """End the round although votes are missing: no pawn moves (ES-R19)."""
