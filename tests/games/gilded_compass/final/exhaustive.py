"""The best score by trying every assignment, written from the rules alone.

Nothing here is clever, and nothing is shared with the code under test but the names of tiles.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import chain, combinations

from companion.games.gilded_compass.final.assignment import Assignment
from companion.games.gilded_compass.flags import DEFAULT, Flags
from companion.games.gilded_compass.holdings import (
    CARTOGRAPHER,
    DUAL_MAP,
    EXCAVATOR,
    SECOND,
    SECRET_MAP,
    AncientMap,
    Holdings,
    Mission,
    Specialist,
)

Place = AncientMap | Mission
Score = tuple[int, int, int]
"""Gold, number of unassigned specialists, sum of their values."""


def exhaustive(holdings: Holdings, flags: Flags = DEFAULT) -> Score:
    """Return the greatest score over all assignments and all ways to hand out items."""
    places = places_of(holdings)
    return max(
        _score(holdings, flags, places, where, equipped)
        for where in _assignments(holdings, places)
        for equipped in _equipments(holdings, flags, places, where)
    )


def places_of(holdings: Holdings) -> tuple[Place, ...]:
    mission_maps = [
        mission for mission in holdings.missions if mission.kind in (DUAL_MAP, SECRET_MAP)
    ]
    return (*holdings.maps, *mission_maps)


def is_allowed(holdings: Holdings, assignment: Assignment) -> bool:
    """Return whether the staff of every place may work there together (GC-END-PLACE, GC-R23)."""
    staff = [[assigned.specialist for assigned in post.staff] for post in assignment.posts]
    places = [post.place for post in assignment.posts]
    return (
        Counter(places) == Counter(places_of(holdings))
        and all(map(_is_staff, places, staff))
        and all(
            _may_stand(specialist, place)
            for place, several in zip(places, staff, strict=True)
            for specialist in several
        )
        and sum(len(several) > 2 for several in staff) <= _number(holdings, SECOND)
    )


def _assignments(
    holdings: Holdings, places: tuple[Place, ...], where: tuple[int | None, ...] = ()
) -> Iterator[tuple[int | None, ...]]:
    """Yield every assignment: a place's number, or none, per specialist (GC-END-PLACE, GC-R23)."""
    staff = [_there(holdings, where, i) for i in range(len(places))]
    if any(len(specialists) > 2 for specialists in staff) and not _number(holdings, SECOND):
        return
    if len(where) == len(holdings.specialists):
        possible = all(map(_is_staff, places, staff))
        if possible and sum(len(specialists) > 2 for specialists in staff) <= _number(
            holdings, SECOND
        ):
            yield where
        return
    specialist = holdings.specialists[len(where)]
    for at in (None, *(i for i, place in enumerate(places) if _may_stand(specialist, place))):
        yield from _assignments(holdings, places, (*where, at))


def _there(holdings: Holdings, where: tuple[int | None, ...], place: int) -> list[Specialist]:
    return [
        specialist
        for specialist, at in zip(holdings.specialists, where, strict=False)
        if at == place
    ]


def _may_stand(specialist: Specialist, place: Place) -> bool:
    if isinstance(place, AncientMap):
        return specialist.colour == place.colour
    return place.kind == SECRET_MAP or specialist.colour in place.colours


def _is_staff(place: Place, staff: list[Specialist]) -> bool:
    if len(staff) < 2:
        return True
    if len(staff) == 2:
        return _is_pair(place, *staff)
    return len(staff) == 3 and any(
        _is_pair(place, first, second) and _fits_beside(place, first, third)
        for first, second, third in (staff, staff[1:] + staff[:1], staff[2:] + staff[:2])
    )


def _is_pair(place: Place, one: Specialist, other: Specialist) -> bool:
    if one.kind == other.kind:
        return False
    dual = isinstance(place, Mission) and place.kind == DUAL_MAP
    return (one.colour != other.colour) if dual else (one.colour == other.colour)


