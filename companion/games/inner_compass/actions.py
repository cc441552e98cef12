"""The actions of Inner Compass, one small step each.

Fields name spaces (``c2``), squares (``r1c3``), directions (``N``), emotions (``K``), tiles
(``joy``) and seats (0 is the first in clockwise order). A field that the tracking level does not
follow is ``None``.
"""

from dataclasses import dataclass

from companion.engine.game import Action, Correction


@dataclass(frozen=True, slots=True)
class PlaceSection(Action):
    """CHANCE: a section goes in a quadrant after ``turns`` clockwise quarter turns (IC-SETUP-2)."""

    slot: str
    section: str
    turns: int


@dataclass(frozen=True, slots=True)
class DrawTile(Action):
    """CHANCE: a quality tile comes into play (IC-SETUP-4)."""

    tile: str


@dataclass(frozen=True, slots=True)
class PlaceToken(Action):
    """CHANCE: a token goes on the next space of the track, top first (IC-SETUP-6)."""

    emotion: str


@dataclass(frozen=True, slots=True)
class ChooseStart(Action):
    """CHANCE chooses the start player (IC-SETUP-9)."""

    player: int


@dataclass(frozen=True, slots=True)
class Deal(Action):
    """CHANCE deals the next card of the draw pile; ``?`` is a card that the box has not seen."""

    card: str


@dataclass(frozen=True, slots=True)
class PlacePiece(Action):
    """Put a player's piece on its first space (IC-SETUP-10)."""

    space: str


@dataclass(frozen=True, slots=True)
class EndTurn(Action):
    """End the turn; cleanup follows (section 4.8)."""


@dataclass(frozen=True, slots=True)
class FreeMove(Action):
    """Lift the piece to another space of its group (IC-FREE-1)."""

    space: str


@dataclass(frozen=True, slots=True)
class Move(Action):
    """Move one space: as step 2 of the turn (IC-MOVE-1) or as the second move (IC-FEEL-2)."""

    direction: str


@dataclass(frozen=True, slots=True)
class Feel(Action):
    """Take the display card of the direction moved, and the bonus card if it is due (IC-FEEL-1)."""

    bonus: bool = True


@dataclass(frozen=True, slots=True)
class Imprint(Action):
    """Make a memory: the emotion, where, from which square, with which cards (section 4.4)."""

    emotion: str
    space: str | None
    square: str | None
    pay: str | None


@dataclass(frozen=True, slots=True)
class RowEP(Action):
    """At ``track`` level: report that the cube came from the EP row (IC-ADV-4)."""


@dataclass(frozen=True, slots=True)
class Shift(Action):
    """Advanced shift row: move one's cube on the Life board (IC-ADV-5)."""

    source: str
    space: str


@dataclass(frozen=True, slots=True)
class Stay(Action):
    """Advanced shift row: shift nothing (IC-ADV-3)."""


@dataclass(frozen=True, slots=True)
class ClearLine(Action):
    """At ``track`` level: report that the player's last memory cleared a line (IC-VALUE-1)."""

    player: int


@dataclass(frozen=True, slots=True)
class PlaceValue(Action):
    """Put a value token beside a tile (IC-VALUE-1)."""

    tile: str


@dataclass(frozen=True, slots=True)
class Discard(Action):
    """Give up a card at cleanup (IC-CLEAN-1)."""

    card: str


@dataclass(frozen=True, slots=True)
class EnterCube(Action):
    """Late entry: report that the player has a cube on a space (IC-AP-2)."""

    space: str


@dataclass(frozen=True, slots=True)
class EnterCount(Action):
    """Instead of late entry: enter how often one of the player's tiles counts (section 10)."""

    tile: str
    count: int


@dataclass(frozen=True, slots=True)
class EnterHand(Action):
    """Enter the number of cards in a tied player's hand (IC-TIE-1)."""

    cards: int


@dataclass(frozen=True, slots=True)
class CorrectEP(Correction):
    """Add to a player's EP, or subtract from them (IC-AP-4)."""

    player: int
    change: int


@dataclass(frozen=True, slots=True)
class CorrectTrack(Correction):
    """Put a token on a track space, 1 at the top; the others close up (IC-AP-4)."""

    emotion: str
    place: int


@dataclass(frozen=True, slots=True)
class CorrectPiece(Correction):
    """Set where a piece stands (IC-AP-4)."""

    player: int
    space: str


@dataclass(frozen=True, slots=True)
class CorrectTurn(Correction):
    """Set whose turn it is; the turn starts over (IC-AP-4)."""

    player: int


@dataclass(frozen=True, slots=True)
class CorrectValue(Correction):
    """Put a forgotten value token beside a tile (IC-AP-4, IC-R49)."""

    player: int
    tile: str
