"""Question cards, and a set of them for play without the box (ES-DATA-2, ES-DATA-3)."""

from collections.abc import Mapping
from typing import Final, Literal, TypeAlias

import msgspec

Symbol: TypeAlias = Literal["individual", "group"]

COLOURS: Final = ("yellow", "green", "blue", "white")
"""The question decks, also the colours of the fields (ES-COMP-4)."""
CARDS: Final = 14
"""How many question cards there are of each colour."""
E1: Final = 9
"""How many white cards belong to the expansion and are set aside without it (ES-SETUP-2)."""
PHRASE_DECKS: Final = ("traits", "activities", "values", "colours")
"""The phrase decks (ES-COMP-6)."""
PLAYER_SCALE: Final = 7
"""The scale whose numbers are players (ES-VOTE-4)."""
PHRASE_SCALES: Final = (2, 3)
"""The scales whose numbers are phrase cards (ES-VOTE-2)."""
ASSESSMENT_SCALE: Final = 5
"""The steps of the scale on the outline card, the same on both sides (ES-COMP-3, ES-R20)."""
SCALES: Final = (*PHRASE_SCALES, ASSESSMENT_SCALE, PLAYER_SCALE)

_KINDS: Final[tuple[tuple[Symbol, int, int], ...]] = (
    ("individual", 1, 7),
    ("individual", 3, 3),
    ("group", 1, 5),
    ("individual", 1, 5),
    ("group", 1, 7),
    ("individual", 2, 2),
    ("group", 3, 3),
)
"""Symbol, number of phrase cards and scale of a default card, by its number modulo 7."""
_DECK_OF: Final[Mapping[str, str]] = {"yellow": "traits", "green": "values", "blue": "activities"}
_WHITE: Final = ("values", "traits")
"""The phrase deck of a white default card, by its number modulo 2."""


class Question(msgspec.Struct, frozen=True):
    """A question card: whom it is about, its phrase cards, and votes from 1 to ``scale``.

    ``prompt`` is the owner's wording, empty if people are to read the card (ES-DRAW-3).
    """

    id: str
    colour: str
    e1: bool
    symbol: Symbol
    deck: str
    count: int
    scale: int
    prompt: str = ""


def cards_for(scale: int) -> int:
    """Return how many phrase cards go with a scale (ES-REVEAL-2, ES-R4)."""
    return scale if scale in PHRASE_SCALES else 1


def default_questions() -> tuple[Question, ...]:
    """Return the 56 cards for play without the box (ES-DATA-3)."""
    return tuple(_default(colour, n) for colour in COLOURS for n in range(1, CARDS + 1))


def _default(colour: str, number: int) -> Question:
    symbol, count, scale = _KINDS[number % len(_KINDS)]
    return Question(
        id=f"{colour[0].upper()}{number:02}",
        colour=colour,
        e1=colour == COLOURS[-1] and number > CARDS - E1,
        symbol=symbol,
        deck=_DECK_OF.get(colour) or _WHITE[number % 2],
        count=count,
        scale=scale,
    )
