"""Questions about the board of an owner's copy (CP-DATA-1, CP-DATA-2)."""

from collections.abc import Mapping
from functools import partial
from typing import Any, Final

from companion.engine.data import merge
from companion.engine.owners_copy import (
    CopyQuestion,
    PrintedSheet,
    PrintedSquare,
    PrintedValue,
)
from companion.engine.text import text
from companion.games.compass_points.diagram import sign
from companion.games.compass_points.inscription import BLANK, Inscription, Kind, inscription
from companion.games.compass_points.variant import DATA, DIRECTIONS, SIDES, square

_SIZES: Final = range(5, 12, 2)
"""Boards whose squares fit on a panel and can be touched on a phone."""
_POINTS: Final = range(5, 65, 5)
_STEPS: Final = range(1, 10)
_DARK, _LIGHT, _CROSS, _PUSH = "d", "l", "lx", "l>"
_KINDS: Final = (BLANK, _DARK, _LIGHT, _CROSS, _PUSH)


def copy_questions(data: Mapping[str, Any]) -> tuple[CopyQuestion, ...]:
    """Return the question about a copy of which ``data`` is known or assumed."""
    board = merge(DATA, data)["board"]
    sizes = tuple((size, text("copy.size.n", n=size)) for size in _SIZES)
    size = PrintedValue(text("copy.size"), sizes)
    return (
        CopyQuestion(
            "board", text("copy.board"), ("board",), (size,), sheet=partial(_board, board)
        ),
    )


def _board(printed: Mapping[str, Any], cells: tuple[int, ...]) -> PrintedSheet:
    """Return the board, north up; a board of another size than the known one starts blank."""
    size = cells[0] if cells else printed["size"]
    numbers = range(1, size + 1)
    names = [[square(file, rank) for file in numbers] for rank in reversed(numbers)]
    tokens = printed["squares"] if size == printed["size"] else {}
    goals = printed["goals"] if size == printed["size"] else {}
    squares = [name for row in names for name in row]

    def as_data(values: tuple[str, ...]) -> object:
        inscribed = zip(squares, values, strict=True)
        tokens = {name: token for name, token in inscribed if token != BLANK}
        return {"size": size, "squares": tokens, "goals": dict(goals or {})}

    return PrintedSheet(
        tuple(tuple(text("lobby.value", value=name) for name in row) for row in names),
        tuple(tokens.get(name, BLANK) for name in squares),
        _printed,
        as_data,
        part=_part,
    )


def _part(cells: tuple[str, ...]) -> PrintedValue | None:
    """Return the next question about a partly described square (CP-SQ-1 to 4)."""
    if not cells:
        kinds = tuple((kind, text(f"copy.kind.{_NAMES[kind]}")) for kind in _KINDS)
        return PrintedValue(text("copy.kind"), kinds)
    kind, *rest = cells
    part_kind = _PART_KINDS[kind]
    return part_kind[len(rest)] if len(rest) < len(part_kind) else None


_NAMES: Final = {
    BLANK: "blank",
    _DARK: "dark",
    _LIGHT: "light",
    _CROSS: "cross",
    _PUSH: "push",
}
_ONE: Final = tuple((side, text(f"side.{side}")) for side in SIDES)
_TWO: Final = tuple(
    (a + b, text("copy.both", a=text(f"side.{a}"), b=text(f"side.{b}")))
    for a, b in ("NE", "SE", "SW", "NW", "NS", "EW")
)
_NOBODY: Final = (("", text("copy.mover")),)
_HOW_MANY: Final = PrintedValue(
    text("copy.points"),
    tuple(
        (f"{points:+d}", text("lobby.value", value=f"{points:+d}"))
        for points in (*_POINTS, *(-points for points in reversed(_POINTS)))
    ),
)
_PART_KINDS: Final = {
    BLANK: (),
    _DARK: (PrintedValue(text("copy.whose"), _ONE), _HOW_MANY),
    _LIGHT: (PrintedValue(text("copy.whose"), (*_NOBODY, *_ONE, *_TWO)), _HOW_MANY),
    _CROSS: (PrintedValue(text("copy.hit"), _ONE),),
    _PUSH: (
        PrintedValue(
            text("copy.way"), tuple((way, text(f"direction.{way}")) for way in DIRECTIONS)
        ),
        PrintedValue(
            text("copy.steps"), tuple((str(n), text("lobby.value", value=n)) for n in _STEPS)
        ),
    ),
}


def _printed(token: str) -> PrintedSquare:
    inscribed = inscription(token)
    short = _sign(inscribed)
    kind = _NAMES[token[:1]] if inscribed.kind is Kind.POINTS else str(inscribed.kind)
    fill = "" if inscribed.kind is Kind.BLANK else "dark" if inscribed.dark else "light"
    name = text(f"copy.printed.{kind}", sign=text("lobby.value", value=short))
    return PrintedSquare(name, text("lobby.value", value=short), sign(inscribed), fill)


def _sign(inscribed: Inscription) -> str:
    """Return an inscription as short as on the square."""
    match inscribed.kind:
        case Kind.POINTS:
            return f"{inscribed.letters}{inscribed.points:+d}"
        case Kind.CROSS:
            return f"{inscribed.letters}\N{MULTIPLICATION SIGN}"
        case Kind.PUSH:
            return f"{inscribed.way}>{inscribed.steps}"
    return ""
