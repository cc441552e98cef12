"""Layout of a message: wrapped words in a frame, with title, clock and keys in its edges."""

from collections.abc import Iterator
from typing import Final

import msgspec

from companion.display.painter.board import BoardLayout, is_low, lay_out_boards
from companion.display.painter.line_ends import BEGINNING, ends
from companion.display.painter.primitives import (
    COLUMN,
    LEFT,
    LINE,
    PlacedIcon,
    Rect,
    TextLabel,
    shorten,
)
from companion.table.screens.line_breaks import lines_of
from companion.table.screens.screen import Row, Screen

MARGIN: Final = 4
"""Pixels between a message's text and the edge of the panel."""
FRAME: Final = 1


class MessageLayout(msgspec.Struct, frozen=True):
    """What is drawn of a message; the boxes in ``inverted`` are inverted last."""

    frames: tuple[Rect, ...]
    bars: tuple[Rect, ...]
    labels: tuple[TextLabel, ...]
    pictures: tuple[PlacedIcon, ...]
    inverted: tuple[Rect, ...]


def lay_out_message(screen: Screen, size: tuple[int, int]) -> MessageLayout:
    """Return a wrapped message in a frame, with title, status and footer in its edges.

    Its subject is drawn beside it, if that leaves room for the text. On a low panel, text that
    needs the last line has the footer above it, beside the title, if both fit there.
    """
    width, height = size
    columns = (width - 2 * MARGIN) // COLUMN
    middle = LINE // 2 - 1
    count = height // LINE - 2
    shares = len(_keys_and_clock(screen)) + BEGINNING <= (width - LEFT) // COLUMN
    longer = is_low(size) and shares and len(_broken(screen.rows, columns)) > count
    count += longer
    board = _beside(screen, size, count)
    left = MARGIN + board.width
    words = _wrapped(screen.rows, (width - left - MARGIN) // COLUMN, count, left)
    edges = _edges(screen, width, height, low=longer)
    bottom = height if longer else height - LINE + middle
    return MessageLayout(
        frames=(Rect(FRAME, middle, width - 1 - FRAME, bottom),),
        bars=board.bars,
        labels=tuple(sorted((*edges, *words), key=lambda label: (label.y, label.x))),
        pictures=board.pictures,
        inverted=(Rect(0, 0, width - 1, height - 1), *board.inverted),
    )


def _beside(screen: Screen, size: tuple[int, int], count: int) -> BoardLayout:
    """Return the picture of a message's subject; empty if the text needs the room, or if low."""
    if is_low(size):
        return BoardLayout()
    board = lay_out_boards(screen.diagrams, screen.icons, size, MARGIN)
    columns = (size[0] - 2 * MARGIN - board.width) // COLUMN
    return board if len(_broken(screen.rows, columns)) <= count else BoardLayout()


def _in_frame(text: str, columns: int, x: int, y: int) -> list[TextLabel]:
    """Return a text in the frame's edge, with a blank on either side; empty for none."""
    return [TextLabel(f" {text} ", f" {shorten(text, columns)} ", x, y)] if text else []


def _edges(screen: Screen, width: int, height: int, *, low: bool) -> Iterator[TextLabel]:
    """Yield the texts in the edges of a message's frame; in a ``low`` one only the upper edge.

    A clock is beside the title, else beside the footer. Where neither leaves enough of the frame,
    title and clock replace the upper edge.
    """
    columns = (width - 2 * MARGIN) // COLUMN
    right = LEFT + (width - LEFT) // COLUMN * COLUMN
    title, status, footer = screen.title, screen.status, screen.footer
    if low:
        status, footer = _keys_and_clock(screen), ""
    beside = columns - 4 - (len(status) + 3)
    is_beside_title = not status or len(title) <= beside
    if is_beside_title or (footer and len(footer) < beside):
        yield from _in_frame(title, columns - 4, MARGIN + COLUMN, 0)
        if is_beside_title:
            yield from _at_the_right(status, columns, width, 0)
        else:
            yield from _in_frame(status, columns - 4, MARGIN + COLUMN, height - LINE)
    else:
        yield from _instead_of_edge(title, status, right)
    if len(footer) <= columns - 3:
        yield from _at_the_right(footer, columns, width, height - LINE)
    else:
        yield from ends("", footer, LEFT, height - LINE, right)


def _keys_and_clock(screen: Screen) -> str:
    """Return the texts in the upper edge of a low message besides its title."""
    return f"{screen.footer} {screen.status}".strip()


def _instead_of_edge(title: str, value: str, right: int) -> Iterator[TextLabel]:
    """Yield a title, shortened if necessary, and a value in a line without a frame."""
    columns = (right - LEFT) // COLUMN
    kept = shorten(value, columns)
    left = columns - len(kept)
    if title and left > 1:
        yield TextLabel(title.ljust(left), shorten(title, left - 1).ljust(left), LEFT, 0)
    yield TextLabel(value, kept, right - COLUMN * len(kept), 0)


def _at_the_right(text: str, columns: int, width: int, y: int) -> list[TextLabel]:
    """Return a text in the frame's edge near its right corner."""
    x = width - MARGIN - COLUMN * (3 + min(len(text), columns - 3))
    return _in_frame(text, columns - 3, x, y)


def _broken(rows: tuple[Row, ...], columns: int) -> list[str]:
    return [line for row in rows for line in lines_of(f"{row.text} {row.value}", columns)]


def _wrapped(rows: tuple[Row, ...], columns: int, count: int, x: int) -> Iterator[TextLabel]:
    lines = list[str]()
    for row in rows:
        left = count - len(lines)
        more = lines_of(f"{row.text} {row.value}", columns, left) if left else [row.text]
        lines = [*lines, *more] if left else [*lines[:-1], " ".join((lines[-1], *more))]
    for number, line in enumerate(lines, start=1):
        yield TextLabel(line, shorten(line, columns), x, number * LINE)
