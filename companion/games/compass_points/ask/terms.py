"""The terms that questions use: boards, squares, players, scores."""

from typing import Final

from companion.engine.data import merged
from companion.engine.game import Struct
from companion.engine.message import joined, say
from companion.engine.questions import Fields, QuestionError
from companion.games.compass_points.board import Board, board
from companion.games.compass_points.check import wrong_data
from companion.games.compass_points.variant import DATA, SIDES, variant

DEFAULT: Final = board(variant(DATA))
"""The board for questions that do not describe one."""


def land(fields: Fields, name: str = "board") -> Board:
    """Return the board of a question: ``{"size": n, "squares": {square: token}}``."""
    if fields.any(name, None) is None:
        return DEFAULT
    board_fields = fields.fields(name)
    squares = board_fields.fields("squares", {})
    described: Struct = {
        "board": {
            "size": board_fields.whole("size"),
            "squares": {square: squares.text(square) for square in squares.names},
        }
    }
    for problem in wrong_data(described):
        if not problem.warning:
            where = ".".join(map(str, problem.path[2:]))
            raise QuestionError(joined("", [board_fields.path, ".", where, ": ", problem.message]))
    return board(variant(merged(DATA, described)))


def square(fields: Fields, name: str, on: Board, default: str | None = None) -> str:
    """Return a square of the board, by the name in the question."""
    name_given = fields.text(name) if default is None else fields.text(name, default)
    if name_given not in on.place:
        raise fields.wrong(
            name,
            say(
                "a square of the board, {first} to {last}", first=on.squares[0], last=on.squares[-1]
            ),
        )
    return name_given


def squares(fields: Fields, name: str, on: Board) -> tuple[str, ...]:
    """Return squares of the board, in the order of the question."""
    names = fields.texts(name)
    if not all(square in on.place for square in names):
        raise fields.wrong(
            name,
            say(
                "squares of the board, {first} to {last}", first=on.squares[0], last=on.squares[-1]
            ),
        )
    return names


def scores(fields: Fields, name: str) -> tuple[int, ...]:
    """Return the score of each seat; a side that is left out has 0."""
    return fields.fields(name, {}).each_of(SIDES, _points)


def _points(by_side: Fields, side: str) -> int:
    points = by_side.any(side, 0)
    if isinstance(points, bool) or not isinstance(points, int):
        raise by_side.wrong(side, say("a whole number"))
    return points


def sides(fields: Fields, name: str) -> tuple[str, ...]:
    """Return different players, by their sides."""
    names = fields.texts(name, ())
    if len(set(names)) < len(names) or set(names) - set(SIDES):
        raise fields.wrong(name, say("different players out of {known}", known=" ".join(SIDES)))
    return names
