"""Printable carrier (3D) for pieces that are smaller than their tag.

It needs no support: its floor is on the print bed, and its wall is vertical.
"""

from collections.abc import Iterator, Sequence
from math import cos, pi, sin
from struct import pack
from typing import Final, TypeAlias

Point: TypeAlias = tuple[float, float, float]
Triangle: TypeAlias = tuple[Point, Point, Point]

_TAG: Final = 26.4
"""Inside width: a label of 26 mm over the tag, and what a printer needs to be inexact."""
_WALL: Final = 1.6
_FLOOR: Final = 1.2
_DEPTH: Final = 1.2
"""Of the dish: a tag with its label is thinner than that, so that the piece does not slip off."""
_SIDES: Final = 96
_PROFILE: Final = (
    (0.0, 0.0),
    (_TAG / 2 + _WALL, 0.0),
    (_TAG / 2 + _WALL, _FLOOR + _DEPTH),
    (_TAG / 2, _FLOOR + _DEPTH),
    (_TAG / 2, _FLOOR),
    (0.0, _FLOOR),
)
"""Half of its cross-section: radius and height of the corners, against the clock."""


def triangles() -> tuple[Triangle, ...]:
    """Return the surface of a carrier in millimetres, counterclockwise seen from outside."""
    turned = [_turned(i * 2 * pi / _SIDES) for i in range(_SIDES)]
    return tuple(
        triangle for i in range(_SIDES) for triangle in _strip(turned[i], turned[(i + 1) % _SIDES])
    )


def _turned(angle: float) -> list[Point]:
    # `0.0 +` makes zero of minus zero, so that the corner in the axis is one and the same.
    return [(0.0 + radius * cos(angle), 0.0 + radius * sin(angle), z) for radius, z in _PROFILE]


def _strip(near: Sequence[Point], far: Sequence[Point]) -> Iterator[Triangle]:
    """Yield the surface between two cross-sections; on the axis a side has no width."""
    for i in range(len(_PROFILE) - 1):
        a, b, c, d = near[i], near[i + 1], far[i + 1], far[i]
        if _PROFILE[i + 1][0]:
            yield a, c, b
        if _PROFILE[i][0]:
            yield a, d, c


def as_stl(surface: Sequence[Triangle]) -> bytes:
    """Return a surface as a binary STL file; slicers compute the normals, so they are zero."""
    corners = (
        pack("<12fH", 0, 0, 0, *(value for point in triangle for value in point), 0)
        for triangle in surface
    )
    return (
        b"companion: a carrier, in mm".ljust(80, b"\0")
        + pack("<I", len(surface))
        + b"".join(corners)
    )
