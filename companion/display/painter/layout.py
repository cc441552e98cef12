"""Layout of a screen on a panel, and the texts that do not fit, as a pure function.

Texts are on a grid of eight-pixel lines, because a line across two of the controller's pages costs
twice the bytes. A panel of 128x64 has a title, six rows and a footer; one of 128x32 has a title,
two rows and a footer.
"""

import re
from collections.abc import Iterable, Iterator
from textwrap import wrap
from typing import Final

import msgspec
from msgspec.structs import replace

from companion.display.painter.board import BoardLayout, is_low, lay_out_boards
from companion.display.painter.glance import lay_out_glance
from companion.display.painter.icons import SIZE
from companion.display.painter.letters import lay_out_letters
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
from companion.table.screens.screen import (
    LetterGrid,
    Row,
    RowMark,
    Screen,
    Tone,
)

ARROW: Final = "▶"
DISCOUNT: Final = "↓"
ICON_GUTTER: Final = SIZE + 3
ARROW_GUTTER: Final = COLUMN + 1
MARGIN: Final = 4
"""Pixels between a message's text and the edge of the panel."""
FRAME: Final = 1
_BEGINNING: Final = 3
"""Columns that a text beside a value has at least: two letters and an ellipsis."""
_CLOCK: Final = 6
"""Columns of a value that is always whole."""
_TIME: Final = re.compile(r"[+-]?\d+:\d\d(x\d+)?")
"""A clock, with the periods that are left, if it has any."""
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
        return _message(screen, size)
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
    broken = [wrap(text, (width - beside) // COLUMN) for text in texts]
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
    width, height = size
    right = LEFT + (width - LEFT) // COLUMN * COLUMN
    drawn = lay_out_letters(grid, size)
    footer = _ends(screen.footer, "", LEFT, height - LINE, right)
    return Layout(
        bars=drawn.bars,
        labels=(
            *_ends(screen.title, screen.status, LEFT, 0, right),
            *drawn.labels,
            *(replace(each, faint=True) for each in footer),
        ),
        inverted=(Rect(0, 0, width - 1, LINE - 1), *drawn.inverted),
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
    footer = _ends(screen.footer, "", LEFT, height - LINE, right)
    labels = [
        *_ends(screen.title, screen.status, LEFT + above, 0, right),
        *(replace(each, faint=True) for each in footer),
    ]
    for y, row in _placed(rows, shown):
        labels += _row(row, left, text_x, y, right)
    if screen.big:
        labels.append(_big(screen.big, size))
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


def _boards(screen: Screen, size: tuple[int, int], right: int) -> BoardLayout:
    """Return the boards of a screen; on a low panel only the first, if the title needs the room."""
    board = lay_out_boards(screen.diagrams, screen.icons, size)
    above = len(screen.title) + len(screen.status) + bool(screen.status)
    if not is_low(size) or LEFT + board.width + COLUMN * above <= right:
        return board
    return lay_out_boards(screen.diagrams[:1], screen.icons, size)


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
    fits = COLUMN * (_BEGINNING + len(screen.status)) + LEFT + MARGIN <= width
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
                if text and columns >= min(len(text), _CLOCK)
            ),
            *_ends(screen.footer, "", LEFT, height - LINE, width),
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
    yield from _ends(row.text, sign + row.value, x, y, right)


def _ends(text: str, value: str, x: int, y: int, right: int) -> Iterator[TextLabel]:
    """Yield a text on the left and a value on the right; the value takes precedence.

    Unless it is as short as a clock, it leaves room for the beginning of a text that would
    otherwise be hidden.
    """
    columns = (right - x) // COLUMN
    vanishes = text and len(value) > max(_CLOCK, columns - 2)
    kept = _before_clock(value, columns - (min(len(text), _BEGINNING) + 1 if vanishes else 0))
    if value:
        yield TextLabel(value, kept, right - len(kept) * COLUMN, y)
        columns -= len(kept) + 1
    if text:
        yield TextLabel(text, shorten(text, columns), x, y)


def _before_clock(value: str, columns: int) -> str:
    """Return a value in a number of columns: what precedes a clock is cut, not the clock."""
    name, _, clock = value.rpartition(" ")
    left = columns - len(clock) - 1
    if len(value) <= columns or left <= 1 or not _TIME.fullmatch(clock):
        return shorten(value, columns)
    return f"{shorten(name, left)} {clock}"


def _thumb(shown: range, rows: int, width: int, count: int) -> Rect:
    """Return the mark at the right edge that shows which part of a long list is visible."""
    track = count * LINE
    top = LINE + track * shown.start // rows
    end = LINE + track * shown.stop // rows - 1
    return Rect(width - FRAME, top, width - FRAME, max(top, end))


def _message(screen: Screen, size: tuple[int, int]) -> Layout:
    """Return a wrapped message in a frame, with title, status and footer in its edges.

    Its subject is drawn beside it, if that leaves room for the text. On a low panel, text that
    needs the last line has the footer above it, beside the title, if both fit there.
    """
    width, height = size
    columns = (width - 2 * MARGIN) // COLUMN
    middle = LINE // 2 - 1
    count = height // LINE - 2
    shares = len(_keys_and_clock(screen)) + _BEGINNING <= (width - LEFT) // COLUMN
    longer = is_low(size) and shares and len(_broken(screen.rows, columns)) > count
    count += longer
    board = _beside(screen, size, count)
    left = MARGIN + board.width
    words = _wrapped(screen.rows, (width - left - MARGIN) // COLUMN, count, left)
    edges = _edges(screen, width, height, low=longer)
    bottom = height if longer else height - LINE + middle
    return Layout(
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
        yield from _ends("", footer, LEFT, height - LINE, right)


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
    return [line for row in rows for line in wrap(f"{row.text} {row.value}", columns)]


def _wrapped(rows: tuple[Row, ...], columns: int, count: int, x: int) -> Iterator[TextLabel]:
    lines = _broken(rows, columns)
    if len(lines) > count:
        lines[count - 1 :] = [" ".join(lines[count - 1 :])]
    for number, line in enumerate(lines, start=1):
        yield TextLabel(line, shorten(line, columns), x, number * LINE)
