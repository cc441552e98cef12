"""Picture of a printed sheet, on which players touch the squares that differ on their copy.

Each touch is an answer of the setup, so *back* undoes it. The joystick moves over the squares;
above the first row and below the last is the answer that all are correct now.
"""

from collections.abc import Iterator, Mapping
from itertools import accumulate
from typing import Final

import msgspec
from msgspec.structs import replace

from companion.engine.diagram import Cell, Diagram
from companion.engine.owners_copy import PrintedSheet, PrintedSquare
from companion.engine.text import Text, text
from companion.table.command import Command
from companion.table.setup_question import AnswerBoard, SetupQuestion

DONE: Final = "done"
"""The answer that the picture is now as the copy is printed."""


class SheetTouches(msgspec.Struct, frozen=True):
    """The sheet after the touches so far, and their number.

    ``square`` is the last one touched, ``touched`` the parts of its new value while it is
    incomplete.
    """

    values: tuple[str, ...]
    count: int = 0
    square: int | None = None
    touched: tuple[str, ...] | None = None


def sheet_touches(sheet: PrintedSheet, key: str, given: Mapping[str, object]) -> SheetTouches:
    """Return the result of the touches among the answers ``given``."""
    values = list(sheet.values)
    count, square = 0, None
    while isinstance(answer := given.get(f"{key}.{count}"), int):
        square = answer
        if sheet.kinds:
            following = sheet.kinds.index(values[square]) + 1
            values[square] = sheet.kinds[following % len(sheet.kinds)]
        else:
            touched = _touched(f"{key}.{count}", given)
            if sheet.part(touched) is not None:
                return SheetTouches(tuple(values), count, square, touched)
            values[square] = "".join(touched)
        count += 1
    return SheetTouches(tuple(values), count, square)


def _touched(key: str, given: Mapping[str, object]) -> tuple[str, ...]:
    touched: tuple[str, ...] = ()
    while (part := given.get(f"{key}.{len(touched)}")) is not None:
        touched = (*touched, str(part))
    return touched


def questions(
    sheet: PrintedSheet, key: str, given: Mapping[str, object]
) -> Iterator[SetupQuestion]:
    """Yield the next question about a sheet: which square differs, or what is printed on it."""
    so_far = sheet_touches(sheet, key, given)
    key = f"{key}.{so_far.count}"
    names = [name for row in sheet.rows for name in row]
    if so_far.square is not None and so_far.touched is not None:
        cell = sheet.part(so_far.touched)
        assert cell is not None  # noqa: S101 - or the value would be complete
        square = names[so_far.square]
        yield SetupQuestion(f"{key}.{len(so_far.touched)}", cell.ask, cell.values, place=square)
    elif given.get(key) != DONE:
        squares = tuple(
            (i, text("copy.square", place=name, value=sheet.printed(value).name))
            for i, (name, value) in enumerate(zip(names, so_far.values, strict=True))
        )
        board = AnswerBoard(replace(sheet, values=so_far.values), is_open=True)
        yield SetupQuestion(
            key,
            text("copy.touch" if sheet.kinds else "copy.which"),
            (*squares, (DONE, text("copy.done"))),
            board=board,
            at=_next(sheet, so_far),
        )


def _next(sheet: PrintedSheet, so_far: SheetTouches) -> int:
    """Return the next cursor: the same square while cycling through values, else the next."""
    if so_far.square is None:
        return 0
    return so_far.square if sheet.kinds else so_far.square + 1


def move_cursor(board: AnswerBoard, cursor: int, way: Command) -> int:
    """Return the next cursor of a joystick; the index after the last square is *done*."""
    starts = list(accumulate(map(len, board.sheet.rows), initial=0))
    done = starts[-1]
    if way in (Command.LEFT, Command.RIGHT):
        return cursor if cursor == done else _beside(starts, cursor, way)
    if cursor == done:
        return starts[-2] if way is Command.UP else 0
    row = _row(starts, cursor)
    there = row + (1 if way is Command.DOWN else -1)
    if there not in range(len(board.sheet.rows)):
        return done
    last: int = starts[there + 1] - 1
    return min(starts[there] + cursor - starts[row], last)


def _row(starts: list[int], cursor: int) -> int:
    return max(row for row, start in enumerate(starts) if start <= cursor)


def _beside(starts: list[int], cursor: int, way: Command) -> int:
    row = _row(starts, cursor)
    start, width = starts[row], starts[row + 1] - starts[row]
    return start + (cursor - start + (1 if way is Command.RIGHT else -1)) % width


def sheet_diagram(board: AnswerBoard, cursor: int) -> Diagram:
    """Return a sheet for a panel, with the square under the cursor marked if it can be touched."""
    squares = iter(enumerate(board.sheet.values))
    return Diagram(
        tuple(
            tuple(
                Cell(
                    board.sheet.printed(value).icon,
                    "cursor" if board.is_open and number == cursor else "",
                )
                for number, value in (next(squares) for _ in row)
            )
            for row in board.sheet.rows
        )
    )


def square_under_cursor(board: AnswerBoard, cursor: int) -> tuple[Text, PrintedSquare] | None:
    """Return the square under the cursor and its printed value; ``None`` for *done*."""
    names = [name for row in board.sheet.rows for name in row]
    if not board.is_open or cursor >= len(names):
        return None
    return names[cursor], board.sheet.printed(board.sheet.values[cursor])
