"""The state of a game: dice in hands and buildings, tiles, and the phase."""

from enum import StrEnum
from typing import Annotated, Any, Final

import msgspec
from msgspec.structs import replace

from companion.engine.piece_conservation import PieceField
from companion.engine.seated import Seated
from companion.engine.visibility import Fixed, Hidden, Secret
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
from companion.games.gilded_compass.stacks import UNSEEN, Stack, elements, size
from companion.games.gilded_compass.tiles import covered, metal_of
from companion.games.gilded_compass.variant import Variant


class Phase(StrEnum):
    """Phases of the game."""

    START = "start"
    DEAL = "deal"
    """CHANCE deals private collections (GC-SETUP-5)."""
    LAY = "lay"
    """CHANCE lays tiles out for the round (GC-ROUND-1)."""
    HELP = "help"
    """A player with Small Help may take the black dice (GC-ROUND-2)."""
    ROLL = "roll"
    PLACE = "place"
    LIFT = "lift"
    """The player picks up dice to roll them again (GC-TURN-2)."""
    PERSUADE = "persuade"
    """The player turns dice (GC-ABIL-PERS)."""
    DRAW = "draw"
    """CHANCE draws tiles for a player or the dummy."""
    GIFT = "gift"
    """A player with Timeless Gift may take another turn (GC-ABIL-GIFT)."""
    RESOLVE = "resolve"
    """The game goes on by itself: the next reward (GC-ROUND-6)."""
    CHOOSE = "choose"
    """Somebody chooses a tile as a reward."""
    ENTER = "enter"
    """At ``final`` level, players enter what they have."""
    TELL = "tell"
    """Players enter the secret tiles that the box has not seen."""
    OVER = "over"


ALL_OPEN: Final = frozenset({Phase.ENTER, Phase.TELL, Phase.OVER})
"""Phases after the last round, in which nothing is secret any more (GC-R33)."""


class Hand(msgspec.Struct, frozen=True):
    """Values of the current player's dice (GC-TURN-1)."""

    own: Dice = ()
    black: Dice = ()
    dummy: Dice = ()


NO_DICE: Final = (0, 0, 0)
_ARCHIVES: Final = Archives()
_UNIVERSITY: Final = University(0)
_LIBRARY: Final = Library()


NOBODY: Final = -2
"""For whom tiles are drawn openly."""
BACK: Final = Secret(
    until=lambda state, _player: state.phase in ALL_OPEN,
    cover=lambda tile: tile and UNSEEN,
)
"""A tile of which others see only the back until the last round is over (GC-R33)."""
BACKS: Final = replace(BACK, cover=lambda tiles: [UNSEEN] * len(tiles))
METAL_BACKS: Final = replace(BACK, cover=lambda tiles: [covered(tile) for tile in tiles])
CHOSEN: Final = replace(
    BACKS,
    until=lambda state, _player: (
        state.phase in ALL_OPEN or not state.variant.is_secret("artifacts")
    ),
)
"""Artifacts are secret only by a ruling."""
DRAWN: Final = replace(BACKS, of=lambda state, _drawing: state.drawn_for, until=None)


class Player(msgspec.Struct, frozen=True):
    """One seat: the numbers of unplaced dice, and tiles as words.

    Maps and specialists are public (GC-ARCHIVE-8), most other tiles are not (GC-R33).
    """

    own: int = 0
    black: int = 0
    dummy: int = 0
    knowledge: int = 1
    """Knowledge tiles: one at the start (GC-SETUP-8), without limit (GC-COMP-7, GC-LIB-3)."""
    maps: Annotated[tuple[str, ...], PieceField("maps")] = ()
    specialists: Annotated[tuple[str, ...], PieceField("specialists")] = ()
    items: Annotated[tuple[str, ...], BACKS, PieceField("items")] = ()
    missions: Annotated[tuple[str, ...], BACKS, PieceField("missions")] = ()
    artifacts: Annotated[tuple[str, ...], CHOSEN, PieceField("artifacts")] = ()
    abilities: Annotated[tuple[str, ...], PieceField("abilities")] = ()
    treasures: Annotated[tuple[str, ...], PieceField("treasures")] = ()
    trophies: Annotated[
        tuple[str, ...], METAL_BACKS, PieceField(lambda _player, tile: metal_of(tile))
    ] = ()
    collection: Annotated[str, BACK, PieceField("collections")] = ""
    pending: Annotated[tuple[str, ...], BACKS, PieceField("treasures")] = ()
    """Treasures drawn in this round, some of which may be kept (GC-GALLEON-6)."""
    corrected: int = 0

    @property
    def unplaced(self) -> int:
        """The number of own dice not placed yet, including black ones (GC-VOC-8)."""
        return self.own + self.black


