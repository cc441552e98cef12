"""The board as a small display shows it: inscriptions as signs, the pawn, the path of a move."""

from typing import Final

from companion.engine.diagram import Cell, Diagram
from companion.games.compass_points.board import Board, board
from companion.games.compass_points.inscription import Inscription, Kind
from companion.games.compass_points.state import Phase, State
from companion.games.compass_points.variant import square

LARGEST: Final = 9
"""A panel has no room for the signs of a larger board."""


def diagram(state: State) -> Diagram | None:
    """Return the board, north up (CP-NOTE-2); after the end there is the ranking instead."""
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


def sign(found: Inscription) -> str:
    """Return the icon of an inscription, none of a blank; numbers and letters are on the board."""
    if found.kind is Kind.POINTS:
        shade = "dark" if found.dark else "light"
        return f"{shade}-{'minus' if found.points < 0 else 'plus'}"
    if found.kind is Kind.PUSH:
        return f"push-{found.way}"
    return "cross" if found.kind is Kind.CROSS else ""
