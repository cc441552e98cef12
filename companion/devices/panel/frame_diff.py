"""Frames in a controller's format, and the cheapest windows that change one into another.

A frame is a sequence of bytes, page by page from the top and column by column from the left. A page
is eight rows high, and bit 0 of a byte is its top row.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

import msgspec
from PIL.Image import Image, Transpose

ROWS: Final = 8
"""Rows of pixels in a page."""


def pack(image: Image) -> bytes:
    """Return the frame for an image of mode "1" whose height is a multiple of eight."""
    columns = image.transpose(Transpose.TRANSPOSE).tobytes("raw", "1;R")
    pages = image.height // ROWS
    return b"".join(columns[page::pages] for page in range(pages))


class Window(msgspec.Struct, frozen=True):
    """A rectangle of a frame, in pages and columns; `bottom` and `right` are just outside it."""

    top: int
    bottom: int
    left: int
    right: int

    @property
    def area(self) -> int:
        """The number of bytes in the window."""
        return (self.bottom - self.top) * (self.right - self.left)

    def union(self, other: Window) -> Window:
        """Return the smallest window that contains both."""
        return Window(
            min(self.top, other.top),
            max(self.bottom, other.bottom),
            min(self.left, other.left),
            max(self.right, other.right),
        )

    def cut(self, frame: bytes, width: int) -> bytes:
        """Return the window's bytes from a frame that is `width` columns wide, page by page."""
        return b"".join(
            frame[page * width + self.left : page * width + self.right]
            for page in range(self.top, self.bottom)
        )


def runs(old: bytes, new: bytes, width: int, overhead: int) -> Iterator[Window]:
    """Yield the stretches of columns that differ, page by page.

    Stretches are joined if the bytes between them cost no more than the `overhead` of a window.
    """
    differs = (int.from_bytes(old) ^ int.from_bytes(new)).to_bytes(len(new))
    stretch = _stretch(overhead)
    for page, start in enumerate(range(0, len(new), width)):
        for found in stretch.finditer(differs, start, start + width):
            yield Window(page, page + 1, found.start() - start, found.end() - start)


# One pattern for each controller's overhead, of which there are three.
@lru_cache(maxsize=4)
def _stretch(gap: int) -> re.Pattern[bytes]:
    """Return a pattern for non-zero bytes, with gaps of at most ``gap`` (1 or more)."""
    return re.compile(rb"[^\0]+(?:\0{1,%d}[^\0]+)*" % gap)


def windows(old: bytes, new: bytes, width: int, overhead: int) -> list[Window]:
    """Return windows, perhaps over several pages, that cover every difference at little cost.

    A window costs `overhead` bytes and one byte for each byte in it. Stretches are joined with
    windows above them where that is cheaper, and finally all into one if that is cheaper still.
    """
    chosen: list[Window] = []
    for run in runs(old, new, width, overhead):
        above = [window for window in chosen if window.bottom >= run.top]
        joined = [(run.union(window).area - window.area, window) for window in above]
        growth, best = min(joined, key=lambda join: join[0], default=(0, None))
        if best is not None and growth <= run.area + overhead:
            chosen.remove(best)
            run = best.union(run)  # noqa: PLW2901 - the run grows into the window
        chosen.append(run)
    if len(chosen) > 1:
        whole = chosen[0]
        for window in chosen[1:]:
            whole = whole.union(window)
        if whole.area + overhead <= sum(window.area + overhead for window in chosen):
            return [whole]
    return chosen
