"""How questions write the dice in a building, read into the buildings themselves and back."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final

from companion.engine.game import Struct
from companion.engine.message import say
from companion.engine.questions import Fields
from companion.games.gilded_compass.ask import terms
from companion.games.gilded_compass.ask.terms import Names
from companion.games.gilded_compass.buildings import (
    ARCHIVES,
    AUCTION_HOUSE,
    GALLEON,
    GUILD,
    ILLUMINATI,
    LIBRARY,
    TEMPLE,
    TOWER,
    UNIVERSITY,
)
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


@dataclass(frozen=True, slots=True)
class Board:
    """Reads a building, under the rulings of the question, and writes it."""

    read: Callable[[Fields, Names, Flags], Building]
    write: Callable[[Any, Names], Struct]


def _archives(fields: Fields, names: Names, _flags: Flags) -> Archives:
    groups = (
        Group(names.read(each), terms.face(each, "value"), each.whole("count", least=1))
        for each in terms.each(fields, "groups")
    )
    return Archives(tuple(groups))


def _archives_struct(found: Archives, names: Names) -> Struct:
    return {
        "groups": [
            {"player": names.name(each.owner), "value": each.value, "count": each.count}
            for each in found.groups
        ]
    }


def _university(fields: Fields, names: Names, _flags: Flags) -> University:
    entrances = fields.whole("slots", least=1)
    row = tuple(
        Die(names.read(each), terms.face(each, "value")) for each in terms.each(fields, "row")
    )
    values = [die.value for die in row]
    if len(row) > entrances or values != sorted(values):
        raise fields.wrong("row", say("ascending values, no more than there are slots"))
    return University(entrances, row)


def _university_struct(found: University, names: Names) -> Struct:
    row = [{"player": names.name(die.owner), "value": die.value} for die in found.row]
    return {"slots": found.entrances, "row": row}


def _library(fields: Fields, names: Names, _flags: Flags) -> Library:
    given = fields.fields("dice", {})
    return Library(
        tuple(names.seat(each) for each in given.names for _ in range(given.whole(each)))
    )


def _library_struct(found: Library, names: Names) -> Struct:
    owners = [names.name(each) for each in found.dice]
    return {"dice": {each: owners.count(each) for each in dict.fromkeys(owners)}}


def _straights(fields: Fields, names: Names) -> tuple[Straight, ...]:
    found = []
    for each in terms.each(fields, "straights"):
        low, high = terms.face(each, "low"), terms.face(each, "high")
        if low > high:
            raise each.wrong("high", say("at least as much as low"))
        found.append(Straight(names.read(each), low, high))
    _once(fields, "straights", [each.owner for each in found])
    return tuple(found)


def _straights_struct(found: Straights, names: Names) -> Struct:
    return {
        "straights": [
            {"player": names.name(each.owner), "low": each.low, "high": each.high}
            for each in found.straights
        ]
    }


def _auction_house(fields: Fields, names: Names, flags: Flags) -> AuctionHouse:
    return AuctionHouse(_straights(fields, names), flags.extend_per_end)


def _guild(fields: Fields, names: Names, flags: Flags) -> Guild:
    return Guild(_straights(fields, names), flags.extend_per_end)


def _temple(fields: Fields, names: Names, _flags: Flags) -> Temple:
    slots = (
        Slot(_pairs(each), names.read(each) if each.any("player", None) is not None else None)
        for each in terms.each(fields, "slots")
    )
    return Temple(tuple(slots))


def _pairs(fields: Fields) -> tuple[tuple[int, int], ...]:
    """Return the pairs on a tile: one as ``pair``, several as ``pairs`` (GC-R14)."""
    if "pairs" not in fields:
        return (_pair(fields, "pair"),)
    given = dict(enumerate(fields.items("pairs")))
    numbered = Fields({str(i): pair for i, pair in given.items()}, f"{fields.path}.pairs")
    return tuple(_pair(numbered, str(i)) for i in given)


def _pair(fields: Fields, name: str) -> tuple[int, int]:
    found = terms.dice(fields, name)
    if len(found) != _PAIR:
        raise fields.wrong(name, say("two values of dice"))
    return found[0], found[1]


def _temple_struct(found: Temple, names: Names) -> Struct:
    return {
        "slots": [
            {
                **_pairs_struct(slot),
                "player": None if slot.owner is None else names.name(slot.owner),
            }
            for slot in found.slots
        ]
    }


def _pairs_struct(slot: Slot) -> Struct:
    if len(slot.pairs) == 1:
        return {"pair": list(slot.pairs[0])}
    return {"pairs": [list(pair) for pair in slot.pairs]}


def _crowds(fields: Fields, names: Names) -> tuple[Crowd, ...]:
    groups = tuple(
        Crowd(names.read(each), terms.dice(each)) for each in terms.each(fields, "groups")
    )
    _once(fields, "groups", [each.owner for each in groups])
    if not all(each.dice for each in groups):
        raise fields.wrong("groups", say("at least one die in each group"))
    return groups


def _illuminati(fields: Fields, names: Names, _flags: Flags) -> Illuminati:
    return Illuminati(_crowds(fields, names))


def _galleon(fields: Fields, names: Names, flags: Flags) -> Galleon:
    return Galleon(_crowds(fields, names), flags.dummy_galleon_strict)


def _crowds_struct(found: Crowds, names: Names) -> Struct:
    return {
        "groups": [
            {"player": names.name(each.owner), "dice": list(each.dice)} for each in found.groups
        ]
    }


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


def _tower_struct(found: Tower, names: Names) -> Struct:
    return {
        side: [None if owner is None else names.name(owner) for owner in half]
        for side, half in (("left", found.left), ("right", found.right))
    }


def _once(fields: Fields, name: str, owners: list[int]) -> None:
    if len(set(owners)) < len(owners):
        raise fields.wrong(name, say("each player once"))


BOARDS: Final[Mapping[str, Board]] = MappingProxyType(
    {
        ARCHIVES: Board(_archives, _archives_struct),
        UNIVERSITY: Board(_university, _university_struct),
        LIBRARY: Board(_library, _library_struct),
        AUCTION_HOUSE: Board(_auction_house, _straights_struct),
        GUILD: Board(_guild, _straights_struct),
        TEMPLE: Board(_temple, _temple_struct),
        ILLUMINATI: Board(_illuminati, _crowds_struct),
        GALLEON: Board(_galleon, _crowds_struct),
        TOWER: Board(_tower, _tower_struct),
    }
)


def building(fields: Fields, names: Names, flags: Flags) -> tuple[str, Building]:
    """Return the building of a question and its name."""
    name = fields.one_of("building", BOARDS)
    state = fields.fields("state", {})
    found = BOARDS[name].read(state, names, flags)
    state.close()
    return name, found
