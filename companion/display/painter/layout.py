"""Layout of a screen on a panel, and the texts that do not fit, as a pure function.

Texts are on a grid of eight-pixel lines, because a line across two of the controller's pages costs
twice the bytes. A panel of 128x64 has a title, six rows and a footer; one of 128x32 has a title,
two rows and a footer.
"""

from collections.abc import Iterable, Iterator
from textwrap import wrap
from typing import Final

import msgspec
from msgspec.structs import replace

from companion.display.painter.board import BoardLayout, is_low, lay_out_boards
from companion.display.painter.glance import lay_out_glance
from companion.display.painter.icons import SIZE
from companion.display.painter.letters import lay_out_letters
from companion.display.painter.line_ends import BEGINNING, CLOCK, ends, fits_beside
from companion.display.painter.message import FRAME, MARGIN, lay_out_message
from companion.display.painter.primitives import (
    COLUMN,
    LEFT,
    LINE,
    PlacedIcon,
    Rect,
    TextLabel,
    largest_fitting,
    shorten,
)
from companion.display.painter.rows import in_lines
from companion.table.screens.line_breaks import lines_of
from companion.table.screens.screen import (
    LetterGrid,
    Row,
    RowMark,
    Screen,
    Tone,
    ends_in_clock,
)

ARROW: Final = "▶"
DISCOUNT: Final = "↓"
ICON_GUTTER: Final = SIZE + 3
ARROW_GUTTER: Final = COLUMN + 1
_FEWEST_LETTERS: Final = 4
"""Letters of a title that are left beside a picture, before the mark of a cut."""
_QR: Final = 64
"""Pixels of a code's edge."""


class Layout(msgspec.Struct, frozen=True):
    """Everything to be drawn, in this order; the boxes in `inverted` are inverted last."""

    frames: tuple[Rect, ...] = ()
    bars: tuple[Rect, ...] = ()
    labels: tuple[TextLabel, ...] = ()
    pictures: tuple[PlacedIcon, ...] = ()
    inverted: tuple[Rect, ...] = ()
    code: str = ""
    """The address to be drawn as a QR code in the upper left corner, if any."""


def lay_out(screen: Screen, size: tuple[int, int]) -> Layout:
    """Return the layout of a screen for a panel of ``size`` pixels."""
    layout = _without_alarm(screen, size)
    return _alarmed(layout, screen.alarm, size) if screen.alarm else layout


def _without_alarm(screen: Screen, size: tuple[int, int]) -> Layout:
    if screen.glance is not None:
        large = lay_out_glance(screen.glance, size)
        return Layout(labels=large.labels, inverted=large.inverted)
    if screen.tone is Tone.TOAST:
        message = lay_out_message(screen, size)
        return Layout(
            message.frames, message.bars, message.labels, message.pictures, message.inverted
        )
    if screen.qr and not any(row.mark is RowMark.CURSOR for row in screen.rows):
        return _code(screen, size)
    if screen.qr and size[1] >= _QR and not screen.alarm:
        return _list_beside_code(screen, size)
    if screen.letters is not None:
        return _letters(screen, screen.letters, size)
    return _big_and_low(screen, size) if screen.big and is_low(size) else _list(screen, size)


def _alarmed(layout: Layout, alarm: str, size: tuple[int, int]) -> Layout:
    """Return a layout with the alarm in the last line, inverted against the line above."""
    width, height = size
    top = height - LINE
    columns_left = (width - LEFT) // COLUMN
    shown = shorten(alarm, columns_left)
    x = LEFT + (columns_left - len(shown)) // 2 * COLUMN
    kept = tuple(label for label in layout.labels if label.y + label.size[1] <= top)
    return replace(
        layout,
        frames=tuple(replace(frame, bottom=top - 2) for frame in layout.frames),
        labels=(*kept, TextLabel(alarm, shown, x, top)),
        inverted=(*layout.inverted, Rect(0, top, width - 1, height - 1)),
    )


