"""Sheets of round labels, one per piece, with symbol and name, to stick over its tag."""

from collections.abc import Iterator, Mapping, Sequence
from math import sqrt
from textwrap import wrap
from typing import Final

import msgspec

from companion.engine.picture import Look
from companion.kit.drawing import (
    A4,
    PALE,
    Circle,
    DrawingPage,
    Mark,
    Style,
    TextElement,
    ruler,
)
from companion.kit.symbols import symbol

DIAMETER: Final = 26.0
"""Of a label, in millimetres: over a tag of 25 mm, with half a millimetre around it."""
PITCH: Final = 28.0
"""From one label to the next: 2 mm are left for the scissors."""
_MARGIN: Final = 10.0
_TOP: Final = 22.0
_BOTTOM: Final = 18.0
COLUMNS: Final = int((A4[0] - 2 * _MARGIN) // PITCH)
ROWS: Final = int((A4[1] - _TOP - _BOTTOM) // PITCH)
A_SHEET: Final = COLUMNS * ROWS
"""Labels on a sheet."""
_SYMBOL: Final = 9.5
_SIGN: Final = 8.0
"""Height of a sign that stands alone, such as a number, in millimetres."""
_TYPE: Final = 2.8
"""Height of the largest type, in millimetres."""
_LEAST: Final = 1.5
"""Height of the smallest type that is printed, in millimetres: 4.3 points."""
_LINES: Final = 3
_GLYPH: Final = 0.53
"""Average width of a character, in heights of the type."""
_CUT: Final = Style("", PALE, 0.15)


class Label(msgspec.Struct, frozen=True):
    """Contents of a label: the piece's name, and its look if it has one."""

    name: str
    look: Look | None = None
    sign: str = ""


def sheets(
    labels: Sequence[Label], icons: Mapping[str, tuple[str, ...]], title: str, scale: str
) -> Iterator[DrawingPage]:
    """Yield sheets of A4 with all labels; ``scale`` is the ruler's caption."""
    count = -(-len(labels) // A_SHEET)
    left = (A4[0] - COLUMNS * PITCH) / 2
    for number in range(count):
        marks: list[Mark] = [
            TextElement(left, 12, f"{title} {number + 1}/{count}", 4, "start", bold=True)
        ]
        for i, label in enumerate(labels[number * A_SHEET : (number + 1) * A_SHEET]):
            row, column = divmod(i, COLUMNS)
            x = left + (column + 0.5) * PITCH
            y = _TOP + (row + 0.5) * PITCH
            marks += _label(label, icons, x, y)
        marks += ruler(left, A4[1] - 11, scale)
        yield DrawingPage(*A4, tuple(marks))


def _label(
    label: Label, icons: Mapping[str, tuple[str, ...]], x: float, y: float
) -> Iterator[Mark]:
    yield Circle(x, y, DIAMETER / 2, _CUT)
    top = y - 2
    if label.look is not None:
        yield from symbol(label.look, label.sign, icons, (x, y - 5.2), _SYMBOL)
        top = y + 2.6
    elif label.sign:
        yield TextElement(x, y - 1.6, label.sign, _SIGN, bold=True)
        top = y + 4
    lines, size = fit_name(label.name, top - y)
    for i, line in enumerate(lines):
        yield TextElement(x, top + i * size * 1.2, line, size)


def fit_name(name: str, below: float) -> tuple[list[str], float]:
    """Return a name in up to three lines, the first ``below`` the centre of a label, and its size.

    A name that does not fit at a legible size is cut.
    """
    size = _TYPE
    while True:
        columns = max(1, int(_chord(below + size) / (_GLYPH * size)))
        lines = wrap(name, columns, break_long_words=False, break_on_hyphens=False)
        widths = (
            len(line) * _GLYPH * size <= _chord(below + i * size * 1.2)
            for i, line in enumerate(lines)
        )
        if len(lines) <= _LINES and all(widths):
            return lines, size
        if size <= _LEAST:
            return lines[:_LINES], size
        size -= 0.1


def _chord(below: float) -> float:
    """Return the width of a label at a distance below its centre, less a margin."""
    radius = DIAMETER / 2 - 1.2
    return 2 * sqrt(max(radius**2 - below**2, 1.0))
