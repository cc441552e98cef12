"""The 6x6 area: squares, what lies on them, and where a checker can go.

Squares are ``a`` to ``f`` from west to east and ``1`` to ``6`` from south to north (CJ-NOTE-3). A
layout holds what lies on them, row by row from the north-west, ``None`` for a hole; while the
cards are dealt it is shorter. The area keeps its extent for the whole game (CJ-COLLECT-2).
"""

from collections.abc import Collection, Mapping
from types import MappingProxyType
from typing import Final, TypeAlias

from companion.games.compass_jewels.cards import DIRECTIONS, middle, side

Layout: TypeAlias = tuple[str | None, ...]

FILES: Final = "abcdef"
RANKS: Final = "654321"
SQUARES: Final = tuple(file + rank for rank in RANKS for file in FILES)
"""All 36, row by row from the north-west: the order in which cards are dealt (CJ-SETUP-1)."""
NUMBER: Final[Mapping[str, int]] = MappingProxyType({name: i for i, name in enumerate(SQUARES)})

_STEPS: Final = MappingProxyType({"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)})


def _ray(square: str, direction: str) -> tuple[str, ...]:
    """Return the squares straight on from one, the nearest first."""
    right, down = _STEPS[direction]
    x, y = FILES.index(square[0]) + right, RANKS.index(square[1]) + down
    found = []
    while x in range(len(FILES)) and y in range(len(RANKS)):
        found.append(FILES[x] + RANKS[y])
        x, y = x + right, y + down
    return tuple(found)


RAYS: Final[Mapping[str, tuple[tuple[str, ...], ...]]] = MappingProxyType(
    {square: tuple(_ray(square, each) for each in DIRECTIONS) for square in SQUARES}
)
"""The squares north, east, south and west of each, the nearest first: never diagonal, never the
square itself (CJ-MOVE-1)."""


def on(layout: Layout, square: str) -> str | None:
    """Return the card on a square as it lies, ``None`` for a hole."""
    return layout[NUMBER[square]]


def laid(layout: Layout, square: str, card: str | None) -> Layout:
    """Return the layout with a square changed."""
    at = NUMBER[square]
    return (*layout[:at], card, *layout[at + 1 :])


def holes(layout: Layout) -> tuple[str, ...]:
    """Return the squares without a card, of the whole area (CJ-R15)."""
    return tuple(name for name, card in zip(SQUARES, layout, strict=True) if card is None)


def direction(source: str, target: str) -> str | None:
    """Return the direction of one square seen from another, ``None`` if it is not straight."""
    rays = zip(DIRECTIONS, RAYS[source], strict=True)
    return next((name for name, ray in rays if target in ray), None)


def targets(layout: Layout, source: str, taken: Collection[str]) -> tuple[str, ...]:
    """Return where a checker can go from ``source``; ``taken`` are the squares with checkers.

    The border that it leaves over gives the colour (CJ-MOVE-2) of the middle that it may go to, at
    any distance (CJ-MOVE-3), over cards, holes and checkers alike (CJ-MOVE-5, CJ-R4), whatever
    the borders there (CJ-MOVE-6); but not onto a checker or a hole (CJ-MOVE-4).
    """
    card = on(layout, source)
    if card is None:
        return ()
    found = []
    for name, ray in zip(DIRECTIONS, RAYS[source], strict=True):
        colour = side(card, name)
        for square in ray:
            there = on(layout, square)
            if there is not None and middle(there) == colour and square not in taken:
                found.append(square)
    return tuple(found)
