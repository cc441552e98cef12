"""Drawings in millimetres, independent of the output format.

The origin is the upper left corner, and y grows downwards.
"""

from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Final, TypeAlias

import msgspec

A4: Final = (210.0, 297.0)
"""Width and height of a sheet of A4."""
RULER: Final = 100.0
"""Length of the ruler by which a print is checked."""
INK: Final = "#1c1c1c"
PALE: Final = "#8a8a8a"
_HAIR: Final = 0.1
_FINE: Final = 0.2


class Style(msgspec.Struct, frozen=True):
    """How an outline is drawn: colours as ``#rrggbb`` or empty for none, width and dashes."""

    fill: str = ""
    stroke: str = INK
    width: float = _FINE
    dash: float = 0.0


class Circle(msgspec.Struct, frozen=True):
    """A circle around (x, y)."""

    x: float
    y: float
    radius: float
    style: Style = Style()


class Polygon(msgspec.Struct, frozen=True):
    """A closed line through points."""

    points: tuple[tuple[float, float], ...]
    style: Style = Style()


class LineSegment(msgspec.Struct, frozen=True):
    """A straight line from one point to another."""

    start: tuple[float, float]
    end: tuple[float, float]
    style: Style = Style()


class TextElement(msgspec.Struct, frozen=True):
    """A line of text: x is where its ``anchor`` is, y the base line, ``size`` the type's height."""

    x: float
    y: float
    text: str
    size: float = 3.0
    anchor: str = "middle"
    """``start``, ``middle`` or ``end``."""
    bold: bool = False
    colour: str = INK


Mark: TypeAlias = Circle | Polygon | LineSegment | TextElement


class DrawingPage(msgspec.Struct, frozen=True):
    """A sheet and everything on it, from bottom to top."""

    width: float
    height: float
    marks: tuple[Mark, ...]


def rectangle(x: float, y: float, width: float, height: float, style: Style) -> Polygon:
    """Return a rectangle from its upper left corner."""
    corners = ((x, y), (x + width, y), (x + width, y + height), (x, y + height))
    return Polygon(corners, style)


def ruler(x: float, y: float, label: str) -> Iterator[Mark]:
    """Yield a ruler of 100 mm with its ticks, and a caption below it."""
    yield LineSegment((x, y), (x + RULER, y))
    for millimetre in range(0, int(RULER) + 1, 5):
        tick = 3.0 if millimetre % 10 == 0 else 1.5
        yield LineSegment((x + millimetre, y), (x + millimetre, y - tick))
    yield TextElement(x, y + 3.6, label, 2.8, "start")


def polyline(points: Iterable[tuple[float, float]], style: Style) -> Iterator[LineSegment]:
    """Yield the lines that connect points in order."""
    for start, end in pairwise(points):
        yield LineSegment(start, end, style)


def translate(mark: Mark, right: float, down: float) -> Mark:
    """Return a translated mark."""
    if isinstance(mark, Circle):
        return Circle(mark.x + right, mark.y + down, mark.radius, mark.style)
    if isinstance(mark, Polygon):
        return Polygon(tuple((x + right, y + down) for x, y in mark.points), mark.style)
    if isinstance(mark, LineSegment):
        (x, y), (end_x, end_y) = mark.start, mark.end
        return LineSegment((x + right, y + down), (end_x + right, end_y + down), mark.style)
    return TextElement(
        mark.x + right, mark.y + down, mark.text, mark.size, mark.anchor, mark.bold, mark.colour
    )
