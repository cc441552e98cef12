"""The dice in a building as questions write them, read into buildings and written back."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

import msgspec

from companion.engine.game import Struct
from companion.engine.message import say
from companion.engine.questions import Fields
from companion.games.gilded_compass import buildings
from companion.games.gilded_compass.ask import terms
from companion.games.gilded_compass.ask.terms import Names
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

_PAIR: Final = 2


class Board(msgspec.Struct, frozen=True):
    """Reads a building, under the rulings of the question, and writes it."""

    read: Callable[[Fields, Names, Flags], Building]
    write: Callable[[Any, Names], Struct]


def _rows(rows: Iterable[Any], names: Names, *fields: str) -> list[Struct]:
    """Return what stands for groups or dice: each with its player and some fields."""
    return [
        {"player": names.name(row.owner), **{field: getattr(row, field) for field in fields}}
        for row in rows
    ]


def _straights_struct(building: Straights, names: Names) -> Struct:
    return {"straights": _rows(building.straights, names, "low", "high")}


def _crowds_struct(building: Crowds, names: Names) -> Struct:
    return {"groups": _rows(building.groups, names, "dice")}


def _archives(fields: Fields, names: Names, _flags: Flags) -> Archives:
    groups = (
        Group(names.read(group), terms.face(group, "value"), group.whole("count", least=1))
        for group in fields.each("groups", ())
    )
    return Archives(tuple(groups))


def _university(fields: Fields, names: Names, _flags: Flags) -> University:
    entrances = fields.whole("slots", least=1)
    row = tuple(Die(names.read(die), terms.face(die, "value")) for die in fields.each("row", ()))
    values = [die.value for die in row]
    if len(row) > entrances or values != sorted(values):
        raise fields.wrong("row", say("ascending values, no more than there are slots"))
    return University(entrances, row)


def _library(fields: Fields, names: Names, _flags: Flags) -> Library:
    dice = fields.fields("dice", {})
    return Library(
        tuple(names.seat(owner) for owner in dice.names for _ in range(dice.whole(owner)))
    )


def _library_struct(library: Library, names: Names) -> Struct:
    owners = [names.name(seat) for seat in library.dice]
    return {"dice": {owner: owners.count(owner) for owner in dict.fromkeys(owners)}}


def _straights(fields: Fields, names: Names) -> tuple[Straight, ...]:
    straights = []
    for item in fields.each("straights", ()):
        low, high = terms.face(item, "low"), terms.face(item, "high")
        if low > high:
            raise item.wrong("high", say("at least as much as low"))
        straights.append(Straight(names.read(item), low, high))
    _once(fields, "straights", [straight.owner for straight in straights])
    return tuple(straights)


def _auction_house(fields: Fields, names: Names, flags: Flags) -> AuctionHouse:
    return AuctionHouse(_straights(fields, names), flags.extend_per_end)


def _guild(fields: Fields, names: Names, flags: Flags) -> Guild:
    return Guild(_straights(fields, names), flags.extend_per_end)


def _temple(fields: Fields, names: Names, _flags: Flags) -> Temple:
    slots = (
        Slot(_pairs(slot), slot.maybe("player", names.read)) for slot in fields.each("slots", ())
    )
    return Temple(tuple(slots))


def _pairs(fields: Fields) -> tuple[tuple[int, int], ...]:
    """Return the pairs on a tile: one as ``pair``, several as ``pairs`` (GC-R14)."""
    if "pairs" not in fields:
        return (_pair(fields, "pair"),)
    numbered = {str(i): pair for i, pair in enumerate(fields.items("pairs"))}
    pairs = Fields(numbered, f"{fields.path}.pairs")
    return tuple(_pair(pairs, i) for i in numbered)


def _pair(fields: Fields, name: str) -> tuple[int, int]:
    dice = terms.dice(fields, name)
    if len(dice) != _PAIR:
        raise fields.wrong(name, say("two values of dice"))
    return dice[0], dice[1]


def _temple_struct(temple: Temple, names: Names) -> Struct:
    return {
        "slots": [
            {
                **_pairs_struct(slot),
                "player": None if slot.owner is None else names.name(slot.owner),
            }
            for slot in temple.slots
        ]
    }


def _pairs_struct(slot: Slot) -> Struct:
    if len(slot.pairs) == 1:
        return {"pair": list(slot.pairs[0])}
    return {"pairs": [list(pair) for pair in slot.pairs]}


def _crowds(fields: Fields, names: Names) -> tuple[Crowd, ...]:
    groups = tuple(
        Crowd(names.read(group), terms.dice(group)) for group in fields.each("groups", ())
    )
    _once(fields, "groups", [group.owner for group in groups])
    if not all(group.dice for group in groups):
        raise fields.wrong("groups", say("at least one die in each group"))
    return groups


def _illuminati(fields: Fields, names: Names, _flags: Flags) -> Illuminati:
    return Illuminati(_crowds(fields, names))


def _galleon(fields: Fields, names: Names, flags: Flags) -> Galleon:
    return Galleon(_crowds(fields, names), flags.dummy_galleon_strict)


def _tower(fields: Fields, names: Names, _flags: Flags) -> Tower:
    return Tower(_half(fields, "left", names), _half(fields, "right", names))


def _half(fields: Fields, name: str, names: Names) -> Half:
    match fields.any(name, [None, None, None]):
        case [str() | None as first, str() | None as second, str() | None as third]:
            return _seat(first, names), _seat(second, names), _seat(third, names)
        case _:
            raise fields.wrong(name, say("three floors from below, each a player or null"))


def _seat(name: str | None, names: Names) -> int | None:
    return None if name is None else names.seat(name)


def _tower_struct(tower: Tower, names: Names) -> Struct:
    return {
        side: [None if owner is None else names.name(owner) for owner in half]
        for side, half in (("left", tower.left), ("right", tower.right))
    }


def _once(fields: Fields, name: str, owners: list[int]) -> None:
    if len(set(owners)) < len(owners):
        raise fields.wrong(name, say("each player once"))


BOARDS: Final[Mapping[str, Board]] = {
    buildings.ARCHIVES: Board(
        _archives, lambda it, names: {"groups": _rows(it.groups, names, "value", "count")}
    ),
    buildings.UNIVERSITY: Board(
        _university,
        lambda it, names: {"slots": it.entrances, "row": _rows(it.row, names, "value")},
    ),
    buildings.LIBRARY: Board(_library, _library_struct),
    buildings.AUCTION_HOUSE: Board(_auction_house, _straights_struct),
    buildings.GUILD: Board(_guild, _straights_struct),
    buildings.TEMPLE: Board(_temple, _temple_struct),
    buildings.ILLUMINATI: Board(_illuminati, _crowds_struct),
    buildings.GALLEON: Board(_galleon, _crowds_struct),
    buildings.TOWER: Board(_tower, _tower_struct),
}


def building(fields: Fields, names: Names, flags: Flags) -> tuple[str, Building]:
    """Return the building of a question and its name."""
    name = fields.one_of("building", BOARDS)
    return name, BOARDS[name].read(fields.fields("state", {}), names, flags)
