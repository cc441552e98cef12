"""What missions are worth (section 11)."""

from collections.abc import Callable, Mapping
from typing import Final

from companion.games.gilded_compass.final.assignment import Assignment, Post
from companion.games.gilded_compass.holdings import (
    BROADEN,
    CARTO,
    CARTOGRAPHER,
    DIVE,
    DUAL_MAP,
    EMBRACE,
    EXCAV,
    EXCAVATOR,
    HIRE,
    ILLUM,
    LOOT,
    MAPS,
    RAID,
    RECRUIT,
    SCOUR,
    SECOND,
    SECRET_MAP,
    UNITE,
    Colour,
    Holdings,
    Kind,
    Mission,
)

RULES: Final[Mapping[str, str]] = {
    DUAL_MAP: "GC-MISSION-DUAL",
    SECRET_MAP: "GC-MISSION-SECRET",
    BROADEN: "GC-MISSION-BROADEN",
    CARTO: "GC-MISSION-CARTO",
    DIVE: "GC-MISSION-DIVE",
    EMBRACE: "GC-MISSION-EMBRACE",
    EXCAV: "GC-MISSION-EXCAV",
    MAPS: "GC-MISSION-MAPS",
    HIRE: "GC-MISSION-HIRE",
    ILLUM: "GC-MISSION-ILLUM",
    LOOT: "GC-MISSION-LOOT",
    RAID: "GC-MISSION-RAID",
    RECRUIT: "GC-MISSION-RECRUIT",
    SCOUR: "GC-MISSION-SCOUR",
    SECOND: "GC-MISSION-SECOND",
    UNITE: "GC-MISSION-UNITE",
}
"""The rule of each mission."""
_GREY: Final = "grey"
"""The colour of a Secret Map without specialists (GC-R22)."""
_DUAL_GOLD: Final = 3
_DUAL_STAFF: Final = 2

FIXED: Final[Mapping[str, Callable[[Holdings], int]]] = {
    DIVE: lambda held: 1 + len(held.treasures) // 3 * 2,
    EMBRACE: lambda held: 1 + len(held.missions),
    MAPS: lambda held: 1 + len(held.maps) // 2,
    ILLUM: lambda held: held.abilities,
    LOOT: lambda held: len(held.trophies) // 3,
    RAID: lambda held: 1 + len(held.items) // 2,
}
"""Missions that do not depend on the assignment; only the Tower's trophies count (GC-R35)."""


def by_assignment(kind: str, assignment: Assignment) -> int:
    """Return what a mission is worth that depends on the assignment, without its own map."""
    return _BY_ASSIGNMENT[kind](assignment)


def of_post(post: Post) -> int:
    """Return the gold of a Dual or Secret Map (GC-MISSION-DUAL, GC-MISSION-SECRET).

    Items double it only with the flag ``items_on_mission_maps``; otherwise nobody there has one.
    """
    if not isinstance(post.place, Mission):
        return 0
    if post.place.kind == DUAL_MAP:
        gold = _DUAL_GOLD if len(post.staff) >= _DUAL_STAFF else 0
    else:
        gold = 1 if post.staff else 0
    return gold * (1 + post.is_doubled)


def _of_kind(kind: Kind, assignment: Assignment) -> int:
    """Return the number of assigned specialists of a kind, on any map (GC-R24)."""
    return sum(specialist.kind == kind for specialist in assignment.assigned)


def _known_colours(assignment: Assignment) -> frozenset[Colour]:
    """Return the colours of all maps (GC-MISSION-SCOUR)."""
    return frozenset[Colour]().union(*(_colours_of(post) for post in assignment.posts))


def _colours_of(post: Post) -> frozenset[Colour]:
    if not isinstance(post.place, Mission):
        return frozenset((post.place.colour,))
    if post.place.kind == DUAL_MAP:
        return frozenset(post.place.colours)
    return post.colours or frozenset((_GREY,))


_BY_ASSIGNMENT: Final[Mapping[str, Callable[[Assignment], int]]] = {
    BROADEN: lambda assignment: len({specialist.colour for specialist in assignment.assigned}),
    CARTO: lambda assignment: _of_kind(CARTOGRAPHER, assignment),
    EXCAV: lambda assignment: _of_kind(EXCAVATOR, assignment),
    HIRE: lambda assignment: sum(post.is_ancient and bool(post.staff) for post in assignment.posts),
    RECRUIT: lambda assignment: len(assignment.assigned) // 2,
    SCOUR: lambda assignment: len(_known_colours(assignment)),
    SECOND: lambda _found: 0,
    UNITE: lambda assignment: 1 + sum(post.is_pair for post in assignment.posts),
}
