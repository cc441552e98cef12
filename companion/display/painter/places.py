"""What stands on a panel, each thing with its place in pixels."""

from dataclasses import dataclass
from typing import Final

from companion.display.fonts import CELL
from companion.display.painter.icons import Pattern

LINE: Final = CELL[1]
COLUMN: Final = CELL[0]
LEFT: Final = 1
"""Pixels left free at the edge, so that letters do not touch it; 21 columns remain."""


@dataclass(frozen=True, slots=True)
class Label:
    """A text at a place: what should stand there, and as much of it as fits."""

    text: str
    shown: str
    x: int
    y: int
    scale: int = 1
    """How many times larger than the font it is drawn."""


@dataclass(frozen=True, slots=True)
class PlacedIcon:
    """An icon at a place."""

    pattern: Pattern
    x: int
    y: int


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle, with its right and lower edges included."""

    left: int
    top: int
    right: int
    bottom: int
