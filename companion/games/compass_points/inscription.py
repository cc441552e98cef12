"""The inscriptions of squares, read from tokens such as ``dS+45`` and ``l>NE2`` (CP-NOTE-3)."""

import re
from enum import StrEnum
from functools import lru_cache
from typing import Final

import msgspec

from companion.engine.message import say

BLANK: Final = "."
_TOKEN: Final = re.compile(
    r"(?P<shade>[dl])"
    r"(?:(?P<letters>[NESW]{0,2})(?P<points>[+-][0-9]{1,4})"
    r"|x(?P<hit>[NESW])"
    r"|>(?P<way>[NS][EW]|[NESW])(?P<steps>[1-9][0-9]?))"
)
_CROSS: Final = re.compile(r"[dl]x[NESW]*")
_EXPECTED: Final = say(
    "expected a token such as dS+45, l+30, lSE-15, lxW or l>NE2, a blank square is ."
)


class Kind(StrEnum):
    """Effect of a square."""

    BLANK = "blank"
    POINTS = "points"
    CROSS = "cross"
    PUSH = "push"


class Inscription(msgspec.Struct, frozen=True):
    """The inscription of a square.

    ``letters`` are the players who get the points, or the one whom a cross hits; ``way`` and
    ``steps`` are those of a push.
    """

    kind: Kind = Kind.BLANK
    dark: bool = False
    letters: str = ""
    points: int = 0
    way: str = ""
    steps: int = 0


@lru_cache(maxsize=256)
def inscription(token: str) -> Inscription:
    """Return the inscription for a token. Raises ``ValueError`` with the expected form."""
    if token == BLANK:
        return Inscription()
    match = _TOKEN.fullmatch(token)
    if match is None:
        raise ValueError(_WHY_NO_CROSS if _CROSS.fullmatch(token) else _EXPECTED)
    dark = match["shade"] == "d"
    if match["points"] is not None:
        return _points(dark, match["letters"], int(match["points"]))
    if dark:
        raise ValueError(
            say("a dark square has points only, write l for a cross or a push (CP-SQ-2)")
        )
    if match["hit"] is not None:
        return Inscription(Kind.CROSS, letters=match["hit"])
    return Inscription(Kind.PUSH, way=match["way"], steps=int(match["steps"]))


_WHY_NO_CROSS: Final = say("a cross has one letter, whom it hits, such as lxW (CP-R18)")


def _points(dark: bool, letters: str, points: int) -> Inscription:  # noqa: FBT001 - as on the square
    if len(set(letters)) < len(letters):
        raise ValueError(
            say("the two letters of a square are different, such as lSE-15 (CP-SCORE-2)")
        )
    return Inscription(Kind.POINTS, dark, letters, points)
