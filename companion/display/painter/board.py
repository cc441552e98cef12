"""Layout of boards on the panel: the whole board, or a crop around the marked spaces."""

from collections.abc import Iterator, Mapping
from itertools import zip_longest
from typing import Final

import msgspec
from msgspec.structs import replace

from companion.display.painter.icons import SIZE, Pattern
from companion.display.painter.primitives import (
    LEFT,
    LINE,
    PlacedIcon,
    Rect,
)
from companion.engine.diagram import CURSOR, TARGET, Cell, Diagram

GAP: Final = 3
"""Pixels between a board and what is next to it."""
_USUAL: Final = 128
"""Pixels of the usual panel's width."""
_WHOLE: Final = 48
"""Pixels of the height that a board has for itself between title and footer."""
_INDENT: Final = 4
"""Pixels by which a board is indented below another, so that they do not look like one."""
_ACROSS: Final = 50
"""The most pixels of its width; twelve characters remain beside it."""
_FEW: Final = 5
"""Columns of a cut-out."""
_FEWER: Final = 3
"""Columns of a cut-out on a low panel, where a title needs room beside it."""
_MOST: Final = 2
"""The most boards between which somebody looks to and fro."""


class BoardLayout(msgspec.Struct, frozen=True):
    """Boards: their pictures, inverted parts and bars, and their ``width`` with gaps, in pixels."""

    width: int = 0
    pictures: tuple[PlacedIcon, ...] = ()
    inverted: tuple[Rect, ...] = ()
    bars: tuple[Rect, ...] = ()


class _Area(msgspec.Struct, frozen=True):
    """The area available for a board, in pixels."""

    left: int
    top: int
    width: int
    height: int


class _Window(msgspec.Struct, frozen=True):
    """The visible rows and columns of a board, and the edge length of a space in pixels."""

    rows: range
    columns: range
    edge: int

    @property
    def width(self) -> int:
        return len(self.columns) * self.edge

    @property
    def height(self) -> int:
        return len(self.rows) * self.edge


def is_low(size: tuple[int, int]) -> bool:
    """Return whether a panel has fewer lines than the eight of a 128x64 panel."""
    return size[1] // LINE < 8  # noqa: PLR2004 - see above


def lay_out_boards(
    diagrams: tuple[Diagram, ...],
    icons: Mapping[str, Pattern],
    size: tuple[int, int],
    left: int = LEFT,
) -> BoardLayout:
    """Return boards as large as possible: stacked, on a wide or low panel side by side.

    They start ``left`` pixels from the edge, between title and footer; a low panel has room for
    them only beside its title. A column that is too high goes on beside itself, and a wider board
    is laid on its side, if all of it fits so. Any other board that does not fit is cropped around
    the marked space, with dotted bars that show which part is visible.
    """
    shown = diagrams[:_MOST]
    low, beside = is_low(size), size[0] > _USUAL or is_low(size)
    height = size[1] - LINE * (1 if low else 2)
    if not beside:
        height //= max(1, len(shown))
    top = 0 if low else LINE
    columns = _FEWER if low else _FEW
    across = columns * (SIZE + 1) if low or height < _WHOLE else _ACROSS
    is_alone = len(shown) == 1 or not beside
    start, width, boards = left, 0, list[BoardLayout]()
    for diagram in shown:
        area = _Area(left, top, across, height)
        room = replace(area, width=max(across, _ACROSS) if is_alone else across)
        folded, patterns = _folded(diagram, icons, room)
        boards.append(_board(folded, patterns, area if folded is diagram else room))
        width = max(width, left - start + boards[-1].width)
        if beside:
            left = start + width
        else:
            left, top = left + _INDENT, top + height
    return BoardLayout(
        width,
        tuple(picture for board in boards for picture in board.pictures),
        tuple(box for board in boards for box in board.inverted),
        tuple(bar for board in boards for bar in board.bars),
    )


