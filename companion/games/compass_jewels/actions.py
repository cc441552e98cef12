"""The actions of Compass, one small step each.

Fields name squares (``b4``), seats (0 is the first) and colours, by their letters. A kind of card
is named by its ``middle`` and its ``border``, as in the list of cards (``R``, ``BPYG``). The
orientation of a card is given by the colour of its ``north`` border.
"""

from typing import ClassVar

from companion.engine.records import Action, Correction, SeatCorrection


class Deal(Action):
    """CHANCE: the box deals a card onto the next square, in some orientation (CJ-SETUP-1)."""

    middle: str
    border: str
    north: str


class Lay(Action):
    """CHANCE: the table lays a card on the next square (CJ-SETUP-1, CJ-DATA-3)."""

    middle: str
    border: str


class EnterTurn(Action):
    """CHANCE: the table enters the orientation of the card just laid (CJ-R12)."""

    north: str


class PlaceChecker(Action):
    """Put a checker on a card without one (CJ-SETUP-4)."""

    square: str


class Move(Action):
    """Move one's checker and collect the card that it leaves (CJ-TURN-1, CJ-COLLECT-1)."""

    source: str
    target: str


class EndPhase(Action):
    """Blocked: declare phase one over (CJ-BLOCK-2)."""


class TakeCard(Action):
    """Blocked: take a card out of one's collection, to put it on a hole (CJ-BLOCK-3)."""

    middle: str
    border: str


class PutCard(Action):
    """Blocked: put the card from the collection on a hole (CJ-BLOCK-3)."""

    square: str


class TurnCard(Action):
    """Blocked: give that card any orientation, which ends the turn (CJ-BLOCK-4)."""

    north: str


class PlaceCard(Action):
    """Phase two: lay a card as it lies, NW, NE, SW, then SE; the fourth declares (CJ-JEWEL-6)."""

    middle: str
    border: str
    north: str


class AddCard(Action):
    """Phase two, recorded before version 2: a card of four that the box arranged at their best."""

    middle: str
    border: str


class ClearCards(Action):
    """Phase two: take back the cards that have been laid for the next jewel."""


class TakeApart(Action):
    """Phase two: take back a declared jewel, counted from 1."""

    jewel: int


class Done(Action):
    """Phase two: end one's declaration; undeclared jewels do not count (CJ-JEWEL-6)."""


class CorrectTurn(SeatCorrection):
    """Set whose turn it is (CJ-R19)."""


class CorrectChecker(Correction):
    """Put a checker on another card; nothing is collected (CJ-R19)."""

    source: str
    target: str


class CorrectCard(Correction):
    """Set the orientation of a card on the table (CJ-R19)."""

    square: str
    north: str


class CorrectCollection(SeatCorrection):
    """Give a collected card to the other player (CJ-R19)."""

    middle: str
    border: str


class CorrectCollected(SeatCorrection):
    """Record that a player has already collected the card of a square (CJ-R19)."""

    again: ClassVar[tuple[str, ...]] = ("player",)
    square: str


class CorrectPoints(SeatCorrection):
    """Add to a player's points, or subtract from them (CJ-R19)."""

    change: int
