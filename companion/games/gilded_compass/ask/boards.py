"""The dice in a building as questions write them, read into buildings and written back."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Final, TypeAlias

import msgspec
from msgspec import Meta

from companion.engine.game import Struct
from companion.engine.message import say
from companion.engine.questions import part
from companion.games.gilded_compass import buildings
from companion.games.gilded_compass.ask.terms import Face, Seats
from companion.games.gilded_compass.buildings.archives import Archives, Group
from companion.games.gilded_compass.buildings.auction_house import AuctionHouse
from companion.games.gilded_compass.buildings.building import Building
from companion.games.gilded_compass.buildings.crowds import Crowd, Crowds
from companion.games.gilded_compass.buildings.galleon import Galleon
from companion.games.gilded_compass.buildings.guild import Guild
from companion.games.gilded_compass.buildings.illuminati import Illuminati
from companion.games.gilded_compass.buildings.library import Library
from companion.games.gilded_compass.buildings.straights import Straight, Straights
from companion.games.gilded_compass.buildings.temple import Slot, Temple
from companion.games.gilded_compass.buildings.tower import Half, Tower
from companion.games.gilded_compass.buildings.university import Die, University
from companion.games.gilded_compass.flags import Flags
from companion.schema.bounds import Few, Named, Positive, Unread, Word, among

Pair: TypeAlias = tuple[Face, Face]
Floors: TypeAlias = tuple[Word | None, Word | None, Word | None]
Number: TypeAlias = Annotated[int, Meta(ge=0, le=100)]
"""How many dice of a player are in the Library."""


class OfPlayer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An object that belongs to a player."""

    player: Word


class GroupRow(OfPlayer, frozen=True):
    """Dice of one value in the Archives."""

    value: Face
    count: Positive


class DieRow(OfPlayer, frozen=True):
    """A die in the University."""

    value: Face


class StraightRow(OfPlayer, frozen=True):
    """A straight in the Auction House or the Guild."""

    low: Face
    high: Face

    def __post_init__(self) -> None:
        """Reject a straight from high to low."""
        if self.low > self.high:
            raise ValueError(say("high at least as much as low"))


class CrowdRow(OfPlayer, frozen=True):
    """Dice in the hall of the Illuminati or on the Galleon."""

    dice: Annotated[tuple[Face, ...], Meta(min_length=1, max_length=40)]


class ArchivesState(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The dice in the Archives."""

    groups: Few[GroupRow] = ()


class UniversityState(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The entrances of the University, and the dice in them from left to right."""

    slots: Positive
    row: Few[DieRow] = ()

    def __post_init__(self) -> None:
        """Reject dice out of order, or more than there are entrances."""
        values = [die.value for die in self.row]
        if len(values) > self.slots or values != sorted(values):
            raise ValueError(say("ascending values, no more than there are slots"))


class LibraryState(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How many dice each player has in the Library."""

    dice: Named[Number] = msgspec.field(default_factory=dict)


class StraightsState(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The dice in the Auction House or the Guild."""

    straights: Few[StraightRow] = ()

    def __post_init__(self) -> None:
        """Reject a second straight of a player."""
        _once(self.straights)


class TileRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A tile at the Temple, with one pair of dice or several (GC-R14), and who has claimed it."""

    pair: Pair | None = None
    pairs: Few[Pair] | None = None
    player: Word | None = None

    def __post_init__(self) -> None:
        """Reject a tile without pairs."""
        if (self.pair is None) is (self.pairs is None):
            raise ValueError(say("one of {known}", known="pair, pairs"))


class TempleState(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The tiles at the Temple."""

    slots: Few[TileRow] = ()


class CrowdsState(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The dice in the hall of the Illuminati or on the Galleon."""

    groups: Few[CrowdRow] = ()

    def __post_init__(self) -> None:
        """Reject a second group of a player."""
        _once(self.groups)


class TowerState(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The owners of dice on the floors of the Tower, from below."""

    left: Floors = (None, None, None)
    right: Floors = (None, None, None)


def _once(rows: Sequence[OfPlayer]) -> None:
    if len({row.player for row in rows}) < len(rows):
        raise ValueError(say("each player once"))


FORMS: Final[Mapping[str, type[msgspec.Struct]]] = {
    buildings.ARCHIVES: ArchivesState,
    buildings.UNIVERSITY: UniversityState,
    buildings.LIBRARY: LibraryState,
    buildings.AUCTION_HOUSE: StraightsState,
    buildings.GUILD: StraightsState,
    buildings.TEMPLE: TempleState,
    buildings.ILLUMINATI: CrowdsState,
    buildings.GALLEON: CrowdsState,
    buildings.TOWER: TowerState,
}
Name: TypeAlias = Annotated[str, among(FORMS)]
"""A building."""


def building(name: str, state: Unread, seats: Seats, flags: Flags, *path: str) -> Building:
    """Return the building of a question, under its rulings. Raises ``Invalid``."""
    made: Building
    match part(FORMS[name], state, *path):
        case ArchivesState(groups):
            made = Archives(seats.records(Group, groups))
        case UniversityState(slots, row):
            made = University(slots, seats.records(Die, row))
        case LibraryState(dice):
            made = Library(tuple(seats.seat(owner) for owner, n in dice.items() for _ in range(n)))
        case StraightsState(straights):
            kind = Guild if name == buildings.GUILD else AuctionHouse
            made = kind(seats.records(Straight, straights), flags.extend_per_end)
        case CrowdsState(groups):
            crowds = tuple(Crowd(seats.seat(row.player), tuple(sorted(row.dice))) for row in groups)
            strict = flags.dummy_galleon_strict
            made = Galleon(crowds, strict) if name == buildings.GALLEON else Illuminati(crowds)
        case TempleState(slots):
            made = Temple(tuple(_slot(row, seats) for row in slots))
        case TowerState(left, right):
            made = Tower(_half(left, seats), _half(right, seats))
    return made


def _half(floors: Floors, seats: Seats) -> Half:
    first, second, third = floors
    return seats.maybe(first), seats.maybe(second), seats.maybe(third)


def _slot(row: TileRow, seats: Seats) -> Slot:
    pairs = ((min(pair), max(pair)) for pair in row.pairs or (row.pair,) if pair)
    return Slot(tuple(pairs), seats.maybe(row.player))


def struct_of(board: Building, seats: Seats) -> Struct:
    """Return a building in the form of a question."""
    made: Struct = {}
    match board:
        case Archives(groups) | Crowds(groups):
            made = {"groups": seats.rows(groups)}
        case University(entrances, row):
            made = {"slots": entrances, "row": seats.rows(row)}
        case Library(dice):
            owners = [seats.name(seat) for seat in dice]
            made = {"dice": {owner: owners.count(owner) for owner in dict.fromkeys(owners)}}
        case Straights(straights):
            made = {"straights": seats.rows(straights)}
        case Temple(slots):
            made = {"slots": [_slot_struct(slot, seats) for slot in slots]}
        case Tower(left, right):
            made = {"left": [*map(seats.name, left)], "right": [*map(seats.name, right)]}
    return made


def _slot_struct(slot: Slot, seats: Seats) -> Struct:
    pairs = [list(pair) for pair in slot.pairs]
    named = {"pair": pairs[0]} if len(pairs) == 1 else {"pairs": pairs}
    return {**named, "player": seats.name(slot.owner)}