def _fits_beside(place: Place, one: Specialist, third: Specialist) -> bool:
    secret = isinstance(place, Mission) and place.kind == SECRET_MAP
    return not secret or third.colour == one.colour


def _equipments(
    holdings: Holdings,
    flags: Flags,
    places: tuple[Place, ...],
    where: tuple[int | None, ...],
) -> Iterator[frozenset[int]]:
    """Yield every set of specialists, by number, that can have items (GC-END-ITEM, GC-R25)."""
    items = Counter((item.kind, item.colour) for item in holdings.items)
    able = [
        i
        for i, specialist in enumerate(holdings.specialists)
        if (specialist.kind, specialist.colour) in items and _works(flags, places, where[i])
    ]
    for chosen in chain.from_iterable(combinations(able, n) for n in range(len(able) + 1)):
        equipped = [holdings.specialists[i] for i in chosen]
        if not Counter((specialist.kind, specialist.colour) for specialist in equipped) - items:
            yield frozenset(chosen)


def _works(flags: Flags, places: tuple[Place, ...], at: int | None) -> bool:
    if at is None:
        return False
    return flags.items_on_mission_maps or isinstance(places[at], AncientMap)


def _is_counted(flags: Flags, places: tuple[Place, ...], at: int | None) -> bool:
    """Return whether missions that count a kind count who stands there (GC-R24)."""
    if at is None:
        return False
    return flags.specialists_on_mission_maps or isinstance(places[at], AncientMap)


def _number(holdings: Holdings, kind: str) -> int:
    return [mission.kind for mission in holdings.missions].count(kind)


def _score(
    holdings: Holdings,
    flags: Flags,
    places: tuple[Place, ...],
    where: tuple[int | None, ...],
    equipped: frozenset[int],
) -> Score:
    specialists = holdings.specialists
    assigned = [i for i, at in enumerate(where) if at is not None]
    left = [specialists[i] for i, at in enumerate(where) if at is None]
    gold = sum(specialists[i].value * (2 if i in equipped else 1) for i in assigned)
    counts = {"used": 0, "pairs": 0}
    colours = set()
    for number, place in enumerate(places):
        there = [i for i in assigned if where[i] == number]
        kinds = {specialists[i].kind for i in there}
        doubled = {specialists[i].kind for i in there if i in equipped} == {
            CARTOGRAPHER,
            EXCAVATOR,
        }
        gold += _place_gold(place, len(there)) * (2 if doubled else 1)
        counts["used"] += isinstance(place, AncientMap) and bool(there)
        counts["pairs"] += len(kinds) == 2
        colours |= _place_colours(place, [specialists[i] for i in there])
    staff = [specialists[i] for i in assigned]
    kinds_counted = [specialists[i].kind for i in assigned if _is_counted(flags, places, where[i])]
    gold += sum(
        _mission_gold(mission.kind, staff, kinds_counted, colours, counts)
        for mission in holdings.missions
    )
    return gold, len(left), sum(specialist.value for specialist in left)


def _place_gold(place: Place, there: int) -> int:
    if isinstance(place, AncientMap):
        return place.high if there else place.low
    if place.kind == SECRET_MAP:
        return 1 if there else 0
    return 3 if there >= 2 else 0


def _place_colours(place: Place, staff: list[Specialist]) -> set[str]:
    if isinstance(place, AncientMap):
        return {place.colour}
    if place.kind == DUAL_MAP:
        return set(place.colours)
    return {specialist.colour for specialist in staff} or {"grey"}


def _mission_gold(
    kind: str,
    staff: list[Specialist],
    kinds: list[str],
    colours: set[str],
    counts: dict[str, int],
) -> int:
    worth = {
        "broaden_your_expertise": len({specialist.colour for specialist in staff}),
        "congregate_cartographers": kinds.count(CARTOGRAPHER),
        "gather_the_excavators": kinds.count(EXCAVATOR),
        "hire_the_right_hunters": counts["used"],
        "recruit_specialists": len(staff) // 2,
        "scour_the_globe": len(colours),
        "unite_the_specialists": 1 + counts["pairs"],
    }
    return worth.get(kind, 0)
