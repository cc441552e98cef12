"""Conversion of the tiles of an owner's copy into words, and of words into their meaning."""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any, Final, get_type_hints

from companion.engine.game import Action
from companion.engine.records import fields_of
from companion.games.gilded_compass import buildings
from companion.games.gilded_compass.holdings import (
    COLOURS,
    DIVE,
    DUAL_MAP,
    ILLUM,
    KINDS,
    LOOT,
    MISSIONS,
    RAID,
    AncientMap,
    Collection,
    MagicalItem,
    Mission,
    Specialist,
)
from companion.games.gilded_compass.stacks import UNSEEN, Stack, stack

METALS: Final = ("bronze", "silver", "gold")
"""The trophies of the Tower, from floor 1 to floor 3 (GC-COMP-10)."""
TIMELESS_GIFT: Final = "timeless_gift"
WILL_TO_WIN: Final = "will_to_win"
SMALL_HELP: Final = "small_help"
PERSUASION: Final = "persuasion"
ABILITIES: Final = (TIMELESS_GIFT, WILL_TO_WIN, SMALL_HELP, PERSUASION)
"""The four special abilities (GC-COMP-5)."""
NEEDS: Final[Mapping[str, str]] = {
    RAID: buildings.TEMPLE,
    ILLUM: buildings.ILLUMINATI,
    DIVE: buildings.GALLEON,
    LOOT: buildings.TOWER,
}
"""The missions that need a C building, each with that building (GC-SETUP-6)."""


def removed_missions(c_building: str | None) -> tuple[str, ...]:
    """Return the missions whose building is not in play (GC-SETUP-6)."""
    return tuple(mission for mission, building in NEEDS.items() if building != c_building)


def tiles(data: Mapping[str, Any], b_building: str, c_building: str | None) -> dict[str, Stack]:
    """Return all tiles of checked ``data`` that are in play, by kind (GC-SETUP-4 to -10).

    Tiles of buildings that are not in play stay in the game's box (GC-SETUP-10).
    """
    stacks = {"specialists": stack(_specialists(data)), "maps": stack(_maps(data))}
    if b_building == buildings.GUILD:
        stacks["missions"] = stack(_missions(data["missions"], c_building))
    else:
        stacks["artifacts"] = tuple(data["artifacts"].items())
        stacks["collections"] = stack(_joined(collection) for collection in data["collections"])
    if c_building == buildings.TEMPLE:
        stacks["items"] = stack(_items(data))
    if c_building == buildings.ILLUMINATI:
        stacks["abilities"] = tuple(data["abilities"].items())
    if c_building == buildings.GALLEON:
        stacks["treasures"] = tuple((str(gold), n) for gold, n in data["treasures"].items())
    if c_building == buildings.TOWER:
        for metal in METALS:
            trophies = data["trophies"][metal].items()
            stacks[metal] = tuple((f"{metal}-{gold}", n) for gold, n in trophies)
    return {kind: tuple((tile, n) for tile, n in pile if n) for kind, pile in stacks.items()}


def _specialists(data: Mapping[str, Any]) -> Iterator[str]:
    for kind in KINDS:
        for colour in COLOURS:
            for value in data["specialists"][colour][kind]:
                yield f"{kind}-{colour}-{value}"


def _maps(data: Mapping[str, Any]) -> Iterator[str]:
    for colour in COLOURS:
        for worth in data["maps"][colour]:
            high, low = str(worth).split("/")
            yield f"{colour}-{high}-{low}"


def _items(data: Mapping[str, Any]) -> Iterator[str]:
    for kind in KINDS:
        for colour in COLOURS:
            for back in data["items"][colour][kind]:
                yield f"{kind}-{colour}-{_back(back)}"


def _back(code: str) -> str:
    """Return the pairs on the back of an item: ``25/16``."""
    pairs = ("".join(sorted(pair.split("+"))) for pair in str(code).split("/"))
    return "/".join(pairs)


def _missions(data: Mapping[str, Any], c_building: str | None) -> Iterator[str]:
    gone = removed_missions(c_building)
    for kind in MISSIONS:
        if kind == DUAL_MAP:
            yield from (f"{DUAL_MAP}-{_joined(colours)}" for colours in data[kind])
        elif kind not in gone:
            yield from [kind] * data[kind]


def _joined(pair: str) -> str:
    return "-".join(str(pair).split("+"))


def back_of(item: str) -> str:
    """Return the back of an item in the stack, its only visible side at first."""
    return item.rpartition("-")[2]


def pairs_of(back: str) -> tuple[tuple[int, int], ...]:
    """Return the pairs of dice on a back (GC-TEMPLE-2)."""
    return tuple((int(pair[0]), int(pair[1])) for pair in back.split("/"))


def covered(tile: str) -> str:
    """Return the visible part of a tile for the box: only the back of an item."""
    kind, _, rest = tile.partition("-")
    if kind in KINDS:
        return f"{UNSEEN}-{back_of(rest)}"
    return f"{kind}-{UNSEEN}" if kind in METALS else UNSEEN


def is_unseen(tile: str) -> bool:
    """Return whether the front of a tile is unknown to the box."""
    return UNSEEN in tile


@lru_cache(maxsize=256)
def specialist(tile: str) -> Specialist:
    """Return the specialist of a tile."""
    kind, colour, value = tile.split("-")
    return Specialist(kind, colour, int(value))


@lru_cache(maxsize=256)
def ancient_map(tile: str) -> AncientMap:
    """Return the ancient map of a tile."""
    colour, high, low = tile.split("-")
    return AncientMap(colour, int(high), int(low))


def item(tile: str) -> MagicalItem:
    """Return the magical item of a tile; its back no longer counts."""
    kind, colour, *_ = tile.split("-")
    return MagicalItem(kind, colour)


def mission(tile: str) -> Mission:
    """Return the mission of a tile."""
    kind, *colours = tile.split("-")
    return Mission(kind, tuple(colours))


def collection(tile: str) -> Collection:
    """Return the private collection of a tile."""
    most, also = tile.split("-")
    return Collection(most, also)


def metal_of(trophy: str) -> str:
    """Return the metal of a trophy, which is public."""
    return trophy.partition("-")[0]


def gold(tile: str) -> int:
    """Return the gold on a treasure or trophy."""
    return int(tile.rpartition("-")[2])


def word(action: Action) -> str:
    """Return the tile that an action names: its fields, joined."""
    return "-".join(str(getattr(action, field.name)) for field in fields_of(type(action)))


def record(kind: type[Action], tile: str) -> Action:
    """Return the action of a kind that names a tile."""
    of_any: Any = kind  # mypy takes the types of frozen records for unhashable
    types = _types(of_any)
    parts = [tile] if types == (str,) else tile.split("-")
    values = (int(part) if each is int else part for each, part in zip(types, parts, strict=True))
    return kind(*values)


@lru_cache(maxsize=32)
def _types(kind: Any) -> tuple[Any, ...]:  # noqa: ANN401 - a type of actions
    """Return the types of an action's fields."""
    hints = get_type_hints(kind)
    return tuple(hints[field.name] for field in fields_of(kind))
