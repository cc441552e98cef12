"""The vocabulary of questions: boards, spaces, cards, tokens, squares, tiles, players."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Final, Literal, TypeAlias, TypeVar

from msgspec import Meta

from companion.engine.game import Setup
from companion.engine.message import say
from companion.engine.questions import (
    seat_of,
    sound,
    without_duplicates,
    wrong,
)
from companion.games.inner_compass import variant
from companion.games.inner_compass.board import COLOURS, SLOTS, Board, assemble, board
from companion.games.inner_compass.check import wrong_data
from companion.games.inner_compass.player_board import Layout, player_board
from companion.games.inner_compass.qualities import QUALITIES
from companion.games.inner_compass.row_actions import ROW_EP
from companion.games.inner_compass.track import TOKENS
from companion.games.inner_compass.variant import DATA, PLAYERS
from companion.schema.bounds import Count, Few, Word, entire, expecting

T = TypeVar("T")

DEFAULT: Final = variant.variant(Setup(("p1", "p2")), DATA)
"""The settings for questions that do not change them."""
REFERENCE: Final = board(
    assemble({slot: rows for slot, (_, rows) in zip(SLOTS, DEFAULT.sections, strict=True)})
)
"""The board ``M``: sections A, B, C and D from north-west to south-east, none rotated."""
_REFERENCE: Final = "M"
_LEAST_SIDE: Final = 2

Colour: TypeAlias = Literal["Y", "B", "K", "W", "R"]
Token: TypeAlias = Literal["Y", "B", "K", "W", "R", "X"]
Direction: TypeAlias = Literal["N", "E", "S", "W"]
_SIX: Final = Meta(min_length=len(TOKENS), max_length=len(TOKENS))
Order: TypeAlias = Annotated[tuple[Token, ...], _SIX]
"""The tokens of a track, top first."""
Values: TypeAlias = Annotated[tuple[Count, ...], _SIX]
"""The EP beside the track's spaces, top first."""
_LETTERS: Final = say("a text of the letters {letters}", letters=COLOURS)
Letters: TypeAlias = Annotated[
    str, expecting(_LETTERS, pattern=entire(f"[{COLOURS}]*"), max_length=200)
]
"""Cards as colour letters."""
Rows: TypeAlias = Annotated[tuple[Letters, ...], Meta(max_length=26)]
Grid: TypeAlias = Literal["M"] | Rows
"""A Life board: ``M``, or its rows from the north."""
Names: TypeAlias = Annotated[tuple[Word, ...], Meta(min_length=PLAYERS[0], max_length=PLAYERS[-1])]
"""The players in clockwise order (IC-SETUP-1)."""
Tile: TypeAlias = Annotated[
    str,
    expecting(
        say("one of {known}; a second joy is joy-2", known=", ".join(QUALITIES)),
        pattern=entire(f"(?:{'|'.join(QUALITIES)})(?:-[0-9]+)?"),
        max_length=40,
    ),
]
"""A quality tile; the second copy of Joy is ``joy-2`` (IC-R47)."""
Tokens: TypeAlias = Annotated[tuple[tuple[Word, Tile], ...], Meta(max_length=100)]
"""Value tokens in the order of placing: whose, and beside which tile."""
Places: TypeAlias = Few[Word]
"""Spaces of the Life board, or squares of a player board."""
Cubes: TypeAlias = Annotated[Mapping[Word, Places], Meta(max_length=PLAYERS[-1])]
OfRow: TypeAlias = Annotated[int, Meta(ge=1, le=len(ROW_EP))]
"""How many cubes are gone from an advanced row (IC-R40)."""


def land(grid: Grid, *path: str) -> Board:
    """Return a Life board."""
    if isinstance(grid, str):
        return REFERENCE
    if len(grid) < _LEAST_SIDE or any(len(row) != len(grid) for row in grid):
        expected = say(
            "{name!r} or a square of rows of {letters}", name=_REFERENCE, letters=COLOURS
        )
        raise wrong(*path, "board", expected=expected)
    return board(grid)


def space(name: str, on: Board, *path: str) -> str:
    """Return a space of the board."""
    return spaces((name,), on, *path)[0]


def spaces(names: Sequence[str], on: Board, *path: str) -> tuple[str, ...]:
    """Return spaces of the board, all different."""
    if not all(name in on.colour for name in names):
        ends = {"first": on.spaces[0], "last": on.spaces[-1]}
        raise wrong(*path, expected=say("a space of the board, {first} to {last}", **ends))
    return without_duplicates(names, *path)


def squares(names: Sequence[str], on: Layout, *path: str) -> tuple[str, ...]:
    """Return squares of the player board, all different."""
    for name in names:
        seat_of(name, tuple(player_board(on).colour), *path)
    return without_duplicates(names, *path)


def layout(rows: Rows, *path: str) -> Layout:
    """Return the colours of a player board's squares, row by row (IC-R39)."""
    sound(wrong_data({"player_board": {"squares": list(rows)}}), *path, "layout", below=3)
    return rows


def value_tokens(
    tokens: Tokens, names: Sequence[str], at: Sequence[str] | None, *path: str
) -> tuple[tuple[int, str], ...]:
    """Return value tokens (seat, tile) in the order of placing, beside the tiles ``at``."""
    for player, tile in tokens:
        if player not in names or (at is not None and tile not in at):
            raise wrong(*path, "values", expected=say("players, and tiles in play"))
    return tuple((names.index(player), tile) for player, tile in tokens)


def placed(values: tuple[tuple[int, str], ...], names: Sequence[str]) -> list[list[str]]:
    """Return value tokens in the form of a question: pairs of player and tile."""
    return [[names[owner], tile] for owner, tile in values]
