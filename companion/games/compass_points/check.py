"""Checks of an owner's board (CP-DATA-1)."""

from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Any, Final

from companion.engine.game import Problem, Struct
from companion.engine.message import reason, say
from companion.engine.options import Whole, unknown_keys
from companion.engine.shapes import (
    ConsistentShape,
    KnownKeys,
    Predicate,
    Validator,
)
from companion.engine.shapes import wrong_data as wrong
from companion.games.compass_points.board import Board, board
from companion.games.compass_points.inscription import Kind, inscription
from companion.games.compass_points.variant import DATA, SIDES, Variant, middle

_LEAST: Final = 5
"""The smallest board, in squares along a side."""
_MOST: Final = 25
"""The largest board: the last odd number of files that the letters suffice for."""

Problems = Iterator[Problem]


def wrong_data(data: Struct) -> tuple[Problem, ...]:
    """Return the mistakes in ``data``, which is merged into the default."""
    return wrong(_DATA, DATA, data)


def _size(size: object) -> str:
    if Whole(_LEAST, _MOST).expected(size):
        return say("expected an odd whole number, {least} to {most}", least=_LEAST, most=_MOST)
    even = isinstance(size, int) and size % 2 == 0
    return say("expected an odd number: there is a central square") if even else ""


def _board(described: Mapping[str, Any]) -> Problems:
    size = described["size"]
    land = board(Variant(size, (), tuple((side, middle(size, side)) for side in SIDES)))
    yield from _squares(described["squares"], land)
    yield from _goals(described["goals"], land)


def _squares(squares: Mapping[str, Any], land: Board) -> Problems:
    for square, token in squares.items():
        path = ("squares", square)
        if square not in land.place:
            message = say(
                "no such square, there are {first} to {last}; name all squares of your board",
                first=land.squares[0],
                last=land.squares[-1],
            )
            yield Problem(path, message)
            continue
        try:
            inscribed = inscription(str(token))
        except ValueError as error:
            yield Problem(path, reason(error))
            continue
        if square in land.corners and inscribed.kind is not Kind.BLANK:
            message = say("a corner has no effect when the pawn is put on it (CP-R15)")
            yield Problem(path, message, warning=True)
        if inscribed.dark and len(inscribed.letters) != 1:
            message = say(
                "a dark square has one letter by the rules; here the mover decides (CP-R17)"
            )
            yield Problem(path, message, warning=True)


def _goals(goals: Mapping[str, Any], land: Board) -> Problems:
    path = ("goals",)
    yield from unknown_keys(path, tuple(SIDES), goals)
    for side, fronts in goals.items():
        if side in tuple(SIDES) and not _is_front(fronts, edge(land, side)):
            ends = edge(land, side)
            message = say(
                "expected squares side by side on this edge, out of {first} to {last}",
                first=ends[0],
                last=ends[-1],
            )
            yield Problem((*path, side), message)


def edge(land: Board, side: str) -> tuple[str, ...]:
    """Return the squares along a side of the board, beginning in the west or the south."""
    at = land.variant.size if side in "NE" else 1
    axis = 1 if side in "NS" else 0
    return tuple(name for name, place in land.place.items() if place[axis] == at)


def _is_front(fronts: object, along: tuple[str, ...]) -> bool:
    if not isinstance(fronts, list | tuple) or not fronts:
        return False
    if not all(front in along for front in fronts):
        return False
    places = sorted(along.index(front) for front in fronts)
    return all(b - a == 1 for a, b in pairwise(places))


_SQUARES: Final = Predicate(
    lambda it: isinstance(it, Mapping), say("expected squares with their tokens, such as e5: l+30")
)
_GOALS: Final = Predicate(
    lambda it: isinstance(it, Mapping),
    say("expected sides with their front squares, such as N: [d9, e9, f9]"),
)
_DATA: Final = KnownKeys(
    {
        "board": ConsistentShape(
            KnownKeys({"size": Validator(_size), "squares": _SQUARES, "goals": _GOALS}), _board
        )
    }
)
