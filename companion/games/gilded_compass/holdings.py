"""Holdings of a player that count at the end (GC-END-1)."""

from typing import Annotated, Final, TypeAlias

import msgspec

from companion.schema.bounds import Count, among

COLOURS: Final = ("desert", "jungle", "water", "fire", "holy", "dark")
"""The six sites (GC-VOC-1, GC-R1)."""
Colour: TypeAlias = Annotated[str, among(COLOURS)]
"""One of ``COLOURS``; also the type of an artifact (GC-VOC-1, GC-VOC-5)."""
CARTOGRAPHER: Final = "cartographer"
EXCAVATOR: Final = "excavator"
KINDS: Final = (CARTOGRAPHER, EXCAVATOR)
"""The kinds of specialists (GC-VOC-2)."""
Kind: TypeAlias = Annotated[str, among(KINDS)]
"""One of ``KINDS`` (GC-VOC-2)."""

DUAL_MAP: Final = "dual_map"
SECRET_MAP: Final = "secret_map"  # noqa: S105 - a map, no password
BROADEN: Final = "broaden_your_expertise"
CARTO: Final = "congregate_cartographers"
DIVE: Final = "dive_for_doubloons"
EMBRACE: Final = "embrace_the_guild"
EXCAV: Final = "gather_the_excavators"
MAPS: Final = "find_the_maps"
HIRE: Final = "hire_the_right_hunters"
ILLUM: Final = "join_the_illuminati"
LOOT: Final = "loot_the_tower"
RAID: Final = "raid_the_temple"
RECRUIT: Final = "recruit_specialists"
SCOUR: Final = "scour_the_globe"
SECOND: Final = "second_opinion"
UNITE: Final = "unite_the_specialists"
MISSIONS: Final = (
    *(DUAL_MAP, SECRET_MAP),
    *(BROADEN, CARTO, DIVE, EMBRACE, EXCAV, MAPS, HIRE),
    *(ILLUM, LOOT, RAID, RECRUIT, SCOUR, SECOND, UNITE),
)
"""The kinds of missions, in the order of the rules file (section 11)."""


class Specialist(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A specialist tile (GC-VOC-2); ``value`` is its gold when it is assigned."""

    kind: Kind = msgspec.field(name="type")
    colour: Colour
    value: Count


class AncientMap(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An ancient map (GC-VOC-3): gold with and without a specialist; ``high >= low``."""

    colour: Colour
    high: Count
    low: Count


class MagicalItem(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A magical item (GC-VOC-4): for a specialist of this kind and colour."""

    kind: Kind = msgspec.field(name="type")
    colour: Colour


class Mission(msgspec.Struct, frozen=True):
    """A mission tile (section 11); ``colours`` are the two of a Dual Map, empty for others."""

    kind: str
    colours: tuple[Colour, ...] = ()


class Collection(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A private collection: the types of artifact it wants ``most``, and ``also`` (GC-END-ART)."""

    most: Colour
    also: Colour


class Holdings(msgspec.Struct, frozen=True):
    """Everything that a player has at the end.

    ``knowledge`` and ``abilities`` are numbers of tiles, ``artifacts`` are the types of the
    artifacts, ``treasures`` and ``trophies`` the gold on each tile.
    """

    maps: tuple[AncientMap, ...] = ()
    specialists: tuple[Specialist, ...] = ()
    items: tuple[MagicalItem, ...] = ()
    missions: tuple[Mission, ...] = ()
    knowledge: int = 0
    artifacts: tuple[Colour, ...] = ()
    collection: Collection | None = None
    abilities: int = 0
    treasures: tuple[int, ...] = ()
    trophies: tuple[int, ...] = ()
