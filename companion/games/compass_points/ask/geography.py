"""Questions about the board: its inscriptions and its corners."""

from typing import Annotated

from msgspec import Meta

from companion.games.compass_points.ask import terms
from companion.games.compass_points.inscription import BLANK
from companion.schema.bounds import Word


def default_board(squares: Annotated[tuple[Word, ...], Meta(max_length=1000)]) -> list[str]:
    """Answer the tokens on squares of the default board, in the question's order (CP-DATA-2)."""
    land = terms.DEFAULT
    return [land.tokens.get(terms.on(land, square, "squares"), BLANK) for square in squares]


def nearest_corners(square: Word, board: terms.Described | None = None) -> list[str]:
    """Answer the sorted corners that are nearest to a square (CP-OUT-2, CP-OUT-4, CP-R10)."""
    land = terms.land(board)
    return list(land.nearest_corners(terms.on(land, square, "square")))
