"""The dice in a building as questions write them, read into buildings and written back."""

from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any, Final, TypeAlias

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
from companion.games.gilded_compass.buildings.crowds import Crowd
from companion.games.gilded_compass.buildings.galleon import Galleon
from companion.games.gilded_compass.buildings.guild import Guild
from companion.games.gilded_compass.buildings.illuminati import Illuminati
from companion.games.gilded_compass.buildings.library import Library
from companion.games.gilded_compass.buildings.straights import Straight
from companion.games.gilded_compass.buildings.temple import Slot, Temple
from companion.games.gilded_compass.buildings.tower import Half, Tower
from companion.games.gilded_compass.buildings.university import Die, University
from companion.games.gilded_compass.flags import Flags
from companion.schema.bounds import Few, Named, Positive, Unread, Word, among

Pair: TypeAlias = tuple[Face, Face]
Floors: TypeAlias = tuple[Word | None, Word | None, Word | None]
Number: TypeAlias = Annotated[int, Meta(ge=0, le=100)]
"""How many dice of a player are in the Library."""


class _Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A part of a question."""


class OfPlayer(_Part, frozen=True):
    """Something that belongs to a player."""

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
        """Refuse a straight from high to low."""
        if self.low > self.high:
            raise ValueError(say("high at least as much as low"))


class CrowdRow(OfPlayer, frozen=True):
    """Dice in the hall of the Illuminati or on the Galleon."""

    dice: Annotated[tuple[Face, ...], Meta(min_length=1, max_length=40)]


class ArchivesState(_Part, frozen=True):
    """The dice in the Archives."""

    groups: Few[GroupRow] = ()


class UniversityState(_Part, frozen=True):
    """The entrances of the University, and the dice in them from left to right."""

    slots: Positive
    row: Few[DieRow] = ()

    def __post_init__(self) -> None:
        """Refuse dice out of order, or more than there are entrances."""
        values = [die.value for die in self.row]
        if len(values) > self.slots or values != sorted(values):
            raise ValueError(say("ascending values, no more than there are slots"))


class LibraryState(_Part, frozen=True):
    """How many dice each player has in the Library."""

    dice: Named[Number] = msgspec.field(default_factory=dict)


class StraightsState(_Part, frozen=True):
    """The dice in the Auction House or the Guild."""

    straights: Few[StraightRow] = ()

    def __post_init__(self) -> None:
        """Refuse a second straight of a player."""
        _once(self.straights)


class TileRow(_Part, frozen=True):
    """A tile at the Temple, with one pair of dice or several (GC-R14), and who has claimed it."""

    pair: Pair | None = None
    pairs: Few[Pair] | None = None
    player: Word | None = None

    def __post_init__(self) -> None:
        """Refuse a tile without pairs."""
        if (self.pair is None) is (self.pairs is None):
            raise ValueError(say("one of {known}", known="pair, pairs"))


class TempleState(_Part, frozen=True):
    """The tiles at the Temple."""

    slots: Few[TileRow] = ()


class CrowdsState(_Part, frozen=True):
    """The dice in the hall of the Illuminati or on the Galleon."""

    groups: Few[CrowdRow] = ()

    def __post_init__(self) -> None:
        """Refuse a second group of a player."""
        _once(self.groups)


class TowerState(_Part, frozen=True):
    """Who stands on the floors of the Tower, from below."""

    left: Floors = (None, None, None)
    right: Floors = (None, None, None)


def _once(rows: Sequence[OfPlayer]) -> None:
    if len({row.player for row in rows}) < len(rows):
        raise ValueError(say("each player once"))


class Board(msgspec.Struct, frozen=True):
    """Reads a building from its form, under the rulings of the question, and writes it."""

    form: type[msgspec.Struct]
    read: Callable[[Any, Seats, Flags], Building]
    write: Callable[[Any, Seats], Struct]


def _library_struct(library: Library, seats: Seats) -> Struct:
    owners = [seats.name(seat) for seat in library.dice]
    return {"dice": {owner: owners.count(owner) for owner in dict.fromkeys(owners)}}


def _slot(row: TileRow, seats: Seats) -> Slot:
    pairs = row.pairs or (row.pair,)
    owner = None if row.player is None else seats.seat(row.player)
    return Slot(tuple((min(pair), max(pair)) for pair in pairs if pair), owner)


def _slot_struct(slot: Slot, seats: Seats) -> Struct:
    pairs = [list(pair) for pair in slot.pairs]
    owner = None if slot.owner is None else seats.name(slot.owner)
    return {**({"pair": pairs[0]} if len(pairs) == 1 else {"pairs": pairs}), "player": owner}


def _half(floors: Floors, seats: Seats) -> Half:
    first, second, third = (name if name is None else seats.seat(name) for name in floors)
    return first, second, third


def _half_struct(half: Half, seats: Seats) -> list[str | None]:
    return [None if owner is None else seats.name(owner) for owner in half]


def _straights(state: StraightsState, seats: Seats) -> tuple[Straight, ...]:
    return seats.records(Straight, state.straights)


def _crowds(state: CrowdsState, seats: Seats) -> tuple[Crowd, ...]:
    return tuple(Crowd(seats.seat(row.player), tuple(sorted(row.dice))) for row in state.groups)


def _groups_struct(it: Any, seats: Seats) -> Struct:  # noqa: ANN401 - any building with groups
    return {"groups": seats.rows(it.groups)}


def _straights_struct(it: Any, seats: Seats) -> Struct:  # noqa: ANN401 - either building
    return {"straights": seats.rows(it.straights)}


BOARDS: Final[Mapping[str, Board]] = {
    buildings.ARCHIVES: Board(
        ArchivesState,
        lambda state, seats, _: Archives(seats.records(Group, state.groups)),
        _groups_struct,
    ),
    buildings.UNIVERSITY: Board(
        UniversityState,
        lambda state, seats, _: University(state.slots, seats.records(Die, state.row)),
        lambda it, seats: {"slots": it.entrances, "row": seats.rows(it.row)},
    ),
    buildings.LIBRARY: Board(
        LibraryState,
        lambda state, seats, _: Library(
            tuple(seats.seat(owner) for owner, n in state.dice.items() for _ in range(n))
        ),
        _library_struct,
    ),
    buildings.AUCTION_HOUSE: Board(
        StraightsState,
        lambda state, seats, flags: AuctionHouse(_straights(state, seats), flags.extend_per_end),
        _straights_struct,
    ),
    buildings.GUILD: Board(
        StraightsState,
        lambda state, seats, flags: Guild(_straights(state, seats), flags.extend_per_end),
        _straights_struct,
    ),
    buildings.TEMPLE: Board(
        TempleState,
        lambda state, seats, _: Temple(tuple(_slot(row, seats) for row in state.slots)),
        lambda it, seats: {"slots": [_slot_struct(slot, seats) for slot in it.slots]},
    ),
    buildings.ILLUMINATI: Board(
        CrowdsState, lambda state, seats, _: Illuminati(_crowds(state, seats)), _groups_struct
    ),
    buildings.GALLEON: Board(
        CrowdsState,
        lambda state, seats, flags: Galleon(_crowds(state, seats), flags.dummy_galleon_strict),
        _groups_struct,
    ),
    buildings.TOWER: Board(
        TowerState,
        lambda state, seats, _: Tower(_half(state.left, seats), _half(state.right, seats)),
        lambda it, seats: {
            "left": _half_struct(it.left, seats),
            "right": _half_struct(it.right, seats),
        },
    ),
}
Name: TypeAlias = Annotated[str, among(BOARDS)]
"""A building."""


def building(name: str, state: Unread, seats: Seats, flags: Flags, *path: str) -> Building:
    """Return the building of a question."""
    board = BOARDS[name]
    return board.read(part(board.form, state, *path), seats, flags)
