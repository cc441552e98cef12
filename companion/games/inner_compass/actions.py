"""The actions of Inner Compass, one small step each.

Fields name spaces (``c2``), squares (``r1c3``), directions (``N``), emotions (``K``), tiles
(``joy``) and seats (0 is the first in clockwise order). A field that the tracking level does not
follow is ``None``.
"""

from typing import Annotated, ClassVar

from companion.engine.records import Action, Correction, SeatAction, SeatCorrection
from companion.engine.visibility import Secret


class PlaceSection(Action):
    """CHANCE: a section goes in a quadrant after ``turns`` clockwise quarter turns (IC-SETUP-2)."""

    slot: str
    section: str
    turns: int


class DrawTile(Action):
    """CHANCE: a quality tile comes into play (IC-SETUP-4)."""

    tile: str


class PlaceToken(Action):
    """CHANCE: a token goes on the next space of the track, top first (IC-SETUP-6)."""

    emotion: str


class Deal(Action):
    """CHANCE deals the next card of the draw pile; ``?`` is a card that the box has not seen."""

    card: Annotated[str, Secret(of=lambda state, _deal: state.drawer)]


class PlacePiece(Action):
    """Put a player's piece on its first space (IC-SETUP-10)."""

    space: str


class EndTurn(Action):
    """End the turn; cleanup follows (section 4.8)."""


class FreeMove(Action):
    """Lift the piece to another space of its group (IC-FREE-1)."""

    space: str


class Move(Action):
    """Move one space: as step 2 of the turn (IC-MOVE-1) or as the second move (IC-FEEL-2)."""

    direction: str


class Feel(Action):
    """Take the display card of the direction moved, and the bonus card if it is due (IC-FEEL-1)."""

    bonus: bool = True


class Imprint(Action):
    """Make a memory: the emotion, where, from which square, with which cards (section 4.4)."""

    emotion: str
    space: str | None
    square: str | None
    pay: str | None


class RowEP(Action):
    """At ``track`` level: report that the cube came from the EP row (IC-ADV-4)."""


class Shift(Action):
    """Advanced shift row: move one's cube on the Life board (IC-ADV-5)."""

    source: str
    space: str


class Stay(Action):
    """Advanced shift row: shift nothing (IC-ADV-3)."""


class ClearLine(SeatAction):
    """At ``track`` level: report that the player's last memory cleared a line (IC-VALUE-1)."""


class PlaceValue(Action):
    """Put a value token beside a tile (IC-VALUE-1)."""

    tile: str


class Discard(Action):
    """Give up a card at cleanup (IC-CLEAN-1)."""

    card: str


class EnterCube(Action):
    """Late entry: report that the player has a cube on a space (IC-AP-2)."""

    space: str


class EnterCount(Action):
    """Instead of late entry: enter how often one of the player's tiles counts (section 10)."""

    tile: str
    count: int


class EnterHand(Action):
    """Enter the number of cards in a tied player's hand (IC-TIE-1)."""

    cards: int


class ByCounts(Action):
    """Enter how often each player's tiles count (IC-AP-2)."""


class ByCubes(Action):
    """Enter the Life board with all players' cubes (IC-AP-2)."""


class CorrectEP(SeatCorrection):
    """Add to a player's EP, or subtract from them (IC-AP-4)."""

    change: int


class CorrectTrack(Correction):
    """Put a token on a track space, 1 at the top; the others close up (IC-AP-4)."""

    emotion: str
    place: int


class CorrectPiece(SeatCorrection):
    """Set the position of a piece (IC-AP-4)."""

    space: str


class CorrectTurn(SeatCorrection):
    """Set whose turn it is; the turn starts over (IC-AP-4)."""


class CorrectValue(SeatCorrection):
    """Put a forgotten value token beside a tile (IC-AP-4, IC-R49)."""

    tile: str


class CorrectMemories(SeatCorrection):
    """At ``track`` level: set how many memories a player has made, also without the box (IC-AP-4).

    These are the first entries for a game in progress.
    """

    memories: int


class PutCube(SeatCorrection):
    """Enter a memory that was made without the box, where the box tracks cubes (IC-AP-4).

    It gives neither EP nor a turn of the track; a line that it clears gets its value token.
    """

    again: ClassVar[tuple[str, ...]] = ("player",)
    space: str
    square: str


class CorrectDisplay(Correction):
    """Set the card in a place of the display (IC-AP-4)."""

    direction: str
    card: str


class CorrectHand(SeatCorrection):
    """Set the number of a player's cards that the box has not seen (IC-AP-4)."""

    count: int


class CorrectCube(SeatCorrection):
    """Move a player's cube to another space of the same emotion (IC-AP-4)."""

    source: str
    space: str
