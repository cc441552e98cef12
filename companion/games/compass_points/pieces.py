"""Which cards may carry a tag, from ``pieces.yaml`` (CP-DATA-4, CP-COMP-2, CP-COMP-3)."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Final

from companion.engine.data import load
from companion.engine.game import Piece
from companion.engine.text import Seat, text
from companion.games.compass_points.prompts import WORDS
from companion.games.compass_points.state import State
from companion.games.compass_points.variant import DIRECTIONS, SIDES, SPEEDS

FAMILIES: Final[Mapping[str, Any]] = load(__package__, "pieces.yaml")
_EACH: Final[Mapping[str, Sequence[object]]] = {"direction": DIRECTIONS, "speed": SPEEDS}


def pieces(_state: State) -> tuple[Piece, ...]:
    """Return the cards of all seats; they never change."""
    return _pieces()


@cache
def _pieces() -> tuple[Piece, ...]:
    return tuple(
        _piece(family, seat, value)
        for family in FAMILIES
        for seat in range(len(SIDES))
        for value in _EACH[family]
    )


def _piece(family: str, seat: int, value: object) -> Piece:
    filled = {"seat": seat, "each": value}
    selects = tuple(
        {field: filled.get(fill, fill) for field, fill in chosen.items()}
        for chosen in FAMILIES[family]["selects"]
    )
    name = text(f"piece.{family}", player=Seat(seat), value=WORDS.value_name(family, value))
    look, sign = (f"way-{value}", "") if family == "direction" else ("speed", str(value))
    return Piece(f"{family}-{SIDES[seat]}-{value}", name, selects, look, sign)
