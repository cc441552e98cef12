"""The 6x6 area: its squares, what lies on them, and where a checker can go.

Squares are named ``a`` to ``f`` from west to east and ``1`` to ``6`` from south to north
(CJ-NOTE-3). A layout holds what lies on them, row by row from the north-west, ``None`` for a hole;
it is shorter while cards are being dealt. The area never shrinks during a game (CJ-COLLECT-2).
"""

from collections.abc import Collection, Iterator, Mapping
from types import MappingProxyType
from typing import Final, TypeAlias

from companion.games.compass_jewels.cards import DIRECTIONS, border, middle

Layout: TypeAlias = tuple[str | None, ...]

FILES: Final = "abcdef"
RANKS: Final = "654321"
SQUARES: Final = tuple(file + rank for rank in RANKS for file in FILES)
"""All 36 squares, row by row from the north-west, the order of dealing (CJ-SETUP-1)."""
NUMBER: Final[Mapping[str, int]] = {name: i for i, name in enumerate(SQUARES)}

_STEPS: Final = MappingProxyType({"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)})


def _ray(square: str, direction: str) -> tuple[str, ...]:
    """Return the squares in one direction from ``square``, the nearest first."""
    right, down = _STEPS[direction]
    x, y = FILES.index(square[0]) + right, RANKS.index(square[1]) + down
    squares = []
    while x in range(len(FILES)) and y in range(len(RANKS)):
        squares.append(FILES[x] + RANKS[y])
        x, y = x + right, y + down
    return tuple(squares)


RAYS: Final[Mapping[str, tuple[tuple[str, ...], ...]]] = {
    square: tuple(_ray(square, direction) for direction in DIRECTIONS) for square in SQUARES
}
"""The squares north, east, south and west of each square, the nearest first: never the square
itself, and none on a diagonal (CJ-MOVE-1)."""
_NUMBERED_RAYS: Final[Mapping[str, tuple[tuple[tuple[str, int], ...], ...]]] = {
    square: tuple(tuple((near, NUMBER[near]) for near in ray) for ray in rays)
    for square, rays in RAYS.items()
}


def on(layout: Layout, square: str) -> str | None:
    """Return the card on a square in its orientation, or ``None`` for a hole."""
    return layout[NUMBER[square]]


def laid(layout: Layout, square: str, card: str | None) -> Layout:
    """Return the layout with another card or a hole on a square."""
    at = NUMBER[square]
    return (*layout[:at], card, *layout[at + 1 :])


def holes(layout: Layout) -> tuple[str, ...]:
    """Return the squares of the whole area that have no card (CJ-R15)."""
    return tuple(name for name, card in zip(SQUARES, layout, strict=True) if card is None)


def direction(source: str, target: str) -> str | None:
    """Return the direction from one square to another, or ``None`` if they are not in line."""
    rays = zip(DIRECTIONS, RAYS[source], strict=True)
    return next((name for name, ray in rays if target in ray), None)


def targets(layout: Layout, source: str, occupied: Collection[str]) -> tuple[str, ...]:
    """Return where a checker can go from ``source``; checkers stand on ``occupied``.

    The checker leaves its card across a border and may go, in that direction, to any card whose
    middle has the colour of that border (CJ-MOVE-2): at any distance (CJ-MOVE-3), over cards,
    holes and checkers (CJ-MOVE-5, CJ-R4), whatever the borders there (CJ-MOVE-6), but not onto a
    checker or a hole (CJ-MOVE-4).
    """
    return tuple(_targets(layout, source, occupied))


def has_target(layout: Layout, source: str, occupied: Collection[str]) -> bool:
    """Return whether there is any of the ``targets``."""
    return next(_targets(layout, source, occupied), None) is not None


def _targets(layout: Layout, source: str, occupied: Collection[str]) -> Iterator[str]:
    card = on(layout, source)
    if card is None:
        return
    for colour, ray in zip(border(card), _NUMBERED_RAYS[source], strict=True):
        for square, number in ray:
            there = layout[number]
            if there is not None and middle(there) == colour and square not in occupied:
                yield square
