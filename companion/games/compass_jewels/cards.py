"""Cards and their notation: ``middle/NESW`` as a card lies, and the 30 kinds.

A card is written by the letters of its middle and of its borders, clockwise from the north
(CJ-NOTE-2). A kind is written as it lies with the border letter at north that comes first in the
alphabet (CJ-DATA-4): every other way to lie is a quarter turn or more away.
"""

from functools import lru_cache
from itertools import permutations
from typing import Final

COLOURS: Final = "RYGBP"
"""Red, yellow, green, blue and purple (CJ-NOTE-1, CJ-DATA-2); a copy may give other names."""
DIRECTIONS: Final = "NESW"
COPIES: Final = 2
"""Each kind of card exists twice (CJ-COMP-3)."""

_SEPARATOR: Final = "/"
_KEPT: Final = 256
"""More than there are ways to lie: 30 kinds, four turns each."""


def card(middle: str, border: str) -> str:
    """Return the card with a middle and borders, clockwise from the north."""
    return f"{middle}{_SEPARATOR}{border}"


def middle(lying: str) -> str:
    """Return the colour of a card's middle."""
    return lying[0]


def border(lying: str) -> str:
    """Return a card's border colours, clockwise from the north."""
    return lying[2:]


def side(lying: str, direction: str) -> str:
    """Return the colour of the border on one side of a card as it lies."""
    return border(lying)[DIRECTIONS.index(direction)]


def is_card(token: object) -> bool:
    """Tell whether something is a card: five different colours in five areas (CJ-COMP-2)."""
    return (
        isinstance(token, str)
        and token[1:2] == _SEPARATOR
        and sorted(token[:1] + token[2:]) == sorted(COLOURS)
    )


def turned(lying: str, quarters: int) -> str:
    """Return a card after clockwise quarter turns: ``c/NESW`` becomes ``c/WNES`` (CJ-NOTE-4)."""
    found = border(lying)
    start = -quarters % len(found)
    return card(middle(lying), found[start:] + found[:start])


@lru_cache(maxsize=_KEPT)
def kind(lying: str) -> str:
    """Return the kind of a card: cards of one kind can be turned into each other (CJ-COMP-4)."""
    return min(ways_to_lie(lying))


def ways_to_lie(lying: str) -> tuple[str, ...]:
    """Return a card in its four orientations, each a clockwise quarter turn from the last."""
    return tuple(turned(lying, quarters) for quarters in range(len(DIRECTIONS)))


def facing(lying: str, north: str) -> str:
    """Return a card with one of its border colours to the north."""
    found = border(lying)
    start = found.index(north)
    return card(middle(lying), found[start:] + found[:start])


def following(lying: str, colour: str) -> str | None:
    """Return the border colour that comes clockwise after another; ``None`` after the middle's."""
    found = border(lying)
    at = found.find(colour)
    return None if at < 0 else found[(at + 1) % len(found)]


KINDS: Final[tuple[str, ...]] = tuple(
    dict.fromkeys(
        kind(card(each, "".join(order)))
        for each in COLOURS
        for order in permutations(sorted(set(COLOURS) - {each}))
    )
)
"""The 30 kinds of card: five middles, six cycles of the other colours (CJ-COMP-3, CJ-DATA-1)."""
DECK: Final = COPIES * len(KINDS)
"""All cards (CJ-COMP-1)."""
