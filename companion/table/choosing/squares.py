"""A cursor on the board: the joystick moves it in two dimensions over the possible squares."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import groupby
from types import MappingProxyType
from typing import Final, TypeAlias

import msgspec
from msgspec.structs import replace

from companion.engine.diagram import Diagram, marked
from companion.engine.game import Action
from companion.table.command import Command
from companion.table.narrowing.candidates import (
    KEPT,
    ChoiceContext,
    distinct_candidates,
    not_secret,
)
from companion.table.narrowing.intent import VERB, Choice, Constraint, is_usual, parts, values
from companion.table.state import Table

FEWEST: Final = 2
"""The fewest squares between which a cursor is worth a board."""
WAYS: Final[Mapping[Command, tuple[int, int]]] = MappingProxyType(
    {
        Command.UP: (-1, 0),
        Command.DOWN: (1, 0),
        Command.LEFT: (0, -1),
        Command.RIGHT: (0, 1),
    }
)
"""The directions of a joystick, as steps in rows and columns."""


Named: TypeAlias = tuple[Action, Mapping[str, object]]
"""An action with the fields that players choose."""


class Square(msgspec.Struct, frozen=True):
    """A selectable square, its position on the board, and the choice that it makes."""

    row: int
    column: int
    choice: Choice

    def distance(self, other: tuple[int, int]) -> int:
        """Return the number of steps to a place."""
        return abs(self.row - other[0]) + abs(self.column - other[1])


def squares(table: Table) -> tuple[Square, ...]:
    """Return the squares to choose from, the nearest first; none if something else is chosen.

    Where the only other choice has no parameters (*done*), the squares come first: *confirm*
    without a cursor still takes that choice.
    """
    return _squares(table.position)


@lru_cache(maxsize=KEPT)
def _squares(position: ChoiceContext) -> tuple[Square, ...]:
    game, state = position.game, position.state
    board = game.chooser(state)
    if board is None or game.is_terminal(state):
        return ()
    usual = {action: values(action) for action in distinct_candidates(position) if is_usual(action)}
    named_actions = [
        (action, usual[action]) for action in not_secret(position, usual) if len(usual[action]) > 1
    ]
    if not named_actions or sum(len(named) == 1 for named in usual.values()) > 1:
        return ()
    at = {
        cell.place: (row, column)
        for row, cells in enumerate(board.rows)
        for column, cell in enumerate(cells)
        if cell.place
    }
    found = [
        Square(*at[place], choice) for place, choice in _led(position, named_actions) if place in at
    ]
    if not found:
        field = _field([named for _, named in named_actions], at)
        found = [
            Square(*at[place], choice)
            for place, choice in (() if field is None else _by_place(named_actions, field))
        ]
    if not found:
        return ()
    start = _start(board, found)
    return tuple(sorted(found, key=lambda square: square.distance(start)))


def _led(position: ChoiceContext, named_actions: Sequence[Named]) -> Iterable[tuple[str, Choice]]:
    """Return where each action moves a piece, if all do, and to different squares."""
    leads = [position.game.leads_to(position.state, action) for action, _ in named_actions]
    if len(named_actions) < FEWEST or None in leads or len(set(leads)) < len(leads):
        return ()
    return tuple(
        (place, Choice(Constraint(VERB, parts(named[VERB])), place, action))
        for place, (action, named) in zip(leads, named_actions, strict=True)
        if place is not None
    )


def _field(mappings: Sequence[Mapping[str, object]], places: Collection[str]) -> str | None:
    """Return the first field that can be chosen on the board with no open field before it."""
    if len({str(each[VERB]) for each in mappings}) > 1:
        return None
    before: list[str] = []
    for name in mappings[0]:
        found = {str(each[name]) for each in mappings}
        before.append(name)
        if len(found) >= FEWEST and found <= set(places):
            whole = {tuple(str(each[field]) for field in before) for each in mappings}
            if len(whole) == len(found):
                return name
    return None


def _by_place(named_actions: Iterable[Named], field: str) -> Iterable[tuple[str, Choice]]:
    """Yield each value of a field with its choice."""

    def place(each: Named) -> str:
        return str(each[1][field])

    for name, group in groupby(sorted(named_actions, key=place), place):
        (first, named), *others = group
        yield name, Choice(Constraint(field, parts(name)), named[field], None if others else first)


def _start(board: Diagram, found: Sequence[Square]) -> tuple[int, int]:
    """Return the origin of distances: what the board marks, else the centre of the squares."""
    for row, cells in enumerate(board.rows):
        for column, cell in enumerate(cells):
            if cell.mark == "cursor":
                return row, column
    middle = len(board.rows) // 2, len(board.rows[0]) // 2
    nearest = min(found, key=lambda square: square.distance(middle))
    return nearest.row, nearest.column


def move_cursor(found: Sequence[Square], cursor: int, way: Command) -> int:
    """Return the index of the square to which a joystick moves the cursor.

    Up and down lead to the next row with squares, left and right to the next square of the row,
    or, if it has no other, of the next column; every edge leads to the opposite one. So every
    square can be reached.
    """
    here, (down, right) = found[cursor], WAYS[way]
    rows = sorted({square.row for square in found})
    if down:
        row = rows[(rows.index(here.row) + down) % len(rows)]
        there = [square for square in found if square.row == row]
        return found.index(min(there, key=lambda square: abs(square.column - here.column)))
    beside = sorted(
        (square for square in found if square.row == here.row), key=lambda square: square.column
    )
    if len(beside) == 1:
        columns = sorted({square.column for square in found})
        column = columns[(columns.index(here.column) + right) % len(columns)]
        there = [square for square in found if square.column == column]
        return found.index(min(there, key=lambda square: abs(square.row - here.row)))
    return found.index(beside[(beside.index(here) + right) % len(beside)])


def enter_board(table: Table, found: Sequence[Square], way: Command) -> int:
    """Return the index of the square to which the joystick's first movement moves the cursor.

    It starts where the board is marked: from a piece, or from the cube that was placed last.
    """
    board = table.game.chooser(table.state)
    assert board is not None  # noqa: S101 - there are squares
    start = _start(board, found)
    if any((square.row, square.column) == start for square in found):
        return move_cursor(found, 0, way)
    from_there = (*found, replace(found[0], row=start[0], column=start[1]))
    reached = move_cursor(from_there, len(found), way)
    return reached if reached < len(found) else 0


def step(table: Table, found: Sequence[Square], way: Command) -> Choice | None:
    """Return the immediate effect of a joystick's direction: a piece's step to the next square.

    It exists where a direction is the only choice.
    """
    leads = all(table.game.leads_to(table.state, action) for action in table.candidates)
    board = table.game.chooser(table.state)
    if table.selection or not leads or board is None:
        return None
    row, column = _start(board, found)
    if any(square.distance((row, column)) != 1 for square in found):
        return None
    there = (row + WAYS[way][0], column + WAYS[way][1])
    return next((each.choice for each in found if (each.row, each.column) == there), None)


def mark_squares(table: Table, found: Sequence[Square]) -> Diagram | None:
    """Return the board with the squares to choose from, the one under the cursor inverted."""
    board = table.game.chooser(table.state)
    if board is None:
        return None
    places = [board.rows[square.row][square.column].place for square in found]
    return marked(board, {places[(table.cursor or 0) % len(found)]}, places)
