"""What can stand on a Dual Map, told by its two sides, a colour each (GC-MISSION-DUAL)."""

from itertools import product
from typing import Final, NamedTuple

from companion.games.gilded_compass.final.measure import Terms
from companion.games.gilded_compass.holdings import UNITE

GOLD: Final = 3
"""What a Dual Map with two or three specialists brings."""
PAIR: Final = 2
"""Specialists of a pair."""
THREE: Final = 3
"""Specialists of a pair with a third."""


class Side(NamedTuple):
    """So many specialists of one colour, on a Dual Map or on all of them.

    Where items work on them (GC-R25) also those whose items are needed to double a map.
    """

    cartographers: int = 0
    excavators: int = 0
    doubling_cartographers: int = 0
    doubling_excavators: int = 0

    @property
    def number(self) -> int:
        """How many there are."""
        return self.cartographers + self.excavators

    def plus(self, other: "Side") -> "Side":
        """Return both together."""
        return Side(
            self.cartographers + other.cartographers,
            self.excavators + other.excavators,
            self.doubling_cartographers + other.doubling_cartographers,
            self.doubling_excavators + other.doubling_excavators,
        )


def sides(terms: Terms) -> tuple[Side, ...]:
    """Return all that can be on one side: nobody, one, or with Second Opinion two."""
    most = PAIR if terms.thirds else 1
    marks = range(2) if terms.items_everywhere else range(1)
    return tuple(
        Side(cartographers, excavators, *doubling)
        for cartographers, excavators in product(range(most + 1), repeat=2)
        if cartographers + excavators <= most
        for doubling in product(marks, repeat=2)
        if doubling[0] <= cartographers and doubling[1] <= excavators
    )


def is_possible(one: Side, other: Side) -> bool:
    """Tell whether two sides go together.

    One specialist can stand alone; else there must be a cartographer and an excavator of different
    colours, and at most one more (GC-R23).
    """
    number = one.number + other.number
    crosswise = one.cartographers * other.excavators + one.excavators * other.cartographers
    return number < PAIR or (number <= THREE and crosswise > 0)


def gold(one: Side, other: Side, terms: Terms) -> int:
    """Return what the map brings, and what it counts for Unite the Specialists."""
    if one.number + other.number < PAIR:
        return 0
    doubling = one.plus(other)
    doubled = doubling.doubling_cartographers > 0 and doubling.doubling_excavators > 0
    return GOLD * (1 + doubled) + terms.missions[UNITE]
