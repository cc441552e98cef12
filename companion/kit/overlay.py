"""Overlays that show the positions of readers below a game's places at true scale.

A place has the same position on the sheet as in the game's picture. Each zone of the picture has
its own scale, the smallest at which the reader boards fit side by side.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Final

import msgspec

from companion.engine.picture import Picture, Zone
from companion.kit.drawing import (
    A4,
    INK,
    PALE,
    Circle,
    DrawingPage,
    LineSegment,
    Mark,
    Style,
    TextElement,
    rectangle,
    ruler,
    translate,
)
from companion.kit.labels import DIAMETER

BOARD: Final = (60.0, 40.0)
"""Length and width of the usual small board with an MFRC522, in millimetres."""
GAP: Final = 2.0
"""Between two boards."""
APART: Final = BOARD[1] + GAP
"""The least distance between the middles of two antennas, in millimetres."""
_MARGIN: Final = 10.0
_FOOT: Final = 18.0
_PAPER: Final = "#ffffff"
_TARGET: Final = 5.0
_AREA: Final = Style("", PALE, 0.15, 2.0)
BESIDE: Final = ""
"""The caption of places that are nowhere in the picture: beside the board."""


class AntennaSpot(msgspec.Struct, frozen=True):
    """The centre of an antenna on an overlay, in millimetres from its upper left corner."""

    place: str
    x: float
    y: float


class Overlay(msgspec.Struct, frozen=True):
    """A zone's places; ``caption`` is the key of its text."""

    caption: str
    width: float
    height: float
    spots: tuple[AntennaSpot, ...]


def overlays(places: Sequence[str], picture: Picture | None) -> tuple[Overlay, ...]:
    """Return an overlay for each zone with places, in the order of the places."""
    zones: dict[str, dict[str, tuple[float, float]]] = {}
    middles = _middles(picture)
    for i, place in enumerate(places):
        at = middles.get(place)
        zone = _zone(picture, at) if picture is not None and at is not None else BESIDE
        zones.setdefault(zone, {})[place] = at or (float(i), 0.0)
    return tuple(_laid(caption, found) for caption, found in zones.items())


def _middles(picture: Picture | None) -> Mapping[str, tuple[float, float]]:
    spaces = picture.spaces if picture is not None else ()
    return {
        space.id: (space.x + space.width / 2, space.y + space.height / 2)
        for space in spaces
        if space.seat is None
    }


def _zone(picture: Picture, at: tuple[float, float]) -> str:
    return next((zone.caption for zone in picture.zones if _holds(zone, at)), BESIDE)


def _holds(zone: Zone, at: tuple[float, float]) -> bool:
    return 0 <= at[0] - zone.x <= zone.width and 0 <= at[1] - zone.y <= zone.height


def _laid(caption: str, middles: Mapping[str, tuple[float, float]]) -> Overlay:
    """Return the places of a zone at the smallest scale at which no boards overlap."""
    pairs = combinations(middles.values(), 2)
    scale = max((_needed(one, other) for one, other in pairs), default=1.0)
    left, top = (min(middle[axis] for middle in middles.values()) for axis in (0, 1))
    half = (BOARD[0] / 2 + GAP, BOARD[1] / 2 + GAP)
    spots = tuple(
        AntennaSpot(place, (x - left) * scale + half[0], (y - top) * scale + half[1])
        for place, (x, y) in middles.items()
    )
    width = max(spot.x for spot in spots) + half[0]
    height = max(spot.y for spot in spots) + half[1]
    return Overlay(caption, width, height, spots)


def _needed(one: tuple[float, float], other: tuple[float, float]) -> float:
    """Return the scale at which two boards fit side by side, or one above the other."""
    needed = (
        (side + GAP) / abs(a - b) for side, a, b in zip(BOARD, one, other, strict=True) if a != b
    )
    return min(needed)


def overlay_page(overlay: Overlay, names: Mapping[str, str]) -> DrawingPage:
    """Return a whole overlay as one page: for a plotter, a laser cutter or a drawing program."""
    edge = rectangle(0, 0, overlay.width, overlay.height, Style("", PALE, 0.2))
    spots = (mark for spot in overlay.spots for mark in _spot(spot, names[spot.place]))
    return DrawingPage(overlay.width, overlay.height, (edge, *spots))


def _spot(spot: AntennaSpot, name: str) -> Iterator[Mark]:
    x, y = spot.x, spot.y
    yield rectangle(x - BOARD[0] / 2, y - BOARD[1] / 2, *BOARD, _AREA)
    yield Circle(x, y, DIAMETER / 2, Style("", INK, 0.3))
    yield LineSegment((x - _TARGET, y), (x + _TARGET, y))
    yield LineSegment((x, y - _TARGET), (x, y + _TARGET))
    yield TextElement(x, y - DIAMETER / 2 - 1.6, name, 3.2, bold=True)


def tiles(whole: DrawingPage, title: str, scale: str) -> Iterator[DrawingPage]:
    """Yield a drawing on sheets of A4, in landscape or portrait format, whichever takes fewer.

    The sheets are cut at their frames and glued edge to edge.
    """
    sheet = min((A4, A4[::-1]), key=lambda size: _count(whole, size))
    wide, high = _inside(sheet)
    columns, rows = _cuts(whole, sheet)
    for row in range(rows):
        for column in range(columns):
            left, top = _MARGIN - column * wide, _MARGIN - row * high
            number = "" if columns * rows == 1 else f" · {chr(ord('A') + row)}{column + 1}"
            shown = (translate(mark, left, top) for mark in whole.marks)
            yield DrawingPage(*sheet, (*shown, *_frame(sheet, title + number, scale)))


def _inside(sheet: tuple[float, float]) -> tuple[float, float]:
    return sheet[0] - 2 * _MARGIN, sheet[1] - _MARGIN - _FOOT


def _cuts(whole: DrawingPage, sheet: tuple[float, float]) -> tuple[int, int]:
    wide, high = _inside(sheet)
    return -int(-whole.width // wide), -int(-whole.height // high)


def _count(whole: DrawingPage, sheet: tuple[float, float]) -> int:
    columns, rows = _cuts(whole, sheet)
    return columns * rows


def _frame(sheet: tuple[float, float], title: str, scale: str) -> Iterator[Mark]:
    """Yield a mask over the neighbouring sheets, the cutting frame, the title and a ruler."""
    width, height = sheet
    wide, high = _inside(sheet)
    white = Style(_PAPER, "")
    beyond = 2000.0  # more than any overlay is wide
    yield rectangle(-beyond, -beyond, 2 * beyond + width, beyond + _MARGIN, white)
    yield rectangle(-beyond, _MARGIN + high, 2 * beyond + width, beyond, white)
    yield rectangle(-beyond, -beyond, beyond + _MARGIN, 2 * beyond + height, white)
    yield rectangle(_MARGIN + wide, -beyond, beyond, 2 * beyond + height, white)
    yield rectangle(_MARGIN, _MARGIN, wide, high, Style("", PALE, 0.15))
    yield from ruler(_MARGIN, height - 11, scale)
    yield TextElement(width - _MARGIN, height - 8, title, 3.6, "end", bold=True)
