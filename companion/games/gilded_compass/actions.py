"""What can be done in the Order of the Gilded Compass, one small step at a time.

Fields name buildings (``archives``), dice (``334``), colours, kinds of specialists, tiles and
seats (0 is the first in clockwise order). A single die of a hand is its value, or ``black-5``,
``dummy-5``. What has no meaning in a building is 0.
"""

from dataclasses import dataclass

from companion.engine.game import Action, Correction


@dataclass(frozen=True, slots=True)
class ChooseStart(Action):
    """CHANCE: the start player (GC-SETUP-9)."""

    player: int


@dataclass(frozen=True, slots=True)
class DealCollection(Action):
    """CHANCE: a private collection for the next player (GC-SETUP-5, GC-R3)."""

    most: str
    also: str


@dataclass(frozen=True, slots=True)
class LayMap(Action):
    """CHANCE: the next map at the Archives, top to bottom (GC-ROUND-1)."""

    colour: str
    high: int
    low: int


@dataclass(frozen=True, slots=True)
class LaySpecialist(Action):
    """CHANCE: the next specialist at the University, left to right (GC-ROUND-1)."""

    kind: str
    colour: str
    value: int


@dataclass(frozen=True, slots=True)
class LayItem(Action):
    """CHANCE: the back of the next tile at the Temple, such as ``25`` (GC-ROUND-1, GC-R14)."""

    back: str


@dataclass(frozen=True, slots=True)
class LayAbility(Action):
    """CHANCE: the next ability at the Illuminati, top to bottom (GC-ROUND-1)."""

    ability: str


@dataclass(frozen=True, slots=True)
class Roll(Action):
    """CHANCE: so many of the dice that are still to be told show this value (GC-TURN-1)."""

    value: int
    count: int


@dataclass(frozen=True, slots=True)
class DrawArtifact(Action):
    """CHANCE: an artifact from the stack (GC-AUCTION-1)."""

    artifact: str


@dataclass(frozen=True, slots=True)
class DrawMission(Action):
    """CHANCE: a mission from the stack (GC-GUILD-1)."""

    mission: str


@dataclass(frozen=True, slots=True)
class DrawItem(Action):
    """CHANCE: what is on the front of a Temple tile (GC-TEMPLE-4)."""

    kind: str
    colour: str


@dataclass(frozen=True, slots=True)
class DrawTreasure(Action):
    """CHANCE: a sunken treasure from the stack (GC-GALLEON-4)."""

    gold: int


@dataclass(frozen=True, slots=True)
class DrawTrophy(Action):
    """CHANCE: a trophy from the stack of a metal (GC-TOWER-5)."""

    metal: str
    gold: int


@dataclass(frozen=True, slots=True)
class TakeHelp(Action):
    """Spend Small Help: take the black dice for this round (GC-ABIL-HELP)."""


@dataclass(frozen=True, slots=True)
class TakeTurn(Action):
    """Spend Timeless Gift: an extra turn (GC-ABIL-GIFT)."""


@dataclass(frozen=True, slots=True)
class Decline(Action):
    """Do not use the ability that is offered."""


@dataclass(frozen=True, slots=True)
class Place(Action):
    """Put own dice into a building (GC-TURN-3).

    ``group``: in the Archives the number of dice of the own group that is extended, 0 for a new
    one (GC-ARCHIVE-0). ``slot``: in the Temple the number of the tile, 1 for the first.
    """

    building: str
    dice: str
    group: int
    slot: int


@dataclass(frozen=True, slots=True)
class PlaceDummy(Action):
    """Put dummy dice into a building (GC-DUMMY-2); fields as of ``Place``."""

    building: str
    dice: str
    group: int
    slot: int


@dataclass(frozen=True, slots=True)
class WillToWin(Action):
    """Spend Will to Win: copy an opponent's combination, which loses a die (GC-ABIL-WILL)."""

    building: str
    dice: str
    group: int
    lost: int


@dataclass(frozen=True, slots=True)
class EndTurn(Action):
    """The turn is done, with dummy dice left in hand (GC-DUMMY-2)."""


@dataclass(frozen=True, slots=True)
class SpendKnowledge(Action):
    """Spend a knowledge tile to roll some dice again (GC-TURN-2)."""


@dataclass(frozen=True, slots=True)
class Lift(Action):
    """Take a die up that is to be rolled again (GC-TURN-2)."""

    die: str


@dataclass(frozen=True, slots=True)
class RollLifted(Action):
    """Roll the dice that were taken up (GC-TURN-2)."""


@dataclass(frozen=True, slots=True)
class RollAll(Action):
    """Roll all dice again (GC-TURN-2)."""


@dataclass(frozen=True, slots=True)
class Persuade(Action):
    """Spend Persuasion (GC-ABIL-PERS)."""


@dataclass(frozen=True, slots=True)
class TurnDie(Action):
    """Turn a die to another value (GC-ABIL-PERS, GC-R21)."""

    die: str
    value: int


@dataclass(frozen=True, slots=True)
class Enough(Action):
    """Turn no second die (GC-R21)."""


@dataclass(frozen=True, slots=True)
class ChooseMap(Action):
    """Take a map for a group in the Archives (GC-ARCHIVE-6)."""

    colour: str
    high: int
    low: int


@dataclass(frozen=True, slots=True)
class ChooseSpecialist(Action):
    """Take a specialist for a die in the University (GC-UNI-8)."""

    kind: str
    colour: str
    value: int


@dataclass(frozen=True, slots=True)
class ChooseAbility(Action):
    """Take an ability at the Illuminati (GC-ILLUMINATI-5)."""

    ability: str


@dataclass(frozen=True, slots=True)
class KeepArtifact(Action):
    """Keep an artifact of those that were drawn (GC-AUCTION-1)."""

    artifact: str


@dataclass(frozen=True, slots=True)
class Keep(Action):
    """Keep one of the secret tiles that were drawn, 1 for the first (GC-GUILD-1)."""

    place: int


@dataclass(frozen=True, slots=True)
class KeepTreasure(Action):
    """Lay a treasure open that the box has not seen before (GC-GALLEON-6)."""

    gold: int


@dataclass(frozen=True, slots=True)
class TellCollection(Action):
    """At the end: the own private collection (GC-END-ART)."""

    most: str
    also: str


@dataclass(frozen=True, slots=True)
class TellMission(Action):
    """At the end: a mission of the own (GC-GUILD-3)."""

    mission: str


@dataclass(frozen=True, slots=True)
class TellItem(Action):
    """At the end: a magical item of the own (GC-TEMPLE-4)."""

    kind: str
    colour: str


@dataclass(frozen=True, slots=True)
class TellTrophy(Action):
    """At the end: a trophy of the own (GC-TOWER-5)."""

    metal: str
    gold: int


@dataclass(frozen=True, slots=True)
class TellArtifact(Action):
    """At the end: an artifact of the own that was kept closed (GC-R33)."""

    artifact: str


@dataclass(frozen=True, slots=True)
class CorrectGold(Correction):
    """Add to a player's gold, or take away."""

    player: int
    change: int


@dataclass(frozen=True, slots=True)
class CorrectKnowledge(Correction):
    """Add to a player's knowledge tiles, or take away (GC-LIB-2)."""

    player: int
    change: int


@dataclass(frozen=True, slots=True)
class CorrectDie(Correction):
    """Set what a die of the player on turn shows (GC-TURN-1)."""

    die: str
    value: int


@dataclass(frozen=True, slots=True)
class CorrectAbility(Correction):
    """Give a player an ability of those that are left, or take one away (GC-ABIL-END)."""

    player: int
    ability: str
    has: bool