def _folded(
    diagram: Diagram, icons: Mapping[str, Pattern], area: _Area
) -> tuple[Diagram, Mapping[str, Pattern]]:
    """Return a board that is too high in a form that fits, with its pictures; else as it is.

    A single column goes on beside itself. A wider board is laid on its side, its top at the left.
    """
    rows, columns = len(diagram.rows), max(map(len, diagram.rows))
    edge = _needed(diagram, icons)
    fitting = area.height // edge
    if rows <= max(columns, fitting) or not fitting:
        return diagram, icons
    if columns == 1:
        height = -(-rows // -(-rows // fitting))
        parts = [diagram.rows[row : row + height] for row in range(0, rows, height)]
        cells = zip_longest(*([cell for (cell,) in part] for part in parts), fillvalue=Cell())
    else:
        cells = zip_longest(*diagram.rows, fillvalue=Cell())
        pointing = {cell.icon for row in diagram.rows for cell in row if cell.points}
        icons = {name: _turned(each) if name in pointing else each for name, each in icons.items()}
    folded = Diagram(tuple(cells))
    fits = len(folded.rows) <= fitting and len(folded.rows[0]) * edge <= area.width
    return (folded, icons) if fits else (diagram, icons)


def _turned(pattern: Pattern) -> Pattern:
    """Return a picture with its rows as columns: what points to the right then points down."""
    return tuple(map("".join, zip_longest(*pattern, fillvalue=".")))


def _board(diagram: Diagram, icons: Mapping[str, Pattern], area: _Area) -> BoardLayout:
    window = _window(diagram, icons, area)
    edge = window.edge
    top = area.top + (area.height - window.height) // 2
    cells = [
        (diagram.rows[row][column], area.left + edge * x, top + edge * y)
        for y, row in enumerate(window.rows)
        for x, column in enumerate(window.columns)
        if column < len(diagram.rows[row])
    ]
    return BoardLayout(
        width=window.width + GAP,
        pictures=tuple(
            _centred(icons[cell.icon], x, y, edge) for cell, x, y in cells if cell.icon in icons
        ),
        inverted=tuple(box for cell, x, y in cells for box in _mark(cell, x, y, edge)),
        bars=tuple(_bars(diagram, window, area.left, top)),
    )


def _window(diagram: Diagram, icons: Mapping[str, Pattern], area: _Area) -> _Window:
    """Return the whole board if its pictures fit its spaces, else the marked part of it."""
    rows, columns = len(diagram.rows), max(map(len, diagram.rows))
    needed = _needed(diagram, icons)
    edge = min(area.height // rows, area.width // columns)
    if edge >= needed:
        return _Window(range(rows), range(columns), edge)
    edge = needed + 1
    marked = [
        (row, column)
        for mark in (CURSOR, TARGET)
        for row, cells in enumerate(diagram.rows)
        for column, cell in enumerate(cells)
        if cell.mark == mark
    ] or [(rows // 2, columns // 2)]
    at = [place for place in marked if diagram.rows[place[0]][place[1]].mark == CURSOR] or marked
    return _Window(
        _part([row for row, _ in at], rows, area.height // edge),
        _part([column for _, column in at], columns, area.width // edge),
        edge,
    )


def _needed(diagram: Diagram, icons: Mapping[str, Pattern]) -> int:
    """Return the edge length of the largest picture on a board, in pixels."""
    drawn = [icons[cell.icon] for row in diagram.rows for cell in row if cell.icon in icons]
    return max((max(len(each), *map(len, each)) for each in drawn), default=1)


def _part(marked: list[int], whole: int, count: int) -> range:
    """Return a number of rows or columns around the marked ones, or up to the last of them."""
    first, last = min(marked), max(marked)
    middle = (first + last + 1 - count) // 2
    start = middle if last - first < count else last + 1 - count
    start = max(0, min(start, whole - count))
    return range(start, min(whole, start + count))


def _bars(diagram: Diagram, window: _Window, left: int, top: int) -> Iterator[Rect]:
    """Yield the dotted bars at the right and lower edge of a crop, which show its position."""
    rows, columns = len(diagram.rows), max(map(len, diagram.rows))
    right, bottom = left + window.width - 1, top + window.height - 1
    if len(window.rows) < rows:
        above = top + window.height * window.rows.start // rows
        below = top + window.height * window.rows.stop // rows
        yield from (Rect(right, y, right, y) for y in range(above, below, 2))
    if len(window.columns) < columns:
        before = left + window.width * window.columns.start // columns
        after = left + window.width * window.columns.stop // columns
        yield from (Rect(x, bottom, x, bottom) for x in range(before, after, 2))


def _centred(pattern: Pattern, x: int, y: int, edge: int) -> PlacedIcon:
    width, height = max(map(len, pattern)), len(pattern)
    return PlacedIcon(pattern, x + (edge - width) // 2, y + (edge - height) // 2)


def _mark(cell: Cell, x: int, y: int, edge: int) -> Iterator[Rect]:
    """Yield the inverted parts: the whole space under the cursor, or a target's corner pixels."""
    if cell.mark == CURSOR:
        yield Rect(x, y, x + edge - 1, y + edge - 1)
    elif cell.mark == TARGET:
        for right in (x, x + edge - 1):
            for bottom in (y, y + edge - 1):
                yield Rect(right, bottom, right, bottom)
