"""The actions of the Order of the Gilded Compass, one small step each.

Fields name buildings (``archives``), dice (``334``), colours, kinds of specialists, tiles and
seats (0 is the first in clockwise order). A single die in a hand is its value, or ``black-5``,
``dummy-5``. A field that has no meaning in a building is 0.
"""

from typing import Annotated, ClassVar, Final

from companion.engine.records import Action, Correction, SeatCorrection
from companion.engine.visibility import Secret

DEALT: Final = Secret(of=lambda state, _action: state.dealt_to)
DRAWN: Final = Secret(of=lambda state, _action: state.drawn_for)
"""A secret tile is known to the seat that gets it alone (GC-R33)."""


class DealCollection(Action):
    """CHANCE deals a private collection to the next player (GC-SETUP-5, GC-R3)."""

    most: Annotated[str, DEALT]
    also: Annotated[str, DEALT]


class LayMap(Action):
    """CHANCE lays out the next map at the Archives, from top to bottom (GC-ROUND-1)."""

    colour: str
    high: int
    low: int


class LaySpecialist(Action):
    """CHANCE lays out the next specialist at the University, from left to right (GC-ROUND-1)."""

    kind: str
    colour: str
    value: int


class LayItem(Action):
    """CHANCE lays out the next Temple tile, with a back such as ``25`` (GC-ROUND-1, GC-R14)."""

    back: str


class LayAbility(Action):
    """CHANCE lays out the next ability at the Illuminati, from top to bottom (GC-ROUND-1)."""

    ability: str


class Roll(Action):
    """CHANCE: ``count`` of the dice not entered yet show a value (GC-TURN-1)."""

    interim: ClassVar[bool] = True

    value: int
    count: int


class DrawArtifact(Action):
    """CHANCE draws an artifact from the stack (GC-AUCTION-1)."""

    artifact: Annotated[str, DRAWN]


class DrawMission(Action):
    """CHANCE draws a mission from the stack (GC-GUILD-1)."""

    mission: Annotated[str, DRAWN]


class DrawItem(Action):
    """CHANCE reveals the front of a Temple tile (GC-TEMPLE-4)."""

    kind: Annotated[str, DRAWN]
    colour: Annotated[str, DRAWN]


class DrawTreasure(Action):
    """CHANCE draws a sunken treasure from the stack (GC-GALLEON-4)."""

    gold: Annotated[int, DRAWN]


class DrawTrophy(Action):
    """CHANCE draws a trophy from the stack of a metal (GC-TOWER-5)."""

    metal: str
    gold: Annotated[int, DRAWN]


class TakeHelp(Action):
    """Spend Small Help: take the black dice for this round (GC-ABIL-HELP)."""


class TakeTurn(Action):
    """Spend Timeless Gift: an extra turn (GC-ABIL-GIFT)."""


class Decline(Action):
    """Decline to use the offered ability."""


class Place(Action):
    """Put one's own dice into a building (GC-TURN-3).

    ``group``: in the Archives, the size of the player's group to be extended, 0 for a new group
    (GC-ARCHIVE-0). ``slot``: in the Temple, the number of the tile, 1 for the first.
    """

    begun: ClassVar[tuple[str, ...]] = ("dice",)
    building: str
    dice: str
    group: int
    slot: int


class PlaceDummy(Action):
    """Put dummy dice into a building (GC-DUMMY-2); the fields are those of ``Place``."""

    building: str
    dice: str
    group: int
    slot: int


class WillToWin(Action):
    """Spend Will to Win: copy an opponent's combination, which loses a die (GC-ABIL-WILL)."""

    building: str
    dice: str
    group: int
    lost: int


class EndTurn(Action):
    """End the turn with dummy dice left in hand (GC-DUMMY-2)."""


class SpendKnowledge(Action):
    """Spend a knowledge tile to roll some dice again (GC-TURN-2)."""


class Lift(Action):
    """Pick up a die to roll it again (GC-TURN-2)."""

    die: str


class RollLifted(Action):
    """Roll the dice that were picked up (GC-TURN-2)."""


class RollAll(Action):
    """Roll all dice again (GC-TURN-2)."""


class Persuade(Action):
    """Spend Persuasion (GC-ABIL-PERS)."""


class TurnDie(Action):
    """Turn a die to another value (GC-ABIL-PERS, GC-R21)."""

    die: str
    value: int


class Enough(Action):
    """Turn no second die (GC-R21)."""


class ChooseMap(Action):
    """Take a map for a group in the Archives (GC-ARCHIVE-6)."""

    colour: str
    high: int
    low: int


class ChooseSpecialist(Action):
    """Take a specialist for a die in the University (GC-UNI-8)."""

    kind: str
    colour: str
    value: int


class ChooseAbility(Action):
    """Take an ability at the Illuminati (GC-ILLUMINATI-5)."""

    ability: str


class ChooseTile(Action):
    """Take the one of several equal open tiles at a given place (GC-R40).

    ``place``: 1 for the topmost or leftmost of all open tiles.
    """

    tile: str
    place: int


class KeepArtifact(Action):
    """Keep one of the drawn artifacts (GC-AUCTION-1)."""

    artifact: str


class Keep(Action):
    """Keep one of the drawn secret tiles, 1 for the first (GC-GUILD-1)."""

    place: int


class KeepTreasure(Action):
    """Keep a treasure that the box has not seen before, and lay it open (GC-GALLEON-6)."""

    gold: int


class TellCollection(Action):
    """At the end: enter one's private collection (GC-END-ART)."""

    most: str
    also: str


class TellMission(Action):
    """At the end: enter one of one's missions (GC-GUILD-3)."""

    mission: str


class TellItem(Action):
    """At the end: enter one of one's magical items (GC-TEMPLE-4)."""

    kind: str
    colour: str


class TellTrophy(Action):
    """At the end: enter one of one's trophies (GC-TOWER-5)."""

    metal: str
    gold: int


class TellArtifact(Action):
    """At the end: enter one of one's artifacts that was kept secret (GC-R33)."""

    artifact: str


class CorrectGold(SeatCorrection):
    """Add to a player's gold, or subtract from it."""

    change: int


class CorrectKnowledge(SeatCorrection):
    """Add to a player's knowledge tiles, or subtract from them (GC-LIB-2)."""

    change: int


class CorrectRound(Correction):
    """Set the current round; the table is unchanged (GC-ROUND-7)."""

    round: int


class CorrectDie(Correction):
    """Set the value of one of the current player's dice (GC-TURN-1)."""

    die: str
    value: int


class CorrectAbility(SeatCorrection):
    """Give a player one of the remaining abilities, or take one away (GC-ABIL-END)."""

    ability: str
    has: bool


class CorrectTile(SeatCorrection):
    """Give a player a tile that the box assumes on the table, or take one away (GC-SETUP-4)."""

    again: ClassVar[tuple[str, ...]] = ("player", "kind")
    kind: str
    has: bool
    tile: str
