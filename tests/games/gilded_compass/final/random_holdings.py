"""Random holdings of few colours, so that there is something to decide."""

import random
from collections.abc import Callable
from typing import TypeVar

from companion.games.gilded_compass.holdings import (
    COLOURS,
    DUAL_MAP,
    KINDS,
    MISSIONS,
    SECOND,
    SECRET_MAP,
    AncientMap,
    Holdings,
    MagicalItem,
    Mission,
    Specialist,
)

T = TypeVar("T")

LARGE = (14, 10, 8, 6)
"""The most specialists, maps, items and missions for which an answer is promised."""
SMALL = (5, 3, 3, 5)
"""Few enough that all assignments can be tried."""


def some(source: random.Random, most: tuple[int, int, int, int]) -> Holdings:
    """Return up to so many specialists, ancient maps, items and missions."""
    specialists, maps, items, missions = (source.randint(0, limit) for limit in most)
    return exactly(source, (specialists, maps, items, missions), source.randint(1, 4))


def exactly(source: random.Random, numbers: tuple[int, int, int, int], colours: int) -> Holdings:
    """Return so many specialists, ancient maps, items and missions, of so many colours."""
    palette = source.sample(COLOURS, colours)
    specialists, maps, items, missions = numbers
    return Holdings(
        specialists=times(specialists, lambda: specialist(source, palette)),
        maps=times(maps, lambda: ancient_map(source, palette)),
        items=times(items, lambda: item(source, palette)),
        missions=times(missions, lambda: mission(source, palette)),
    )


def times(number: int, make: Callable[[], T]) -> tuple[T, ...]:
    return tuple(make() for _ in range(number))


def specialist(source: random.Random, palette: list[str]) -> Specialist:
    return Specialist(source.choice(KINDS), source.choice(palette), source.randint(1, 3))


def ancient_map(source: random.Random, palette: list[str]) -> AncientMap:
    low = source.randint(0, 3)
    return AncientMap(source.choice(palette), low + source.randint(0, 2), low)


def item(source: random.Random, palette: list[str]) -> MagicalItem:
    return MagicalItem(source.choice(KINDS), source.choice(palette))


def mission(source: random.Random, palette: list[str]) -> Mission:
    """Return a mission; those that complicate an assignment are more common than in the box."""
    kind = source.choice((*MISSIONS, DUAL_MAP, DUAL_MAP, DUAL_MAP, SECRET_MAP, SECOND))
    if kind != DUAL_MAP:
        return Mission(kind)
    one = source.choice(palette)
    return Mission(kind, (one, source.choice([colour for colour in COLOURS if colour != one])))
