"""Cards and their notation: ``middle/NESW`` for a card as it lies, and the 30 kinds.

A card is written as the letter of its middle, then those of its borders, clockwise from the north
(CJ-NOTE-2). A kind of card is written in the orientation whose north border comes first in the
alphabet (CJ-DATA-4); the other orientations are its quarter turns.
"""

from functools import lru_cache
from itertools import permutations
from typing import Final

COLOURS: Final = "RYGBP"
"""Red, yellow, green, blue and purple (CJ-NOTE-1, CJ-DATA-2); an owner may give other names."""
DIRECTIONS: Final = "NESW"
COPIES: Final = 2
"""How many cards of each kind there are (CJ-COMP-3)."""

_SEPARATOR: Final = "/"
KEPT: Final = 256
"""How many kinds are cached: more than the 120 cards as they can lie, 30 kinds in 4 turns."""


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
    """Return whether a token is a card, with five different colours in five areas (CJ-COMP-2)."""
    return (
        isinstance(token, str)
        and token[1:2] == _SEPARATOR
        and sorted(token[:1] + token[2:]) == sorted(COLOURS)
    )


def turned(lying: str, quarters: int) -> str:
    """Return a card after clockwise quarter turns: ``c/NESW`` becomes ``c/WNES`` (CJ-NOTE-4)."""
    colours = border(lying)
    start = -quarters % len(colours)
    return card(middle(lying), colours[start:] + colours[:start])


@lru_cache(maxsize=KEPT)
def kind(lying: str) -> str:
    """Return the kind of a card: cards of one kind can be turned into each other (CJ-COMP-4)."""
    return min(ways_to_lie(lying))


def ways_to_lie(lying: str) -> tuple[str, ...]:
    """Return a card in its four orientations, each a clockwise quarter turn from the last."""
    return tuple(turned(lying, quarters) for quarters in range(len(DIRECTIONS)))


def facing(lying: str, north: str) -> str:
    """Return a card rotated so that its border of the colour ``north`` faces north."""
    colours = border(lying)
    start = colours.index(north)
    return card(middle(lying), colours[start:] + colours[:start])


def following(lying: str, colour: str) -> str | None:
    """Return the border colour clockwise after ``colour``, or ``None`` if no border has it."""
    colours = border(lying)
    at = colours.find(colour)
    return None if at < 0 else colours[(at + 1) % len(colours)]


KINDS: Final[tuple[str, ...]] = tuple(
    dict.fromkeys(
        kind(card(centre, "".join(order)))
        for centre in COLOURS
        for order in permutations(sorted(set(COLOURS) - {centre}))
    )
)
"""The 30 kinds of card: five middles, six cycles of the other colours (CJ-COMP-3, CJ-DATA-1)."""
DECK: Final = COPIES * len(KINDS)
"""The number of cards in the game, 60 (CJ-COMP-1)."""
