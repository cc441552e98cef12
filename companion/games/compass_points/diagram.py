"""The board on a small display: inscriptions as signs, the pawn, the path of a move."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from companion.engine.diagram import Cell, Diagram
from companion.games.compass_points.board import board
from companion.games.compass_points.inscription import Inscription, Kind
from companion.games.compass_points.state import Phase, State
from companion.games.compass_points.variant import Variant, square

LARGEST: Final = 9
"""The largest board whose signs fit on a panel, in squares along a side."""


def diagram(state: State) -> Diagram | None:
    """Return the board, north up (CP-NOTE-2); after the end the ranking takes its place."""
    size = state.variant.size
    if size > LARGEST or state.phase is Phase.OVER:
        return None
    cells = dict(_cells(state.variant))
    for at in state.path:
        cells[at] = Cell(cells[at].icon, "target", at)
    if state.pawn is not None:
        cells[state.pawn] = Cell("pawn", "cursor", state.pawn)
    numbers = range(1, size + 1)
    return Diagram(
        tuple(tuple(cells[square(file, rank)] for file in numbers) for rank in reversed(numbers))
    )


@lru_cache(maxsize=8)
def _cells(variant: Variant) -> Mapping[str, Cell]:
    """Return the cells of the board without the pawn and its path, by their squares."""
    land = board(variant)
    return {at: Cell(sign(land.inscription(at)), "", at) for at in land.squares}


def sign(inscription: Inscription) -> str:
    """Return the icon of an inscription, ``""`` for a blank; the real board has the numbers."""
    if inscription.kind is Kind.POINTS:
        shade = "dark" if inscription.dark else "light"
        return f"{shade}-{'minus' if inscription.points < 0 else 'plus'}"
    if inscription.kind is Kind.PUSH:
        return f"push-{inscription.way}"
    return "cross" if inscription.kind is Kind.CROSS else ""
