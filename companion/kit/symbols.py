"""Symbols of pieces on labels: colour and pattern with an icon or sign."""

from collections.abc import Iterator, Mapping
from math import cos, pi, sin
from types import MappingProxyType
from typing import Final

from companion.engine.picture import Look
from companion.kit.drawing import (
    INK,
    Circle,
    LineSegment,
    Mark,
    Polygon,
    Style,
    TextElement,
    rectangle,
)

_PAPER: Final = "#ffffff"
_COLOURS: Final = MappingProxyType(
    {
        "red": "#c2463c", "blue": "#3d6fb0", "green": "#3f8a57", "yellow": "#e9c33f",
        "white": _PAPER, "black": "#2b2b2b", "purple": "#7a5599", "orange": "#e08a3a",
        "teal": "#2f8f8c", "brown": "#7b5236", "grey": "#a9a9a9", "dark": "#4a4a52",
        "light": "#efe9dc", "none": _PAPER,
    }
)  # fmt: skip
_DARK: Final = frozenset({"red", "blue", "green", "black", "purple", "teal", "brown", "dark"})
_STEP: Final = 1.5
"""Distance between the strokes of a pattern, in millimetres."""
_STROKE: Final = 0.25
_ROUND: Final = frozenset({"circle", "pawn"})
_CORNERS: Final = 6
_ICON: Final = 0.58
"""How much of the symbol's width an icon takes."""
_SIGN: Final = 0.62
"""Height of a sign of one character, by the symbol's width."""
_CAP: Final = 0.36
"""Half of the height of a capital letter, by the height of the type."""


def symbol(
    look: Look,
    sign: str,
    icons: Mapping[str, tuple[str, ...]],
    at: tuple[float, float],
    size: float,
) -> Iterator[Mark]:
    """Yield a symbol around ``at``, ``size`` millimetres wide."""
    yield _body(look, at, size)
    yield from _pattern(look, at, size)
    icon = icons.get(look.icon)
    label = sign or look.sign
    ink = _PAPER if look.fill in _DARK else INK
    if look.pattern != "none" and (icon or label):
        # Icon and sign are read on a plain ground.
        ink = INK
        yield Circle(*at, size * 0.36, Style(_PAPER, ""))
    if icon:
        yield from _pixels(icon, at, size * _ICON, ink)
    elif label:
        height = size * _SIGN / max(1.0, 0.62 * len(label))
        yield TextElement(at[0], at[1] + height * _CAP, label, height, bold=True, colour=ink)


def _body(look: Look, at: tuple[float, float], size: float) -> Mark:
    style = Style(_COLOURS[look.fill], INK)
    if look.shape in _ROUND:
        return Circle(*at, size / 2, style)
    if look.shape == "hexagon":
        turns = (i * 2 * pi / _CORNERS - pi / 2 for i in range(_CORNERS))
        points = tuple((at[0] + size / 2 * cos(t), at[1] + size / 2 * sin(t)) for t in turns)
        return Polygon(points, style)
    side = size * 0.88
    return rectangle(at[0] - side / 2, at[1] - side / 2, side, side, style)


def _pattern(look: Look, at: tuple[float, float], size: float) -> Iterator[Mark]:
    """Yield the strokes of a look's pattern inside a square that fits every shape."""
    ink = _PAPER if look.fill in _DARK else INK
    style = Style("", ink, _STROKE)
    half = size * 0.34
    count = int(2 * half / _STEP)
    steps = [-half + _STEP / 2 + i * _STEP for i in range(count)]
    x, y = at
    if look.pattern in ("dots", "rings"):
        dot = Style(ink, "") if look.pattern == "dots" else style
        for right in steps:
            yield from (Circle(x + right, y + down, _STEP / 4, dot) for down in steps)
    if look.pattern in ("stripes", "grid", "cross"):
        for down in steps:
            yield LineSegment((x - half, y + down), (x + half, y + down), style)
    if look.pattern in ("grid", "cross"):
        for right in steps:
            yield LineSegment((x + right, y - half), (x + right, y + half), style)
    if look.pattern in ("waves", "zigzag"):
        for down in steps:
            for i, right in enumerate(steps[:-1]):
                rise = _STEP / 4 if i % 2 else -_STEP / 4
                start, end = (x + right, y + down + rise), (x + right + _STEP, y + down - rise)
                yield LineSegment(start, end, style)


def _pixels(
    icon: tuple[str, ...], at: tuple[float, float], size: float, ink: str
) -> Iterator[Mark]:
    """Yield an icon's pixels as horizontal runs."""
    wide = max(map(len, icon))
    side = size / max(wide, len(icon))
    left, top = at[0] - wide * side / 2, at[1] - len(icon) * side / 2
    style = Style(ink, ink, 0.02)
    for row, pixels in enumerate(icon):
        start = 0
        for run in pixels.replace(".", " ").split(" "):
            if run:
                yield rectangle(left + start * side, top + row * side, len(run) * side, side, style)
            start += len(run) + 1
