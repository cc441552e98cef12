"""Variant: the constants of a game: owner's copy, rulings, buildings in play."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated, Any, Final, Literal, TypeAlias, cast

import msgspec

from companion.engine.data import load
from companion.engine.game import Setup
from companion.engine.manifest import manifest
from companion.engine.options import FurtherOption, Recommendation
from companion.engine.seat_colours import numbers
from companion.engine.visibility import Hidden
from companion.games.gilded_compass.buildings import (
    ARCHIVES,
    B_BUILDINGS,
    C_BUILDINGS,
    GALLEON,
    LIBRARY,
    UNIVERSITY,
)
from companion.games.gilded_compass.flags import (
    KINDS,
    RULINGS,
    UNPLACED_DICE,
    Flags,
    as_options,
    flags,
)
from companion.games.gilded_compass.flags import chosen as rulings
from companion.games.gilded_compass.stacks import Stack
from companion.games.gilded_compass.tiles import covered, tiles

Level: TypeAlias = Literal["open", "full", "final"]
"""``open``: players enter secret tiles at the end; ``full``: the box knows them (GC-R33)."""
LEVELS: Final[tuple[Level, ...]] = ("open", "full")
FINAL: Final[Level] = "final"
"""The final scoring only: the box follows no game, and is told what everybody has at the end."""
DATA: Final = load(__package__, "data.yaml")
"""The data of the copy that is assumed unless the owner describes another."""
MANIFEST: Final = manifest(__package__)
PLAYERS: Final = MANIFEST.players
"""Two to five players (GC-SETUP-1)."""
VARIANTS: Final = ("none", "fewer_buildings", "dummy")
"""The variants, one at a time, for two or three players only (GC-VARIANT-1, GC-VARIANT-2)."""
DICE_COLOURS: Final = ("orange", "teal", "purple", "brown", "light")
"""The colours of the players' dice."""
DICE: Final = 8
"""How many dice each player has (GC-SETUP-8, GC-COMP-12)."""
BLACK_DICE: Final = 2
DUMMY_DICE: Final = 2
"""How many of the dummy's dice each player has (GC-VARIANT-2)."""
TOLD: Final = ("rolled", "placed")
"""What the box is told of dice that people roll: every roll, or only the dice that they place.

Dice that stay in a hand are rolled again before they matter (GC-TURN-1), so nobody has to say what
they show. A robot has to be told every roll.
"""
CHOICES: Final = (
    *(("b_building", B_BUILDINGS), ("c_building", C_BUILDINGS), ("variant", VARIANTS)),
    ("dice", TOLD),
    ("unplaced_dice", UNPLACED_DICE),
)
"""The options that are asked for when a game is set up."""
RECOMMENDED: Final = Recommendation("open", {"dice": "placed"}, frozenset({"roll"}))
"""People roll their dice and say which ones they place; what is secret is told at the end."""
CHOICE_PLAYERS: Final[Mapping[str, range]] = MappingProxyType({"variant": range(2, 4)})
"""The variants are for two or three players (GC-VARIANT-1, GC-VARIANT-2)."""
_PLAYED: Final = dict.fromkeys(
    (
        "university_resolves",
        "extend_per_end",
        "dummy_galleon_strict",
        "artifacts_open",
        "rerolls_after_placing",
    ),
    LEVELS,
)
"""The rulings that make no difference where only the final scoring is entered."""
_NEEDS: Final[Mapping[str, tuple[tuple[str, str], ...]]] = MappingProxyType(
    {
        "dummy_galleon_strict": (("variant", "dummy"), ("c_building", GALLEON)),
        "rerolls_after_placing": (("variant", "dummy"),),
    }
)
"""Rulings about what only a building or variant brings along (GC-R29, GC-R37)."""
FURTHER: Final = tuple(
    FurtherOption(name, values, _NEEDS.get(name, ()), KINDS.get(name), _PLAYED.get(name, ()))
    for name, values in RULINGS.items()
)
"""The rulings that can be changed at setup without being asked for."""
SHUFFLES: Final = (
    *("choose_start", "deal_collection"),
    *("lay_map", "lay_specialist", "lay_item", "lay_ability", "roll"),
    *("draw_artifact", "draw_mission", "draw_item", "draw_treasure", "draw_trophy"),
)
"""The names of the actions by which the box draws for a table, in setup order."""
SECRET: Final = ("collections", "missions", "items", "treasures", "bronze", "silver", "gold")
"""The kinds of tiles that lie face down or stay in a hand (GC-R33)."""


