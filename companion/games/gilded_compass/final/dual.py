"""Occupation of a Dual Map, described by its two sides, one per colour (GC-MISSION-DUAL)."""

from itertools import product
from typing import Final, NamedTuple

from companion.games.gilded_compass.final.measure import ScoringTerms
from companion.games.gilded_compass.holdings import UNITE

GOLD: Final = 3
"""The gold for a Dual Map with two or three specialists."""
PAIR: Final = 2
"""The number of specialists in a pair."""
THREE: Final = 3
"""The number of specialists in a pair with a third."""


class Side(NamedTuple):
    """Numbers of specialists of one colour, on one Dual Map or on all of them.

    If items work there (GC-R25), it also counts those whose items are needed to double a map.
    """

    cartographers: int = 0
    excavators: int = 0
    doubling_cartographers: int = 0
    doubling_excavators: int = 0

    @property
    def number(self) -> int:
        """The number of specialists."""
        return self.cartographers + self.excavators

    def plus(self, other: "Side") -> "Side":
        """Return the sum of both sides."""
        return Side(
            self.cartographers + other.cartographers,
            self.excavators + other.excavators,
            self.doubling_cartographers + other.doubling_cartographers,
            self.doubling_excavators + other.doubling_excavators,
        )


def sides(terms: ScoringTerms) -> tuple[Side, ...]:
    """Return all possible sides: empty, one specialist, or with Second Opinion two."""
    most = PAIR if terms.thirds else 1
    marks = range(2) if terms.items_everywhere else range(1)
    return tuple(
        Side(cartographers, excavators, *doubling)
        for cartographers, excavators in product(range(most + 1), repeat=2)
        if cartographers + excavators <= most
        for doubling in product(marks, repeat=2)
        if doubling[0] <= cartographers and doubling[1] <= excavators
    )


def is_possible(side: Side, other: Side) -> bool:
    """Return whether two sides can be combined.

    One specialist can stand alone; otherwise there must be a cartographer and an excavator of
    different colours, and at most one more (GC-R23).
    """
    number = side.number + other.number
    crosswise = side.cartographers * other.excavators + side.excavators * other.cartographers
    return number < PAIR or (number <= THREE and crosswise > 0)


def gold(side: Side, other: Side, terms: ScoringTerms) -> int:
    """Return the gold for the map, including what it counts for Unite the Specialists."""
    if side.number + other.number < PAIR:
        return 0
    doubling = side.plus(other)
    doubled = doubling.doubling_cartographers > 0 and doubling.doubling_excavators > 0
    return GOLD * (1 + doubled) + terms.missions[UNITE]
