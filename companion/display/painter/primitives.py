"""Drawing primitives: texts, icons and boxes with their positions in pixels."""

from collections.abc import Sequence
from typing import Final

import msgspec

from companion.display.fonts import CELL, SIZES, Size
from companion.display.painter.icons import Pattern

LINE: Final = CELL[1]
"""Pixels of a line's height."""
COLUMN: Final = CELL[0]
"""Pixels of a character's width."""
ELLIPSIS: Final = "…"
LEFT: Final = 1
"""Pixels of margin on the left, so that letters do not touch the edge; 21 columns remain."""


class TextLabel(msgspec.Struct, frozen=True):
    """A text at a position: the whole text, and the part that fits."""

    text: str
    shown: str
    x: int
    y: int
    size: Size = CELL
    """The size of a character."""
    faint: bool = False
    """Whether it is less important: grey where the panel can show that."""

    @property
    def width(self) -> int:
        """Pixels from its left edge to its right one."""
        return len(self.shown) * self.size[0]


class PlacedIcon(msgspec.Struct, frozen=True):
    """An icon at a position."""

    pattern: Pattern
    x: int
    y: int


class Rect(msgspec.Struct, frozen=True):
    """A rectangle that includes its right and lower edges."""

    left: int
    top: int
    right: int
    bottom: int


def shorten(text: str, columns: int) -> str:
    """Shorten a text to ``columns`` characters, with an ellipsis if something is cut off."""
    if len(text) <= columns:
        return text
    return text[: columns - 1].rstrip() + ELLIPSIS if columns > 0 else ""


def largest_fitting(wordings: Sequence[str], at: tuple[int, int], area: Size) -> TextLabel:
    """Return a text as large as possible within a width and height in pixels.

    The first wording, the fullest being first, that fits in large letters is used; else the first
    that fits in small ones, and the last one is cut if none does.
    """
    width, height = area
    sizes = [size for size in reversed(SIZES) if size[1] <= height]
    large = ((text, size) for text in wordings for size in sizes if size != CELL)
    small = ((text, CELL) for text in wordings)
    for text, size in (*large, *small):
        if len(text) * size[0] <= width:
            return TextLabel(text, text, *at, size)
    return TextLabel(wordings[-1], shorten(wordings[-1], width // COLUMN), *at)
