"""The state of a game: dice in hands and buildings, tiles, and what the game waits for."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

from companion.engine.evolve import replace
from companion.games.gilded_compass.buildings import LIBRARY
from companion.games.gilded_compass.buildings.archives import Archives
from companion.games.gilded_compass.buildings.auction_house import AuctionHouse
from companion.games.gilded_compass.buildings.building import Award, Building
from companion.games.gilded_compass.buildings.dice import Dice
from companion.games.gilded_compass.buildings.galleon import Galleon
from companion.games.gilded_compass.buildings.guild import Guild
from companion.games.gilded_compass.buildings.illuminati import Illuminati
from companion.games.gilded_compass.buildings.library import Library
from companion.games.gilded_compass.buildings.temple import Temple
from companion.games.gilded_compass.buildings.tower import Tower
from companion.games.gilded_compass.buildings.university import University
from companion.games.gilded_compass.laps import Laps
from companion.games.gilded_compass.stacks import Stack
from companion.games.gilded_compass.variant import Variant


class Phase(StrEnum):
    """What the game waits for."""

    START = "start"
    DEAL = "deal"
    """CHANCE deals private collections (GC-SETUP-5)."""
    LAY = "lay"
    """CHANCE lays tiles out for the round (GC-ROUND-1)."""
    HELP = "help"
    """Who has Small Help may take the black dice (GC-ROUND-2)."""
    ROLL = "roll"
    PLACE = "place"
    LIFT = "lift"
    """Dice are chosen that are rolled again (GC-TURN-2)."""
    PERSUADE = "persuade"
    """Dice are turned (GC-ABIL-PERS)."""
    DRAW = "draw"
    """CHANCE draws tiles for somebody."""
    GIFT = "gift"
    """Who has Timeless Gift may take another turn (GC-ABIL-GIFT)."""
    RESOLVE = "resolve"
    """The game goes on by itself: the next reward (GC-ROUND-6)."""
    CHOOSE = "choose"
    """Somebody chooses a tile as a reward."""
    TELL = "tell"
    """Secret tiles that the box has not seen are told."""
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Hand:
    """What the dice of the player on turn show (GC-TURN-1)."""

    own: Dice = ()
    black: Dice = ()
    dummy: Dice = ()


NO_DICE: Final = (0, 0, 0)
_ARCHIVES: Final = Archives()
_UNIVERSITY: Final = University(0)
_LIBRARY: Final = Library()


@dataclass(frozen=True, slots=True)
class Player:
    """One seat: the numbers of unplaced dice, and tiles as words."""

    own: int = 0
    black: int = 0
    dummy: int = 0
    knowledge: int = 1
    """One at the start (GC-SETUP-8); there is no limit to them (GC-COMP-7, GC-LIB-3)."""
    maps: tuple[str, ...] = ()
    specialists: tuple[str, ...] = ()
    items: tuple[str, ...] = ()
    missions: tuple[str, ...] = ()
    artifacts: tuple[str, ...] = ()
    abilities: tuple[str, ...] = ()
    treasures: tuple[str, ...] = ()
    trophies: tuple[str, ...] = ()
    collection: str = ""
    pending: tuple[str, ...] = ()
    """Treasures drawn in this round, of which some may be kept (GC-GALLEON-6)."""
    corrected: int = 0

    @property
    def unplaced(self) -> int:
        """Own dice that are not placed, black ones included (GC-VOC-8)."""
        return self.own + self.black


@dataclass(frozen=True, slots=True)
class Drawing:
    """Tiles that are being drawn: their kind, for whom (or the dummy), how many are to come.

    ``tiles`` are those that were drawn, in order, of which ``keep`` stay.
    """

    kind: str
    owner: int
    left: int
    tiles: tuple[str, ...] = ()
    keep: int = 0
    slot: int = 0
    """Of the Temple's tile, from 0."""


@dataclass(frozen=True, slots=True)
class State:
    """One position, complete: nothing about the past is needed to go on."""

    variant: Variant
    players: tuple[Player, ...]
    phase: Phase = Phase.START
    round: int = 0
    start: int = 0
    current: int = 0
    stacks: tuple[tuple[str, Stack], ...] = ()
    aside: Stack = ()
    """Treasures that were set aside, to be shuffled again (GC-GALLEON-5)."""
    under: tuple[str, ...] = ()
    """Missions under their stack, in order (GC-GUILD-1)."""
    gone: int = 0
    """Artifacts that the dummy set aside unseen (GC-DUMMY-AUCTION)."""
    gone_items: Stack = ()
    """Backs of Temple tiles that left the game unseen (GC-DUMMY-TEMPLE)."""
    maps: tuple[str, ...] = ()
    """Laid out at the Archives, top to bottom."""
    specialists: tuple[str, ...] = ()
    """Laid out at the University, left to right."""
    abilities: tuple[str, ...] = ()
    """Laid out at the Illuminati, top to bottom."""
    backs: tuple[str, ...] = ()
    """Of the tiles at the Temple."""
    archives: Archives = _ARCHIVES
    university: University = _UNIVERSITY
    library: Library = _LIBRARY
    auction_house: AuctionHouse | None = None
    guild: Guild | None = None
    temple: Temple | None = None
    illuminati: Illuminati | None = None
    galleon: Galleon | None = None
    tower: Tower | None = None
    hand: Hand = Hand()
    lifted: Hand = Hand()
    to_roll: tuple[int, int, int] = NO_DICE
    """Own, black and dummy dice whose value is still to be told."""
    face: int = 0
    """The value that is counted next; 0 while dice are told one by one."""
    turned: int = 0
    """Dice that Persuasion has turned."""
    own_placed: bool = False
    dummy_placed: bool = False
    last_lap: bool = False
    """Somebody has placed the last own die (GC-ROUND-4)."""
    extra: bool = False
    """The turn is one by Timeless Gift."""
    laps: Laps | None = None
    """Who is still to be offered an ability."""
    resolving: int = -1
    """The place, in the order of resolution, of the building that resolves."""
    queue: tuple[Award, ...] = ()
    drawing: Drawing | None = None

    @property
    def seats(self) -> range:
        """All seats."""
        return range(len(self.players))

    @property
    def player(self) -> Player:
        """The player on turn."""
        return self.players[self.current]

    @property
    def resolved(self) -> str:
        """The building that resolves; only while one does."""
        return self.variant.buildings[self.resolving]

    def stack(self, kind: str) -> Stack:
        """Return the stack of a kind."""
        return dict(self.stacks).get(kind, ())

    def with_stack(self, kind: str, stack: Stack) -> tuple[tuple[str, Stack], ...]:
        """Return all stacks with one replaced."""
        return tuple((each, stack if each == kind else old) for each, old in self.stacks)

    def building(self, name: str) -> Building:
        """Return a building that is in play."""
        found: Building = getattr(self, name)
        return found

    def with_building(self, name: str, building: Any) -> "State":  # noqa: ANN401 - any of the nine
        """Return the state with one building replaced."""
        return replace(self, **{name: building})

    def with_player(self, seat: int, **changes: object) -> "State":
        """Return the state with something of one seat replaced."""
        player = replace(self.players[seat], **changes)
        return replace(self, players=(*self.players[:seat], player, *self.players[seat + 1 :]))

    def to_library(self, owners: tuple[int, ...]) -> "State":
        """Return the state with dice of these owners moved to the Library (GC-LIB-1)."""
        return self.with_building(LIBRARY, self.library.receive(owners)) if owners else self
