"""Draws pieces: a shape with fill and pattern, as on the pages (``board/shapes.js``).

Everything is drawn on masks in pixels: a mask selects where a colour is applied.
"""

from collections.abc import Callable, Mapping, Sequence
from math import cos, pi, sin
from types import MappingProxyType
from typing import Final

from PIL import Image, ImageDraw

Mask = Image.Image
Points = Sequence[tuple[float, float]]

FILLS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "red": "#c2463c",
        "blue": "#3470ab",
        "green": "#3c8455",
        "yellow": "#e8bf4b",
        "white": "#f8f4ea",
        "black": "#33302f",
        "purple": "#7a5599",
        "orange": "#e2853a",
        "teal": "#1f7f7c",
        "brown": "#7d5a3c",
        "grey": "#a8a297",
        "dark": "#45403c",
        "light": "#f0e4c8",
    }
)
"""The colours of ``board.css``."""
_DARK: Final = frozenset({"red", "blue", "green", "black", "purple", "teal", "brown", "dark"})
_INKS: Final = ("#231d16", "#fffaf0")
_ROUND: Final = {"card": 0.12, "square": 0.07, "die": 0.2, "cube": 0.1}
_CUBE: Final = 0.9
_CURVE_POINTS: Final = 8
"""Straight pieces of which a curve is made."""


def ink_on(fill: str) -> str:
    """Return the ink that is legible on a fill."""
    return _INKS[fill in _DARK]


def outline(shape: str, size: tuple[int, int]) -> Mask:
    """Return a shape as a mask of this size in pixels."""
    mask = Image.new("L", size)
    draw = ImageDraw.Draw(mask)
    width, height = size
    side = min(size)
    if shape in {"circle", "ring"}:
        draw.ellipse((0, 0, width - 1, height - 1), fill=255)
        if shape == "ring":
            inner = side * 0.12
            draw.ellipse((inner, inner, width - 1 - inner, height - 1 - inner), fill=0)
    elif shape in _OF_POINTS:
        points = _OF_POINTS[shape]()
        draw.polygon([((x + 1) * width / 2, (y + 1) * height / 2) for x, y in points], fill=255)
        if shape == "pawn":
            draw.ellipse((width * 0.265, 0, width * 0.735, height * 0.47), fill=255)
    else:
        edge = side * (1 - _CUBE) / 2 if shape == "cube" else 0
        box = (edge, edge, width - 1 - edge, height - 1 - edge)
        draw.rounded_rectangle(box, side * _ROUND.get(shape, _ROUND["square"]), fill=255)
        if shape == "frame":
            inner = side * 0.065
            draw.rectangle((inner, inner, width - 1 - inner, height - 1 - inner), fill=0)
    return mask


def _ring(corners: int) -> Points:
    turns = (2 * pi * i / corners - pi / 2 for i in range(corners))
    return [(cos(turn), sin(turn)) for turn in turns]


def _pawn() -> Points:
    """Return the body of a turned wooden pawn, which widens towards its foot."""
    left = [
        *_bent((-0.72, 0.98), (-0.8, 0.62), (-0.5, 0.5)),
        *_bent((-0.5, 0.5), (-0.3, 0.2), (-0.28, -0.12)),
    ]
    return [*left, *((-x, y) for x, y in reversed(left))]


def _bent(start: tuple[float, float], by: tuple[float, float], end: tuple[float, float]) -> Points:
    """Return a quadratic Bézier curve."""
    steps = [i / _CURVE_POINTS for i in range(_CURVE_POINTS + 1)]
    return [
        (
            (1 - t) ** 2 * start[0] + 2 * t * (1 - t) * by[0] + t**2 * end[0],
            (1 - t) ** 2 * start[1] + 2 * t * (1 - t) * by[1] + t**2 * end[1],
        )
        for t in steps
    ]


def _arrow() -> Points:
    half = [(0.0, -1.0), (0.8, 0.0), (0.35, 0.0), (0.35, 1.0)]
    return [*half, *((-x, y) for x, y in reversed(half[1:]))]


_OF_POINTS: Final[Mapping[str, Callable[[], Points]]] = MappingProxyType(
    {
        "gem": lambda: _ring(8),
        "hexagon": lambda: _ring(6),
        "pawn": _pawn,
        "arrow": _arrow,
        "star": lambda: [
            (x * r, y * r) for (x, y), r in zip(_ring(10), (1, 0.45) * 5, strict=True)
        ],
        "trapezium": lambda: [(-0.6, -1), (0.6, -1), (1, 1), (-1, 1)],
    }
)
"""Shapes with corners, around the centre of a square from -1 to 1."""


def pattern(name: str, size: tuple[int, int], unit: float) -> Mask:
    """Return a pattern that distinguishes fills without colour; ``unit`` is a length in pixels."""
    mask = Image.new("L", size)
    draw = ImageDraw.Draw(mask)
    thick = max(1, round(unit * 0.5))
    for y in range(-1, int(size[1] / (4 * unit)) + 2):
        for x in range(-1, int(size[0] / (4 * unit)) + 2):
            for points in _LINES.get(name, ()):
                draw.line([((4 * x + a) * unit, (4 * y + b) * unit) for a, b in points], 60, thick)
            for a, b, r in _DOTS.get(name, ()):
                at = (4 * x + a) * unit, (4 * y + b) * unit
                dot = (at[0] - r * unit, at[1] - r * unit, at[0] + r * unit, at[1] + r * unit)
                draw.ellipse(dot, **({"fill": 60} if name == "dots" else {"outline": 60}))
    return mask


_LINES: Final[Mapping[str, Sequence[Points]]] = MappingProxyType(
    {
        "stripes": [[(0, 4), (4, 0)]],
        "waves": [[(0, 0.7), (1, 1.2), (2, 0.7), (3, 0.2), (4, 0.7)]],
        "cross": [[(2, 0.8), (2, 3.2)], [(0.8, 2), (3.2, 2)]],
        "grid": [[(0, 0), (0, 4)], [(0, 0), (4, 0)]],
        "zigzag": [[(0, 2), (1, 0.6), (2, 2), (3, 0.6), (4, 2)]],
    }
)
_DOTS: Final[Mapping[str, Sequence[tuple[float, float, float]]]] = MappingProxyType(
    {"dots": [(1, 1, 0.62), (3, 3, 0.62)], "rings": [(2, 2, 1.2)]}
)
