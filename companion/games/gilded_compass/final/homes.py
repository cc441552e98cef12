"""Uses of the specialists of one colour on ancient and Secret Maps."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import product
from typing import NamedTuple

import msgspec

from companion.games.gilded_compass.final.crews import Crew, crews
from companion.games.gilded_compass.final.dual import Side
from companion.games.gilded_compass.final.measure import ScoringTerms
from companion.games.gilded_compass.final.territory import Numbers, Territory, counted
from companion.games.gilded_compass.final.uses import uses
from companion.games.gilded_compass.holdings import HIRE, RECRUIT, SCOUR, UNITE


class Home(NamedTuple):
    """Numbers of a colour's specialists on ancient and Secret Maps, as far as others need them.

    ``bound`` is how many items of each kind cannot be used on Dual Maps; if items work on ancient
    maps only, it does not matter and stays 0.
    """

    cartographers: int
    excavators: int
    secrets: int
    thirds: int
    bound: int


class DoubledCrew(NamedTuple):
    """A crew, how many of its maps are doubled, and what these maps are worth.

    ``bound`` are the items that doubling uses, as far as others need to know.
    """

    worth: int
    crew: Crew
    doubled: int
    bound: int


class Plan(NamedTuple):
    """The crews of a colour on ancient and on Secret Maps, and what they are worth."""

    worth: int
    ancient: DoubledCrew
    secret: DoubledCrew


class Load(NamedTuple):
    """How much a colour uses of what colours share.

    ``odd`` is 1 if the number of its specialists is odd; it matters only for Recruit Specialists
    and stays 0 without them.
    """

    secrets: int
    thirds: int
    odd: int


class Homes(msgspec.Struct, frozen=True):
    """The best plan of each kind, and what specialists bring wherever they are, by numbers."""

    land: Territory
    terms: ScoringTerms
    plans: Mapping[Home, Plan]
    worths: Mapping[Numbers, int]

    @classmethod
    def of(cls, land: Territory, terms: ScoringTerms) -> "Homes":
        """Return everything that a colour can do."""
        most = land.numbers
        assigned = product(range(most[0] + 1), range(most[1] + 1))
        worths = {numbers: land.worth(numbers, terms) for numbers in assigned}
        return cls(land, terms, _plans(land, terms), worths)

    def with_away(self, away: Side) -> Mapping[Load, Plan]:
        """Return the best plan for each load, counting all specialists, even those ``away``."""
        plans: dict[Load, Plan] = {}
        parity = 2 if self.terms.missions[RECRUIT] else 1
        free = min(
            self.land.items[0] - away.doubling_cartographers,
            self.land.items[1] - away.doubling_excavators,
        )
        for home, plan in self.plans.items():
            cartographers = home.cartographers + away.cartographers
            excavators = home.excavators + away.excavators
            worth = self.worths.get((cartographers, excavators))
            if worth is not None and home.bound <= free:
                worth += plan.worth
                odd = (cartographers + excavators) % parity
                load = Load(home.secrets, home.thirds, odd)
                if load not in plans or worth > plans[load].worth:
                    plans[load] = plan._replace(worth=worth)
        return plans


def _plans(land: Territory, terms: ScoringTerms) -> Mapping[Home, Plan]:
    plans: dict[Home, Plan] = {}
    ancient = _best(_ancient(land, terms))
    for secret in _secret(land, terms):
        for other in ancient:
            home = _home(other, secret)
            worth = other.worth + secret.worth
            if home.thirds <= terms.thirds and (home not in plans or worth > plans[home].worth):
                plans[home] = Plan(worth, other, secret)
    return plans


def _home(ancient: DoubledCrew, secret: DoubledCrew) -> Home:
    first, second = ancient.crew, secret.crew
    return Home(
        first.cartographers + second.cartographers,
        first.excavators + second.excavators,
        second.maps,
        first.thirds + second.thirds,
        ancient.bound + secret.bound,
    )


def _best(manned: Iterable[DoubledCrew]) -> Collection[DoubledCrew]:
    """Return the best crews on ancient maps; the number of maps does not matter to others."""
    best_crews: dict[tuple[int, int, int, int], DoubledCrew] = {}
    for candidate in manned:
        crew = candidate.crew
        key = (crew.cartographers, crew.excavators, crew.thirds, candidate.bound)
        if key not in best_crews or candidate.worth > best_crews[key].worth:
            best_crews[key] = candidate
    return best_crews.values()


def _ancient(land: Territory, terms: ScoringTerms) -> Iterator[DoubledCrew]:
    """Yield what crews can do on ancient maps (GC-END-MAP, GC-END-ITEM, GC-R24)."""
    table = uses(land.maps)
    for crew in _crews(land, len(land.maps), terms):
        most = min(crew.pairs, *land.items)
        gold = terms.missions[HIRE] * crew.maps + terms.missions[UNITE] * crew.pairs
        if not terms.counted_everywhere:
            gold += counted((crew.cartographers, crew.excavators), terms)
        if terms.items_everywhere:
            for doubled in range(most + 1):
                maps = table[crew.maps, doubled].gold
                yield DoubledCrew(terms.scale.gold * (gold + maps), crew, doubled, doubled)
        else:
            gold += land.doubled((crew.cartographers, crew.excavators))
            maps = table[crew.maps, most].gold
            yield DoubledCrew(terms.scale.gold * (gold + maps), crew, most, 0)


def _secret(land: Territory, terms: ScoringTerms) -> Iterator[DoubledCrew]:
    """Yield what crews can do on Secret Maps (GC-MISSION-SECRET, GC-MISSION-SCOUR, GC-R25)."""
    for crew in _crews(land, terms.secrets, terms):
        most = min(crew.pairs, *land.items) if terms.items_everywhere else 0
        gold = crew.maps + terms.missions[UNITE] * crew.pairs
        if crew.maps and not land.is_known:
            gold += terms.missions[SCOUR]
        for doubled in range(most + 1):
            yield DoubledCrew(terms.scale.gold * (gold + doubled), crew, doubled, doubled)


def _crews(land: Territory, maps: int, terms: ScoringTerms) -> Iterator[Crew]:
    return crews(Crew(*land.numbers, maps, terms.thirds))
