"""What can be done in Compass, one small step at a time.

Fields name squares (``b4``), seats (0 is the first), and colours by letter. A kind of card is named
by its ``middle`` and its ``border``, as it is written in the list of cards (``R``, ``BPYG``); how a
card lies is named by the border colour at ``north``.
"""

from dataclasses import dataclass

from companion.engine.game import Action, Correction


@dataclass(frozen=True, slots=True)
class Deal(Action):
    """CHANCE: the box deals a card and its quarter turn on the next square (CJ-SETUP-1)."""

    middle: str
    border: str
    north: str


@dataclass(frozen=True, slots=True)
class Lay(Action):
    """CHANCE: the table lays a card on the next square (CJ-SETUP-1, CJ-DATA-3)."""

    middle: str
    border: str


@dataclass(frozen=True, slots=True)
class EnterTurn(Action):
    """CHANCE: how the card lies that the table has laid last (CJ-R12)."""

    north: str


@dataclass(frozen=True, slots=True)
class ChooseStart(Action):
    """CHANCE: who is ``A``, by lot or agreement (CJ-SETUP-3, CJ-R2)."""

    player: int


@dataclass(frozen=True, slots=True)
class PlaceChecker(Action):
    """Put a checker on a card without one (CJ-SETUP-4)."""

    square: str


@dataclass(frozen=True, slots=True)
class Move(Action):
    """Move an own checker and collect the card that it leaves (CJ-TURN-1, CJ-COLLECT-1)."""

    source: str
    target: str


@dataclass(frozen=True, slots=True)
class EndPhase(Action):
    """Blocked: declare phase one over (CJ-BLOCK-2)."""


@dataclass(frozen=True, slots=True)
class TakeCard(Action):
    """Blocked: take a card out of the own collection to put it on a hole (CJ-BLOCK-3)."""

    middle: str
    border: str


@dataclass(frozen=True, slots=True)
class PutCard(Action):
    """Put the card that was taken on a hole (CJ-BLOCK-3)."""

    square: str


@dataclass(frozen=True, slots=True)
class TurnCard(Action):
    """Turn the card that was put as the player likes; the turn is over (CJ-BLOCK-4)."""

    north: str


@dataclass(frozen=True, slots=True)
class AddCard(Action):
    """Phase two: lay a card for the next jewel; the fourth completes it (CJ-JEWEL-6)."""

    middle: str
    border: str


@dataclass(frozen=True, slots=True)
class ClearCards(Action):
    """Phase two: take back the cards that are laid for the next jewel."""


@dataclass(frozen=True, slots=True)
class TakeApart(Action):
    """Phase two: take back a declared jewel, 1 the first."""

    jewel: int


@dataclass(frozen=True, slots=True)
class Done(Action):
    """Phase two: all jewels are declared; what is not declared does not count (CJ-JEWEL-6)."""


@dataclass(frozen=True, slots=True)
class CorrectTurn(Correction):
    """Set whose turn it is (CJ-R19)."""

    player: int


@dataclass(frozen=True, slots=True)
class CorrectChecker(Correction):
    """Put a checker on another card; nothing is collected (CJ-R19)."""

    source: str
    target: str


@dataclass(frozen=True, slots=True)
class CorrectCard(Correction):
    """Set how a card on the table lies (CJ-R19)."""

    square: str
    north: str


@dataclass(frozen=True, slots=True)
class CorrectCollection(Correction):
    """Give a collected card to the other player (CJ-R19)."""

    player: int
    middle: str
    border: str


@dataclass(frozen=True, slots=True)
class CorrectPoints(Correction):
    """Add to a player's points, or take away (CJ-R19)."""

    player: int
    change: int
