"""The panel's bitmap fonts; the `README.md` next to them states their origin and licences."""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from importlib.resources import files
from types import MappingProxyType
from typing import Final, TypeAlias
from unicodedata import normalize

from PIL import Image

Size: TypeAlias = tuple[int, int]
"""Width and height of a character in pixels."""
CELL: Final[Size] = (6, 8)
"""The size of text that is read by whoever holds the box."""
FILES: Final[Mapping[Size, str]] = MappingProxyType(
    {
        CELL: "fixed-6x8.bdf",
        (8, 16): "large-8x16.bdf",
        (12, 24): "large-12x24.bdf",
        (16, 32): "large-16x32.bdf",
    }
)
"""The sizes in which letters are drawn, the smallest first, and the font of each."""
SIZES: Final = tuple(FILES)
MISSING: Final = "\ufffd"
"""Drawn for a character that the font lacks."""


# A font is read where it is needed first: the large ones serve one screen alone.
@lru_cache(maxsize=len(SIZES))
def glyphs(size: Size = CELL) -> Mapping[str, bytes]:
    """Return the rows of each character, top first; the leftmost pixel is the highest bit.

    A row is padded to whole bytes.
    """
    font = files(__name__).joinpath(FILES[size]).read_text("ascii")
    return MappingProxyType(dict(parse_bdf(font)))


def parse_bdf(font: str) -> Iterator[tuple[str, bytes]]:
    """Yield the characters of a font in the Glyph Bitmap Distribution Format (Adobe, 2.1)."""
    for glyph in font.split("\nENCODING ")[1:]:
        code, _, rest = glyph.partition("\n")
        _, _, bitmap = rest.partition("\nBITMAP\n")
        rows, _, _ = bitmap.partition("\nENDCHAR")
        yield chr(int(code)), bytes.fromhex(rows)


# Most lines of a picture stood in the one before; these are the images of several screens.
@lru_cache(maxsize=256)
def line(text: str, size: Size = CELL) -> Image.Image:
    """Return a line of text as an image of mode "1", a cell per character; never draw on it.

    Accents missing from the font are dropped, and missing characters become a box.
    """
    width, height = size
    rows = [0] * height
    for character in text:
        glyph = _glyph(character, size)
        rows = [row << width | more for row, more in zip(rows, glyph, strict=True)]
    columns = width * max(1, len(text))
    row_bytes = -(-columns // 8)
    padding = 8 * row_bytes - columns
    pixels = b"".join((row << padding).to_bytes(row_bytes, "big") for row in rows)
    return Image.frombytes("1", (columns, height), pixels)


# The characters of one font: a glyph's rows are needed again in every new line.
@lru_cache(maxsize=512)
def _glyph(character: str, size: Size) -> tuple[int, ...]:
    """Return the rows of a character or of what stands for it; the lowest bit is the rightmost."""
    glyph_table = glyphs(size)
    plain = normalize("NFKD", character)[0]
    found = glyph_table.get(character) or glyph_table.get(plain) or glyph_table[MISSING]
    width, row_bytes = size[0], len(found) // size[1]
    padding = 8 * row_bytes - width
    return tuple(
        int.from_bytes(found[at : at + row_bytes], "big") >> padding
        for at in range(0, len(found), row_bytes)
    )