class Table(msgspec.Struct, frozen=True):
    """Constants that depend on the number of players (GC-SETUP-2)."""

    rounds: int
    entrances: int
    """The number of entrances of the University, and of specialists laid out there."""
    maps: int
    temple_tiles: int
    illuminati_tiles: int


TABLES: Final[Mapping[int, Table]] = {
    2: Table(6, 4, 4, 2, 3),
    3: Table(6, 5, 4, 3, 3),
    4: Table(5, 6, 4, 4, 3),
    5: Table(5, 7, 4, 4, 3),
}
"""The tables by number of human players; a dummy does not count (GC-SETUP-3, GC-R30)."""


class Variant(msgspec.Struct, frozen=True, cache_hash=True):
    """One game's settings; see ``data.yaml`` and the rulings of the rules file (section 14)."""

    level: Level
    table: Table
    b_building: str
    c_building: str | None
    dummy: bool
    flags: Flags
    copy: Annotated[tuple[tuple[str, Stack], ...], Hidden()]
    """All tiles in play, by kind."""
    colours: tuple[tuple[str, str], ...]
    dice: Annotated[tuple[int, ...], Hidden()]
    """The number of each seat's colour among ``DICE_COLOURS``, counted from 1."""

    @property
    def buildings(self) -> tuple[str, ...]:
        """The buildings in the order in which they usually resolve (GC-ROUND-6)."""
        c_building = () if self.c_building is None else (self.c_building,)
        return (self.b_building, ARCHIVES, *c_building, UNIVERSITY, LIBRARY)

    @property
    def resolution(self) -> tuple[str, ...]:
        """The buildings in the order in which they resolve (GC-ROUND-6, GC-R6)."""
        if self.flags.university_resolves == "after_c":
            return self.buildings
        others = tuple(name for name in self.buildings if name != UNIVERSITY)
        at = 0 if self.flags.university_resolves == "first" else others.index(ARCHIVES) + 1
        return (*others[:at], UNIVERSITY, *others[at:])

    def tiles(self, kind: str) -> Stack:
        """Return all tiles of a kind, none if their building is not in play."""
        return dict(self.copy).get(kind, ())

    def stack(self, kind: str) -> Stack:
        """Return the stack of a kind as the box sees it at the start of a game."""
        all_tiles = self.tiles(kind)
        if not self.hides(kind):
            return all_tiles
        counts: dict[str, int] = {}
        for tile, count in all_tiles:
            counts[covered(tile)] = counts.get(covered(tile), 0) + count
        return tuple(counts.items())

    def is_secret(self, kind: str) -> bool:
        """Return whether tiles of a kind are visible only to their owner (GC-R33)."""
        return kind in SECRET or (kind == "artifacts" and not self.flags.artifacts_open)

    def hides(self, kind: str) -> bool:
        """Return whether tiles of a kind are hidden even from the box."""
        return self.level == "open" and self.is_secret(kind)


def variant(setup: Setup, data: Mapping[str, Any]) -> Variant:
    """Return the settings of a game with checked ``data`` and options.

    An option overrides a flag of an earlier version.
    """
    options = setup.options
    variant = options.get("variant")
    b_building = str(options.get("b_building", B_BUILDINGS[0]))
    chosen = str(options.get("c_building", C_BUILDINGS[0]))
    c_building = None if variant == "fewer_buildings" else chosen
    copy = tiles(data, b_building, c_building)
    return Variant(
        level=cast("Level", setup.level),
        table=TABLES[len(setup.players)],
        b_building=b_building,
        c_building=c_building,
        dummy=variant == "dummy",
        flags=flags({**data.get("flags", {}), **rulings(options)}),
        copy=tuple(copy.items()),
        colours=tuple(data["colours"].items()),
        dice=numbers(setup, DICE_COLOURS),
    )


def kept_options(data: Mapping[str, Any]) -> Mapping[str, object]:
    """Return the rulings stored as ``flags`` among an owner's data up to 0.2."""
    return as_options(data.get("flags", {}))


def sees_rolls(setup: Setup) -> bool:
    """Return whether the box knows every roll, not only the placed dice."""
    return setup.options.get("dice") != TOLD[1] or bool(setup.robots)
