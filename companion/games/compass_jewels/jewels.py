"""Jewels: four cards in a square whose four shared edges match, and what they are worth.

Walk around the middle of a jewel across its shared edges: top, left, bottom, right. Each card on
the way shows the edge just crossed and then, next to it in clockwise direction, the edge to be
crossed next. A jewel is therefore a closed chain of four colours, and each of its cards shows one
link of the chain: a colour and the following one next to it, clockwise. Middles and outer borders
do not matter (CJ-JEWEL-5).
"""

from collections.abc import Iterable, Iterator, Mapping
from itertools import permutations
from typing import Final, TypeAlias

from companion.games.compass_jewels import cards

Jewel: TypeAlias = tuple[str, str, str, str]
"""Four cards as they lie: NW, NE, SW, SE (CJ-JEWEL-1)."""
Four: TypeAlias = tuple[str, str, str, str]
"""Four cards in any order, however they lie."""

SIZE: Final = 4
POINTS: Final[Mapping[int, int]] = {4: 1, 3: 2, 2: 3}
"""Points by the number of colours on the shared edges (CJ-SCORE-1 to CJ-SCORE-3, CJ-R11)."""
SCORE_RULES: Final[Mapping[int, str]] = {4: "CJ-SCORE-1", 3: "CJ-SCORE-2", 2: "CJ-SCORE-3"}

_EDGES: Final = ((0, "E", 1, "W"), (0, "S", 2, "N"), (2, "E", 3, "W"), (1, "S", 3, "N"))
"""The shared edges top, left, bottom and right: a card and its side, then the card and side
that it touches, with cards numbered as in ``Jewel``."""
_LEAVING: Final = "ENWS"
"""The sides on which the cards of a chain, NW, SW, SE and NE, show the first colour of a link."""


def edges(lying: Jewel) -> tuple[tuple[str, str], ...]:
    """Return the pairs of colours that meet on the edges top, left, bottom and right."""
    return tuple(
        (cards.side(lying[card], here), cards.side(lying[other], there))
        for card, here, other, there in _EDGES
    )


def matching(lying: Jewel) -> int:
    """Return how many of the four shared edges match (CJ-JEWEL-2)."""
    return sum(here == there for here, there in edges(lying))


def is_jewel(lying: Jewel) -> bool:
    """Return whether all four shared edges match (CJ-JEWEL-2)."""
    return matching(lying) == len(_EDGES)


def colours(lying: Jewel) -> int:
    """Return how many different colours are on the shared edges of a jewel."""
    return len({colour for colour, _ in edges(lying)})


def points(lying: Jewel) -> int:
    """Return the points for four cards as they lie, 0 if they are not a jewel."""
    return POINTS[colours(lying)] if is_jewel(lying) else 0


def laid(four: Four) -> Jewel | None:
    """Return four cards arranged as the jewel worth the most, or ``None`` if that is impossible.

    Each card may be turned freely (CJ-JEWEL-3). The first card can stay in the north-west, because
    the whole jewel can be turned. For each order of the other cards, one colour on the border of
    the first card then determines the chain.
    """
    best = max(_chains(four), key=lambda chain: -len(set(chain[0])), default=None)
    return None if best is None else lay(*best)


def _chains(four: Four) -> Iterator[tuple[str, Four]]:
    """Yield the colours of each closed chain, with the cards in the order of the chain."""
    first, *others = four
    for second, third, fourth in permutations(others):
        order = (first, second, third, fourth)
        for colour in cards.border(first):
            chain = _chain(colour, order)
            if chain is not None:
                yield chain, order


def _chain(colour: str, order: Four) -> str | None:
    """Return the four colours of a chain that begins with ``colour``, if it closes."""
    chain = ""
    at: str | None = colour
    for card in order:
        if at is None:
            return None
        chain += at
        at = cards.following(card, at)
    return chain if at == colour else None


def lay(chain: str, order: Iterable[str]) -> Jewel:
    """Return the jewel for a closed chain and its cards, both beginning in the north-west."""
    north_west, south_west, south_east, north_east = (
        cards.turned(card, cards.DIRECTIONS.index(leaving) - cards.border(card).index(colour))
        for card, colour, leaving in zip(order, chain, _LEAVING, strict=True)
    )
    return north_west, north_east, south_west, south_east
