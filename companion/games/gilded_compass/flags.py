"""Rulings that a table may change: the options of section 15."""

from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal, TypeAlias, get_args

import msgspec

from companion.engine.message import say
from companion.engine.options import (
    OneOf,
    Truth,
    ValueKind,
    Whole,
)
from companion.engine.shapes import KnownKeys, Predicate
from companion.engine.visibility import Hidden

UniversityResolves: TypeAlias = Literal["after_c", "after_archives", "first"]
UNLIMITED: Final = "unlimited"
LATER: Final = Hidden(usual=True)
"""A ruling that came after games had been recorded."""


class Flags(msgspec.Struct, frozen=True):
    """The flags, with their defaults."""

    unplaced_dice_to_library: bool = True
    """Whether own dice that were not placed bring knowledge, not only pushed ones (GC-R5)."""
    extend_per_end: int | None = 1
    """How many dice an end of a straight may get in one turn, ``None`` for any number (GC-R12)."""
    university_resolves: Annotated[UniversityResolves, LATER] = "after_c"
    """When the University resolves: after the C building, after the Archives, or first (GC-R6)."""
    specialists_on_mission_maps: Annotated[bool, LATER] = True
    """Whether those on Dual and Secret Maps count for the missions that count a kind (GC-R24)."""
    items_on_mission_maps: bool = False
    """Whether magical items also work on Dual and Secret Maps (GC-R25)."""
    dummy_galleon_strict: bool = True
    """Whether those behind a dummy on rank 2 keep no treasure, instead of one each (GC-R29)."""
    tie_by_value: bool = False
    """Whether the values of unassigned specialists break a remaining tie (GC-R26)."""
    artifacts_open: bool = True
    """Whether kept artifacts lie open (GC-R33)."""
    rerolls_after_placing: Annotated[bool, LATER] = False
    """Whether dice can be rolled again between own and dummy dice, too (GC-R37)."""


DEFAULT: Final = Flags()


KINDS: Final[Mapping[str, ValueKind]] = {
    "extend_per_end": Predicate(
        lambda dice: dice == UNLIMITED or not Whole(1).expected(dice),
        say("expected 1 or more, or unlimited"),
    ),
    "university_resolves": OneOf(get_args(UniversityResolves)),
}
"""Possible values of a ruling that is no yes or no."""
FLAGS: Final = KnownKeys({name: KINDS.get(name, Truth()) for name in Flags.__struct_fields__})
"""The shape of flags in an owner's data, where earlier versions had them, and in questions."""
UNPLACED_DICE: Final = ("library", "nothing")
"""Treatment of own dice that were not placed, the usual one first.

People are asked for this ruling at each setup, because it can mean many tiles (GC-R5).
"""
RULINGS: Final[Mapping[str, tuple[object, ...]]] = {
    "university_resolves": get_args(UniversityResolves),
    "extend_per_end": (1, UNLIMITED),
    "specialists_on_mission_maps": (True, False),
    "items_on_mission_maps": (False, True),
    "tie_by_value": (False, True),
    "dummy_galleon_strict": (True, False),
    "artifacts_open": (True, False),
    "rerolls_after_placing": (False, True),
}
"""The values of the other options among which a table chooses, the usual one first."""
_UNPLACED: Final = "unplaced_dice"
_LIBRARY: Final = "unplaced_dice_to_library"


def flags(values: Mapping[str, Any]) -> Flags:
    """Return validated flags, with defaults for omitted ones."""
    settings = dict(values)
    if settings.get("extend_per_end") == UNLIMITED:
        settings["extend_per_end"] = None
    return Flags(**settings)


def chosen(options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the flags that the options of a game set."""
    values = {name: options[name] for name in RULINGS if name in options}
    if _UNPLACED in options:
        values[_LIBRARY] = options[_UNPLACED] == UNPLACED_DICE[0]
    return values


def as_options(values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options that set flags to ``values``."""
    options = {name: values[name] for name in RULINGS if name in values}
    if _LIBRARY in values:
        options[_UNPLACED] = UNPLACED_DICE[not values[_LIBRARY]]
    return options
