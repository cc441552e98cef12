"""The words of questions: boards, squares, players, scores."""

from typing import Final

from companion.engine.data import merged
from companion.engine.game import Struct
from companion.engine.message import joined, say
from companion.engine.questions import Fields, QuestionError
from companion.games.compass_points.board import Board, board
from companion.games.compass_points.check import check
from companion.games.compass_points.variant import DATA, SIDES, variant

DEFAULT: Final = board(variant(DATA))
"""The board of a question that brings none."""


def land(fields: Fields, name: str = "board") -> Board:
    """Return the board of a question: ``{"size": n, "squares": {square: token}}``."""
    if fields.any(name, None) is None:
        return DEFAULT
    given = fields.fields(name)
    squares = given.fields("squares", {})
    described: Struct = {
        "board": {
            "size": given.whole("size"),
            "squares": {square: squares.text(square) for square in squares.names},
        }
    }
    given.close()
    for problem in check(described, {}):
        if not problem.warning:
            where = ".".join(map(str, problem.path[2:]))
            raise QuestionError(joined("", [given.path, ".", where, ": ", problem.message]))
    return board(variant(merged(DATA, described)))


def square(fields: Fields, name: str, on: Board, default: str | None = None) -> str:
    """Return a square of the board."""
    found = fields.text(name) if default is None else fields.text(name, default)
    if found not in on.place:
        raise fields.wrong(
            name,
            say(
                "a square of the board, {first} to {last}", first=on.squares[0], last=on.squares[-1]
            ),
        )
    return found


def squares(fields: Fields, name: str, on: Board) -> tuple[str, ...]:
    """Return squares of the board, in the order of the question."""
    found = fields.texts(name)
    if not all(each in on.place for each in found):
        raise fields.wrong(
            name,
            say(
                "squares of the board, {first} to {last}", first=on.squares[0], last=on.squares[-1]
            ),
        )
    return found


def scores(fields: Fields, name: str) -> tuple[int, ...]:
    """Return the score of each seat; who is left out has none yet."""
    given = fields.fields(name, {})
    found = []
    for side in SIDES:
        points = given.any(side, 0)
        if isinstance(points, bool) or not isinstance(points, int):
            raise given.wrong(side, say("a whole number"))
        found.append(points)
    given.close()
    return tuple(found)


def sides(fields: Fields, name: str) -> tuple[str, ...]:
    """Return players by their sides."""
    found = fields.texts(name, ())
    if len(set(found)) < len(found) or set(found) - set(SIDES):
        raise fields.wrong(name, say("different players out of {known}", known=" ".join(SIDES)))
    return found