class Drawing(msgspec.Struct, frozen=True):
    """Tiles that are being drawn: their kind, the player or dummy they are for, how many to come.

    ``tiles`` are those drawn so far, in order; ``keep`` of them stay with the player.
    """

    kind: str
    owner: int
    left: int
    tiles: Annotated[tuple[str, ...], DRAWN, PieceField(lambda drawing, _tile: drawing.kind)] = ()
    keep: int = 0
    slot: int = 0
    """The index of the Temple's tile, from 0."""


class State(msgspec.Struct, Seated, frozen=True):
    """One complete position: no history is needed to continue."""

    variant: Annotated[Variant, Fixed()]
    players: tuple[Player, ...]
    phase: Phase = Phase.START
    round: int = 0
    start: int = 0
    current: int = 0
    stacks: Annotated[
        tuple[tuple[str, Stack], ...],
        Hidden(lambda stacks: {kind: size(stack) for kind, stack in stacks}),
    ] = ()
    aside: Annotated[Stack, Hidden(size), PieceField("treasures", elements)] = ()
    """Treasures that were set aside, to be reshuffled later (GC-GALLEON-5)."""
    under: Annotated[tuple[str, ...], Hidden(len), PieceField("missions")] = ()
    """Missions under their stack, in order (GC-GUILD-1)."""
    gone: int = 0
    """The number of artifacts that the dummy has set aside unseen (GC-DUMMY-AUCTION)."""
    gone_items: Stack = ()
    """Backs of Temple tiles that left the game unseen (GC-DUMMY-TEMPLE)."""
    maps: Annotated[tuple[str, ...], PieceField("maps")] = ()
    """The maps laid out at the Archives, from top to bottom."""
    specialists: Annotated[tuple[str, ...], PieceField("specialists")] = ()
    """The specialists laid out at the University, from left to right."""
    abilities: Annotated[tuple[str, ...], PieceField("abilities")] = ()
    """The abilities laid out at the Illuminati, from top to bottom."""
    backs: tuple[str, ...] = ()
    """The backs of the tiles laid out at the Temple."""
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
    """How many own, black and dummy dice have a value that is still to be entered."""
    face: int = 0
    """The value to be counted next, 0 while dice are entered one by one."""
    turned: int = 0
    """How many dice Persuasion has turned."""
    own_placed: bool = False
    dummy_placed: bool = False
    last_lap: bool = False
    """Whether somebody has placed their last own die (GC-ROUND-4)."""
    extra: bool = False
    """Whether the current turn is an extra one, by Timeless Gift."""
    laps: Laps | None = None
    """The offer of an ability that is going around the table."""
    resolving: int = -1
    """The index of the building that is resolving, in the order of resolution."""
    queue: tuple[Award, ...] = ()
    drawing: Drawing | None = None

    @property
    def unseen_dice(self) -> bool:
        """Whether the box only knows which dice are placed, not the rolls."""
        return False

    @property
    def seats(self) -> range:
        """All seats."""
        return range(len(self.players))

    @property
    def player(self) -> Player:
        """The player whose turn it is."""
        return self.players[self.current]

    @property
    def dealt_to(self) -> int | None:
        """The seat that gets the next private collection; ``None`` if all have one (GC-SETUP-5)."""
        if not self.variant.tiles("collections") or not self.stack("collections"):
            return None
        return next((seat for seat in self.seats if not self.players[seat].collection), None)

    @property
    def drawn_for(self) -> int | None:
        """The seat for which tiles are secretly drawn, ``None`` if they are public (GC-R33)."""
        drawing = self.drawing
        if drawing is None or drawing.owner == NOBODY:
            return None
        return drawing.owner if self.variant.is_secret(drawing.kind) else None

    @property
    def resolved(self) -> str:
        """The building that is resolving; valid only while one is."""
        return self.variant.resolution[self.resolving]

    def stack(self, kind: str) -> Stack:
        """Return the stack of a kind."""
        return dict(self.stacks).get(kind, ())

    def with_stack(self, kind: str, stack: Stack) -> tuple[tuple[str, Stack], ...]:
        """Return all stacks with one replaced."""
        return tuple((name, stack if name == kind else old) for name, old in self.stacks)

    def building(self, name: str) -> Building:
        """Return a building that is in play."""
        found: Building = getattr(self, name)
        return found

    def with_building(self, name: str, building: Any) -> "State":  # noqa: ANN401 - any of the nine
        """Return the state with one building replaced."""
        return replace(self, **{name: building})

    def to_library(self, owners: tuple[int, ...]) -> "State":
        """Return the state with a die of each of ``owners`` moved to the Library (GC-LIB-1)."""
        return self.with_building(LIBRARY, self.library.receive(owners)) if owners else self


class UnseenDice(State, frozen=True):
    """A game whose rolls are unknown to the box: dice in a hand may have any value."""

    @property
    def unseen_dice(self) -> bool:
        """Whether the box only knows which dice are placed: always true."""
        return True
