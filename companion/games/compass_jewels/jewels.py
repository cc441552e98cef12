"""Jewels: four cards in a square whose four shared edges match, and what they are worth.

Walk around the middle of a jewel, over its shared edges top, left, bottom, right: every card that
is passed shows, clockwise, first the edge that is left behind and then the next one. A jewel is
therefore a closed chain of four colours, and each of its cards shows one link of it: some colour
and, clockwise next to it, the following one. Middles and outer strips do not matter (CJ-JEWEL-5).
"""

from collections.abc import Iterable, Iterator, Mapping
from itertools import permutations, product
from types import MappingProxyType
from typing import Final, TypeAlias

from companion.games.compass_jewels.cards import (
    DIRECTIONS,
    border,
    following,
    side,
    turned,
    ways_to_lie,
)

Jewel: TypeAlias = tuple[str, str, str, str]
"""Four cards as they lie: NW, NE, SW, SE (CJ-JEWEL-1)."""
Four: TypeAlias = tuple[str, str, str, str]
"""Four cards in any order, however they lie."""

SIZE: Final = 4
POINTS: Final[Mapping[int, int]] = MappingProxyType({4: 1, 3: 2, 2: 3})
"""By the number of different colours on the shared edges (CJ-SCORE-1 to CJ-SCORE-3, CJ-R11)."""
SCORE_RULES: Final[Mapping[int, str]] = MappingProxyType(
    {4: "CJ-SCORE-1", 3: "CJ-SCORE-2", 2: "CJ-SCORE-3"}
)

_EDGES: Final = ((0, "E", 1, "W"), (0, "S", 2, "N"), (2, "E", 3, "W"), (1, "S", 3, "N"))
"""Top, left, bottom, right: a card and its side, and the card and side that it touches."""
_LEAVING: Final = "ENWS"
"""The side on which the cards of a chain, NW, SW, SE and NE, show the first colour of a link."""


def edges(lying: Jewel) -> tuple[tuple[str, str], ...]:
    """Return the colours that meet on the edges top, left, bottom and right."""
    return tuple(
        (side(lying[one], here), side(lying[other], there)) for one, here, other, there in _EDGES
    )


def matching(lying: Jewel) -> int:
    """Return on how many of the four shared edges the colours match (CJ-JEWEL-2)."""
    return sum(one == other for one, other in edges(lying))


def is_jewel(lying: Jewel) -> bool:
    """Tell whether all four shared edges match (CJ-JEWEL-2)."""
    return matching(lying) == len(_EDGES)


def colours(lying: Jewel) -> int:
    """Return how many different colours are on the shared edges of a jewel."""
    return len({one for one, _ in edges(lying)})


def points(lying: Jewel) -> int:
    """Return what four cards are worth as they lie, 0 if they are no jewel."""
    return POINTS[colours(lying)] if is_jewel(lying) else 0


def laid(four: Four) -> Jewel | None:
    """Return how four cards lie as a jewel, the one worth most; ``None`` if there is no way.

    Each card may be turned freely (CJ-JEWEL-3). The first card may stay in the north-west, as the
    whole jewel can be turned; a colour on its border then fixes the chain for each order of the
    others.
    """
    best = max(_chains(four), key=lambda found: -len(set(found[0])), default=None)
    return None if best is None else lay(*best)


def _chains(four: Four) -> Iterator[tuple[str, Four]]:
    """Yield the colours of closed chains, with the cards in the order of the chain."""
    first, *others = four
    for second, third, fourth in permutations(others):
        order = (first, second, third, fourth)
        for colour in border(first):
            found = _chain(colour, order)
            if found is not None:
                yield found, order


def _chain(colour: str, order: Four) -> str | None:
    """Return the four colours of a chain that begins with ``colour``, if it closes."""
    found = ""
    at: str | None = colour
    for each in order:
        if at is None:
            return None
        found += at
        at = following(each, at)
    return found if at == colour else None


def lay(chain: str, order: Iterable[str]) -> Jewel:
    """Return the cards of a closed chain, in its order from the north-west, as they lie."""
    north_west, south_west, south_east, north_east = (
        turned(each, DIRECTIONS.index(leaving) - border(each).index(colour))
        for each, colour, leaving in zip(order, chain, _LEAVING, strict=True)
    )
    return north_west, north_east, south_west, south_east


def nearest(four: Four) -> int:
    """Return on how many shared edges four cards can match at most; to explain a refusal."""
    first, *others = four
    return max(
        matching((lying, one, two, three))
        for order in permutations(others)
        for lying, one, two, three in product(*map(ways_to_lie, (first, *order)))
    )
