"""Points for missions (section 11)."""

from collections.abc import Callable, Mapping
from typing import Final

from companion.games.gilded_compass import holdings
from companion.games.gilded_compass.final.assignment import Assignment, Post
from companion.games.gilded_compass.flags import Flags

RULES: Final[Mapping[str, str]] = {
    holdings.DUAL_MAP: "GC-MISSION-DUAL",
    holdings.SECRET_MAP: "GC-MISSION-SECRET",
    holdings.BROADEN: "GC-MISSION-BROADEN",
    holdings.CARTO: "GC-MISSION-CARTO",
    holdings.DIVE: "GC-MISSION-DIVE",
    holdings.EMBRACE: "GC-MISSION-EMBRACE",
    holdings.EXCAV: "GC-MISSION-EXCAV",
    holdings.MAPS: "GC-MISSION-MAPS",
    holdings.HIRE: "GC-MISSION-HIRE",
    holdings.ILLUM: "GC-MISSION-ILLUM",
    holdings.LOOT: "GC-MISSION-LOOT",
    holdings.RAID: "GC-MISSION-RAID",
    holdings.RECRUIT: "GC-MISSION-RECRUIT",
    holdings.SCOUR: "GC-MISSION-SCOUR",
    holdings.SECOND: "GC-MISSION-SECOND",
    holdings.UNITE: "GC-MISSION-UNITE",
}
"""The rule of each mission."""
_GREY: Final = "grey"
"""The colour of a Secret Map without specialists (GC-R22)."""
_DUAL_GOLD: Final = 3
_DUAL_STAFF: Final = 2

FIXED: Final[Mapping[str, Callable[[holdings.Holdings], int]]] = {
    holdings.DIVE: lambda held: 1 + len(held.treasures) // 3 * 2,
    holdings.EMBRACE: lambda held: 1 + len(held.missions),
    holdings.MAPS: lambda held: 1 + len(held.maps) // 2,
    holdings.ILLUM: lambda held: held.abilities,
    holdings.LOOT: lambda held: len(held.trophies) // 3,
    holdings.RAID: lambda held: 1 + len(held.items) // 2,
}
"""Missions that do not depend on the assignment; only the Tower's trophies count (GC-R35)."""


def by_assignment(kind: str, assignment: Assignment, flags: Flags) -> int:
    """Return the points of a mission that depends on the assignment, without its own map."""
    if kind in _COUNTED:
        return _of_kind(_COUNTED[kind], assignment, flags)
    return _BY_ASSIGNMENT[kind](assignment)


def of_post(post: Post) -> int:
    """Return the gold of a Dual or Secret Map (GC-MISSION-DUAL, GC-MISSION-SECRET).

    Items double it only with the flag ``items_on_mission_maps``; otherwise nobody there has one.
    """
    if not isinstance(post.place, holdings.Mission):
        return 0
    if post.place.kind == holdings.DUAL_MAP:
        gold = _DUAL_GOLD if len(post.staff) >= _DUAL_STAFF else 0
    else:
        gold = 1 if post.staff else 0
    return gold * (1 + post.is_doubled)


def _of_kind(kind: holdings.Kind, assignment: Assignment, flags: Flags) -> int:
    """Return the number of assigned specialists of a kind, on any map or ancient ones (GC-R24)."""
    return sum(
        posted.specialist.kind == kind
        for post in assignment.posts
        if post.is_ancient or flags.specialists_on_mission_maps
        for posted in post.staff
    )


def _discovered_colours(assignment: Assignment) -> frozenset[holdings.Colour]:
    """Return the colours of all maps (GC-MISSION-SCOUR)."""
    return frozenset[holdings.Colour]().union(*(_colours_of(post) for post in assignment.posts))


def _colours_of(post: Post) -> frozenset[holdings.Colour]:
    if not isinstance(post.place, holdings.Mission):
        return frozenset((post.place.colour,))
    if post.place.kind == holdings.DUAL_MAP:
        return frozenset(post.place.colours)
    return post.colours or frozenset((_GREY,))


_COUNTED: Final[Mapping[str, holdings.Kind]] = {
    holdings.CARTO: holdings.CARTOGRAPHER,
    holdings.EXCAV: holdings.EXCAVATOR,
}
"""The missions that count the assigned specialists of a kind."""
_BY_ASSIGNMENT: Final[Mapping[str, Callable[[Assignment], int]]] = {
    holdings.BROADEN: lambda assignment: len(
        {specialist.colour for specialist in assignment.assigned}
    ),
    holdings.HIRE: lambda assignment: sum(
        post.is_ancient and bool(post.staff) for post in assignment.posts
    ),
    holdings.RECRUIT: lambda assignment: len(assignment.assigned) // 2,
    holdings.SCOUR: lambda assignment: len(_discovered_colours(assignment)),
    holdings.SECOND: lambda _found: 0,
    holdings.UNITE: lambda assignment: 1 + sum(post.is_pair for post in assignment.posts),
}
