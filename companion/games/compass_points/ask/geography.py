"""Questions about the board: its inscriptions and its corners."""

from companion.engine.questions import Fields
from companion.games.compass_points.ask import terms
from companion.games.compass_points.inscription import BLANK


def default_board(fields: Fields) -> list[str]:
    """Answer the tokens on squares of the default board, in the question's order (CP-DATA-2)."""
    land = terms.DEFAULT
    squares = terms.squares(fields, "squares", land)
    return [land.tokens.get(square, BLANK) for square in squares]


def nearest_corners(fields: Fields) -> list[str]:
    """Answer the sorted corners that are nearest to a square (CP-OUT-2, CP-OUT-4, CP-R10)."""
    land = terms.land(fields)
    return list(land.nearest_corners(terms.square(fields, "square", land)))
