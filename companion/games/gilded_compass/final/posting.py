"""Assigns tiles to a solution in numbers: specialists to maps, items to specialists."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple, TypeAlias

from companion.games.gilded_compass.final.assignment import Assignment, Place, Post, Posted
from companion.games.gilded_compass.final.dual import Side
from companion.games.gilded_compass.final.homes import DoubledCrew, Plan
from companion.games.gilded_compass.final.measure import ScoringTerms
from companion.games.gilded_compass.final.territory import Territory
from companion.games.gilded_compass.final.uses import UNUSED, uses
from companion.games.gilded_compass.holdings import (
    DUAL_MAP,
    KINDS,
    SECRET_MAP,
    AncientMap,
    Colour,
    Holdings,
    Kind,
    Mission,
)


class HalfDecision(NamedTuple):
    """One side of a Dual Map is decided; the side of the colour ``other`` is still open."""

    colour: Colour
    other: Colour
    side: Side


class SecondHalfDecision(NamedTuple):
    """A Dual Map with one side decided gets its other side, that of ``colour``."""

    colour: Colour
    one: Side
    side: Side


class ColourDecision(NamedTuple):
    """Use of a colour on its ancient maps and on Secret Maps."""

    colour: Colour
    plan: Plan


Decision: TypeAlias = HalfDecision | SecondHalfDecision | ColourDecision

_DOUBLES: Final = 0
_CAN_USE_ITEM: Final = 1
_CANNOT: Final = 2


class _Spot(NamedTuple):
    """Where a specialist of a colour and kind is to stand, with the index of the map.

    ``rank`` is the order in which spots get items and the most valuable specialists: first those
    that double the map, then all that can use an item.
    """

    rank: int
    place: int
    colour: Colour
    kind: Kind


def posted(
    holdings: Holdings,
    lands: Iterable[Territory],
    decisions: Iterable[Decision],
    terms: ScoringTerms,
) -> Assignment:
    """Return the assignment that carries out the decisions."""
    missions = (mission for mission in holdings.missions if mission.kind in (DUAL_MAP, SECRET_MAP))
    places: tuple[Place, ...] = (*holdings.maps, *missions)
    spots = sorted(_Survey(places, lands, terms).spots(decisions))
    staff: dict[int, list[Posted]] = {}
    left = sorted(holdings.specialists, key=lambda specialist: -specialist.value)
    items = [(item.colour, item.kind) for item in holdings.items]
    for spot in spots:
        whom = (spot.colour, spot.kind)
        specialist = next(
            candidate for candidate in left if (candidate.colour, candidate.kind) == whom
        )
        left.remove(specialist)
        equipped = spot.rank < _CANNOT and whom in items
        if equipped:
            items.remove(whom)
        staff.setdefault(spot.place, []).append(Posted(specialist, equipped))
    posts = (Post(place, tuple(staff.get(i, ()))) for i, place in enumerate(places))
    return Assignment(tuple(posts), tuple(left))


class _Survey:
    """Finds a map for each decision, using each map once."""

    def __init__(
        self, places: Sequence[Place], lands: Iterable[Territory], terms: ScoringTerms
    ) -> None:
        self._places = places
        self._lands = {land.colour: land for land in lands}
        self._on_missions = _CAN_USE_ITEM if terms.items_everywhere else _CANNOT
        self._free: dict[frozenset[Colour], list[int]] = {}
        """The mission maps that are still empty, by colours; Secret Maps have none."""
        self._halved: list[tuple[int, Colour, Side]] = []
        """The Dual Maps with one side decided: index, the other colour, this side."""
        for number, place in enumerate(places):
            if isinstance(place, Mission):
                self._free.setdefault(frozenset(place.colours), []).append(number)

    def spots(self, decisions: Iterable[Decision]) -> Iterator[_Spot]:
        """Yield where specialists are to stand."""
        for decision in decisions:
            match decision:
                case HalfDecision(colour, other, side):
                    place = self._free[frozenset((colour, other))].pop(0)
                    self._halved.append((place, other, side))
                    yield from self._side(place, colour, side)
                case SecondHalfDecision(colour, one, side):
                    half = next(halved for halved in self._halved if halved[1:] == (colour, one))
                    self._halved.remove(half)
                    yield from self._side(half[0], colour, side)
                case ColourDecision(colour, plan):
                    yield from self._crew(self._ancient(colour, plan.ancient), colour, plan.ancient)
                    secrets = [self._free[frozenset()].pop(0) for _ in range(plan.secret.crew.maps)]
                    yield from self._crew(secrets, colour, plan.secret)

    def _side(self, place: int, colour: Colour, side: Side) -> Iterator[_Spot]:
        numbers = side.cartographers, side.excavators
        doubling = side.doubling_cartographers, side.doubling_excavators
        for kind, number, first in zip(KINDS, numbers, doubling, strict=True):
            for i in range(number):
                yield _Spot(_DOUBLES if i < first else self._on_missions, place, colour, kind)

    def _crew(self, chosen: Sequence[int], colour: Colour, manned: DoubledCrew) -> Iterator[_Spot]:
        for i, (place, numbers) in enumerate(zip(chosen, manned.crew.layout(), strict=True)):
            ancient = isinstance(self._places[place], AncientMap)
            usual = _CAN_USE_ITEM if ancient else self._on_missions
            for kind, number in zip(KINDS, numbers, strict=True):
                for j in range(number):
                    doubles = i < manned.doubled and j == 0
                    yield _Spot(_DOUBLES if doubles else usual, place, colour, kind)

    def _ancient(self, colour: Colour, manned: DoubledCrew) -> Sequence[int]:
        """Return the indexes of the ancient maps that are used, first those to be doubled."""
        lying = [
            number
            for number, place in enumerate(self._places)
            if isinstance(place, AncientMap) and place.colour == colour
        ]
        table = uses(self._lands[colour].maps)
        uses_of_maps = zip(table[manned.crew.maps, manned.doubled].each, lying, strict=True)
        used = [(use, number) for use, number in uses_of_maps if use != UNUSED]
        return [number for _, number in sorted(used, key=lambda pair: -pair[0])]
