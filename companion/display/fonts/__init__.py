"""The panel's bitmap font; the `README.md` next to it states its origin and licence."""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from importlib.resources import files
from types import MappingProxyType
from typing import Final
from unicodedata import normalize

from PIL import Image

CELL: Final = (6, 8)
"""Width and height of a character in pixels."""
MISSING: Final = "\ufffd"
"""Drawn for a character that the font lacks."""


@lru_cache(maxsize=1)
def glyphs() -> Mapping[str, bytes]:
    """Return the rows of each character, top first; the leftmost pixel is the highest bit."""
    font = files(__name__).joinpath("fixed-6x8.bdf").read_text("ascii")
    return MappingProxyType(dict(_read(font.splitlines())))


def _read(lines: list[str]) -> Iterator[tuple[str, bytes]]:
    """Yield the characters of a font in the Glyph Bitmap Distribution Format (Adobe, 2.1)."""
    character = ""
    for number, line in enumerate(lines):
        keyword, _, value = line.partition(" ")
        if keyword == "ENCODING":
            character = chr(int(value))
        elif keyword == "BITMAP":
            yield character, bytes.fromhex("".join(lines[number + 1 : number + 1 + CELL[1]]))


@lru_cache(maxsize=256)
def line(text: str) -> Image.Image:
    """Return a line of text as an image of mode "1", a cell per character; never draw on it.

    An accent that the font lacks is left out, and a character that it lacks becomes a box.
    """
    width, height = CELL
    image = Image.new("1", (width * max(1, len(text)), height))
    for column, character in enumerate(text):
        glyph = Image.frombytes("1", (8, height), _glyph(character))
        image.paste(glyph, (column * width, 0))
    return image


def _glyph(character: str) -> bytes:
    known = glyphs()
    plain = normalize("NFKD", character)[0]
    return known.get(character) or known.get(plain) or known[MISSING]
