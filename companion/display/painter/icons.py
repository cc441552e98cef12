"""Icons: rows of ``#`` and ``.`` that are converted to pixels once and cached."""

from functools import lru_cache
from typing import Final, TypeAlias

from PIL import Image

SIZE: Final = 7
"""The most pixels of an icon, in width and height."""

Pattern: TypeAlias = tuple[str, ...]
"""The rows of an icon from the top; ``#`` is a lit pixel."""


@lru_cache(maxsize=128)
def icon(pattern: Pattern) -> Image.Image:
    """Return an icon as an image of mode "1", which is cached; never draw on it."""
    image = Image.new("1", (max(map(len, pattern)), len(pattern)))
    image.putdata([255 * (pixel == "#") for row in pattern for pixel in row])
    return image