def _code(screen: Screen, size: tuple[int, int]) -> Layout:
    """Return a QR code with text next to it.

    A low panel, or one with an alarm, only has room for the address as text. The labels of keys are
    in the last line, a clock above it, or where all lines are taken, instead of the title.
    """
    width, height = size
    texts = [screen.title, *(row.text for row in screen.rows)]
    if height < _QR or screen.alarm:
        last = " ".join((texts[-1], screen.status)).strip()
        lines = [*wrap(screen.qr, (width - LEFT) // COLUMN), last, screen.footer]
        return Layout(labels=tuple(_lines(lines[: height // LINE], LEFT, width)))
    beside, count = height + MARGIN, height // LINE
    broken = [lines_of(text, (width - beside) // COLUMN) for text in texts]
    below = [text for text in (screen.status, screen.footer) if text]
    spaced = [line for lines in broken for line in (*lines, "")]
    close = [line for lines in broken for line in lines]
    lines = spaced if len(spaced) + len(below) <= count else close
    if len(lines) + len(below) > count:
        lines = [*below[:-1], *lines[len(broken[0]) :]][: count - 1]
        below = below[-1:]
    lines += [""] * (count - len(below) - len(lines))
    return Layout(labels=tuple(_lines([*lines, *below], beside, width)), code=screen.qr)


def _list_beside_code(screen: Screen, size: tuple[int, int]) -> Layout:
    """Return a QR code with a list next to it, without a title; the key labels are below it."""
    width, height = size
    count = height // LINE - 1
    shown = visible(screen.rows, count)
    lines = [screen.rows[number].text for number in shown]
    lines += [""] * (count - len(lines))
    cursors = (
        Rect(height, y * LINE, width - 1, (y + 1) * LINE - 1)
        for y, number in enumerate(shown)
        if screen.rows[number].mark is RowMark.CURSOR
    )
    labels = tuple(_lines([*lines, screen.footer], height + MARGIN, width))
    return Layout(labels=labels, code=screen.qr, inverted=tuple(cursors))


def _lines(lines: Iterable[str], x: int, width: int) -> Iterator[TextLabel]:
    for number, line in enumerate(lines):
        if line:
            yield TextLabel(line, shorten(line, (width - x) // COLUMN), x, number * LINE)


def visible(rows: tuple[Row, ...], count: int) -> range:
    """Return the indices of the rows to show: around the cursor, else around the acting seat."""
    marks = [row.mark for row in rows]
    marked = next((mark for mark in (RowMark.CURSOR, RowMark.TURN) if mark in marks), None)
    focus = marks.index(marked) if marked else 0
    start = min(focus - (count - 1) // 2, len(rows) - count)
    return range(max(0, start), min(len(rows), max(0, start) + count))


def _letters(screen: Screen, grid: LetterGrid, size: tuple[int, int]) -> Layout:
    """Return a grid of letters between the title and the labels of keys."""
    drawn = lay_out_letters(grid, size)
    return Layout(
        bars=drawn.bars,
        labels=(*_around(screen, size, LEFT, has_free_line=False), *drawn.labels),
        inverted=(Rect(0, 0, size[0] - 1, LINE - 1), *drawn.inverted),
    )


def _list(screen: Screen, size: tuple[int, int]) -> Layout:
    width, height = size
    right = LEFT + (width - LEFT) // COLUMN * COLUMN
    count = height // LINE - 2
    board = _boards(screen, size, right)
    left = LEFT + board.width
    arrows = any(row.mark is RowMark.TURN for row in screen.rows)
    icon_x = left + (ARROW_GUTTER if arrows else 0)
    has_icons = any(row.icon in screen.icons for row in screen.rows)
    text_x = icon_x + (ICON_GUTTER if has_icons else 0)
    rows = in_lines(screen.rows, (right - text_x) // COLUMN, count)
    shown = visible(rows, count)
    scrolls = len(shown) < len(rows)
    above = board.width if is_low(size) else 0
    title_bar = Rect(above, 0, width - 1, LINE - 1)
    cursors = (
        Rect(board.width, y, (right if scrolls else width) - 1, y + LINE - 1)
        for y, row in _placed(rows, shown)
        if row.mark is RowMark.CURSOR
    )
    big = (_big(screen.big, size),) if screen.big else ()
    is_free = left + COLUMN * len(screen.status) <= right and (
        big[0].y + big[0].size[1] <= height - 2 * LINE if big else len(shown) < count
    )
    labels = [*_around(screen, size, LEFT + above, has_free_line=is_free), *big]
    for y, row in _placed(rows, shown):
        labels += _row(row, left, text_x, y, right)
    return Layout(
        bars=(*board.bars, *((_thumb(shown, len(rows), width, count),) if scrolls else ())),
        labels=tuple(labels),
        pictures=(
            *board.pictures,
            *(
                PlacedIcon(screen.icons[row.icon], icon_x, y)
                for y, row in _placed(rows, shown)
                if row.icon in screen.icons
            ),
        ),
        inverted=(title_bar, *cursors, *board.inverted),
    )


def _around(
    screen: Screen, size: tuple[int, int], left: int, *, has_free_line: bool
) -> Iterator[TextLabel]:
    """Yield the title, from ``left`` on, with the status and the labels of keys.

    A clock for which there is no room beside the whole title stands beside the labels of keys, else
    in the line above them if that is free. Only where it is not, the title is cut.
    """
    width, height = size
    right = LEFT + (width - LEFT) // COLUMN * COLUMN
    title, status, footer = screen.title, screen.status, screen.footer
    beside_title = beside_footer = above_footer = ""
    moves = ends_in_clock(status) and not screen.alarm
    if fits_beside(title, status, (right - left) // COLUMN):
        beside_title = status
    elif fits_beside(footer, status, (right - LEFT) // COLUMN) and moves:
        beside_footer = status
    elif has_free_line and moves:
        above_footer = status
    else:
        beside_title = status
    yield from ends(title, beside_title, left, 0, right)
    yield from ends("", above_footer, LEFT, height - 2 * LINE, right)
    yield from ends("", beside_footer, LEFT, height - LINE, right)
    for label in ends(footer, "", LEFT, height - LINE, right):
        yield replace(label, faint=True)


def _boards(screen: Screen, size: tuple[int, int], right: int) -> BoardLayout:
    """Return the boards of a screen; on a low panel as many as leave room for the title."""
    board = lay_out_boards(screen.diagrams, screen.icons, size)
    if not is_low(size) or fits_beside(screen.title, screen.status, _beside(board, right)):
        return board
    first = lay_out_boards(screen.diagrams[:1], screen.icons, size)
    beginning = screen.title[:_FEWEST_LETTERS]
    has_room = fits_beside(beginning, screen.status, _beside(first, right) - 1)
    return first if has_room else BoardLayout()


def _beside(board: BoardLayout, right: int) -> int:
    """Return the columns of a line beside a board."""
    return (right - LEFT - board.width) // COLUMN


def _big(text: str, size: tuple[int, int]) -> TextLabel:
    """Return large text, centred between title and footer on the grid of lines."""
    width, height = size
    height_left = height - 2 * LINE
    label = largest_fitting((text,), (0, LINE), (width, height_left))
    down = (height_left - label.size[1]) // 2 // LINE * LINE
    return replace(label, x=(width - label.width) // 2, y=label.y + down)


def _big_and_low(screen: Screen, size: tuple[int, int]) -> Layout:
    """Return large text on a low panel, with title and status beside it if they fit."""
    width, height = size
    word = screen.big.strip()
    fits = COLUMN * (BEGINNING + len(screen.status)) + LEFT + MARGIN <= width
    beside = COLUMN * len(screen.status) * fits
    big = largest_fitting(
        (word,), (LEFT, 0), (width - LEFT - beside - bool(beside) * MARGIN, height - LINE)
    )
    x = LEFT + big.width + MARGIN
    columns = (width - x) // COLUMN
    texts = (screen.title, 0), (screen.status, height - 2 * LINE)
    return Layout(
        labels=(
            replace(big, y=(height - LINE - big.size[1]) // 2 // LINE * LINE),
            *(
                TextLabel(text, shorten(text, columns), x, y)
                for text, y in texts
                if text and columns >= min(len(text), CLOCK)
            ),
            *ends(screen.footer, "", LEFT, height - LINE, width),
        )
    )


def _placed(rows: tuple[Row, ...], shown: range) -> Iterator[tuple[int, Row]]:
    """Yield the visible rows with their distance from the top in pixels."""
    for line, index in enumerate(shown, start=1):
        yield line * LINE, rows[index]


def _row(row: Row, left: int, x: int, y: int, right: int) -> Iterator[TextLabel]:
    if row.mark is RowMark.TURN:
        yield TextLabel(ARROW, ARROW, left, y)
    sign = DISCOUNT if row.mark is RowMark.DISCOUNT else ""
    yield from ends(row.text, sign + row.value, x, y, right)


def _thumb(shown: range, rows: int, width: int, count: int) -> Rect:
    """Return the mark at the right edge that shows which part of a long list is visible."""
    track = count * LINE
    top = LINE + track * shown.start // rows
    end = LINE + track * shown.stop // rows - 1
    return Rect(width - FRAME, top, width - FRAME, max(top, end))
