"""Small pictures: rows of ``#`` and ``.`` become pixels, drawn once and kept."""

from functools import lru_cache
from typing import Final, TypeAlias

from PIL import Image

SIZE: Final = 7
"""Pixels of the largest icon, both ways."""

Pattern: TypeAlias = tuple[str, ...]
"""Rows from the top, ``#`` is lit."""


@lru_cache(maxsize=128)
def icon(pattern: Pattern) -> Image.Image:
    """Return an icon as an image of mode "1", not to be drawn on."""
    image = Image.new("1", (max(map(len, pattern)), len(pattern)))
    image.putdata([255 * (each == "#") for row in pattern for each in row])
    return image
