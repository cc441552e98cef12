"""The board on a small display: inscriptions as signs, the pawn, the path of a move."""

from typing import Final

from companion.engine.diagram import Cell, Diagram
from companion.games.compass_points.board import Board, board
from companion.games.compass_points.inscription import Inscription, Kind
from companion.games.compass_points.state import Phase, State
from companion.games.compass_points.variant import square

LARGEST: Final = 9
"""The largest board whose signs fit on a panel, in squares along a side."""


def diagram(state: State) -> Diagram | None:
    """Return the board, north up (CP-NOTE-2); after the end the ranking takes its place."""
    land = board(state.variant)
    size = land.variant.size
    if size > LARGEST or state.phase is Phase.OVER:
        return None
    numbers = range(1, size + 1)
    return Diagram(
        tuple(
            tuple(_cell(state, land, square(file, rank)) for file in numbers)
            for rank in reversed(numbers)
        )
    )


def _cell(state: State, land: Board, at: str) -> Cell:
    if at == state.pawn:
        return Cell("pawn", "cursor", at)
    return Cell(sign(land.inscription(at)), "target" if at in state.path else "", at)


def sign(inscription: Inscription) -> str:
    """Return the icon of an inscription, ``""`` for a blank; the real board has the numbers."""
    if inscription.kind is Kind.POINTS:
        shade = "dark" if inscription.dark else "light"
        return f"{shade}-{'minus' if inscription.points < 0 else 'plus'}"
    if inscription.kind is Kind.PUSH:
        return f"push-{inscription.way}"
    return "cross" if inscription.kind is Kind.CROSS else ""
