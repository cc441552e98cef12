"""The terms that questions use: boards, squares, sides, plays."""

from collections.abc import Mapping
from typing import Annotated, Final, TypeAlias, TypeVar

import msgspec
from msgspec import Meta

from companion.engine.data import merge
from companion.engine.message import say
from companion.engine.questions import sound, wrong
from companion.games.compass_points.board import Board, board
from companion.games.compass_points.check import wrong_data
from companion.games.compass_points.variant import DATA, ROUNDS, SIDES, variant
from companion.schema.bounds import Count, Few, Whole, Word, among

T = TypeVar("T")

DEFAULT: Final = board(variant(DATA))
"""The board for questions that do not describe one."""

Side: TypeAlias = Annotated[str, among(SIDES)]
Number: TypeAlias = Annotated[int, Meta(ge=1, le=ROUNDS)]
BySide: TypeAlias = Annotated[Mapping[Side, T], Meta(max_length=len(SIDES))]

Plays: TypeAlias = BySide[tuple[Word, Whole]]
Choices: TypeAlias = Annotated[tuple[Word, ...], Meta(max_length=100)]


class Described(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A board: its squares along a side, and the tokens on its squares."""

    size: Count
    squares: Annotated[Mapping[Word, Word], Meta(max_length=25 * 25)] = msgspec.field(
        default_factory=dict
    )


class Round(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The plays of a round: direction and speed by side, and the choices in order."""

    plays: Plays
    choices: Choices = ()


class Start(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The state of a game before a round; omitted values are the initial ones."""

    round: Number = 1
    pawn: Word | None = None
    scores: BySide[Whole] = msgspec.field(default_factory=dict)
    sitting_out: Few[Side] = ()


def land(described: Described | None) -> Board:
    """Return the board of a question."""
    if described is None:
        return DEFAULT
    data = {"board": {"size": described.size, "squares": described.squares}}
    sound(wrong_data(data), "board", below=2)
    return board(variant(merge(DATA, data)))


def on(land: Board, square: str, *path: str | int) -> str:
    """Return a square, which must be on the board."""
    if square not in land.place:
        first, last = land.squares[0], land.squares[-1]
        expected = say("a square of the board, {first} to {last}", first=first, last=last)
        raise wrong(*path, expected=expected)
    return square
