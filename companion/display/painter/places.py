"""Texts, icons and boxes with their places on a panel, in pixels."""

from typing import Final

import msgspec

from companion.display.fonts import CELL
from companion.display.painter.icons import Pattern

LINE: Final = CELL[1]
"""Pixels of a line's height."""
COLUMN: Final = CELL[0]
"""Pixels of a character's width."""
LEFT: Final = 1
"""Pixels of margin on the left, so that letters do not touch the edge; 21 columns remain."""


class Label(msgspec.Struct, frozen=True):
    """A text at a place: the whole text, and as much of it as fits."""

    text: str
    shown: str
    x: int
    y: int
    scale: int = 1
    """The factor by which the font is scaled."""
    faint: bool = False
    """Whether it is less important: grey where the panel can show that."""


class PlacedIcon(msgspec.Struct, frozen=True):
    """An icon at a place."""

    pattern: Pattern
    x: int
    y: int


class Box(msgspec.Struct, frozen=True):
    """A rectangle that includes its right and lower edges."""

    left: int
    top: int
    right: int
    bottom: int
