#!/usr/bin/env python3
"""Write the panel's large fonts anew from Debian's ``xfonts-terminus``: ``large_fonts.py FOLDER``.

``FOLDER`` holds the files of that package (``apt-get download xfonts-terminus`` and ``dpkg -x``).
Of each size, the characters that the panel's small font has are kept, in the same format, under a
name of ours: the licence reserves the original's.
"""

import gzip
import struct
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

import msgspec

from companion.display import fonts

SOURCES: Final[Mapping[fonts.Size, str]] = {
    (8, 16): "ter-u16b_unicode.pcf.gz",
    (12, 24): "ter-u24b_unicode.pcf.gz",
    (16, 32): "ter-u32b_unicode.pcf.gz",
}
"""The bold face of each size: thin strokes fade when seen from a chair."""
_METRICS, _BITMAPS, _ENCODINGS = 4, 8, 32
"""Types of tables in the Portable Compiled Format of the X Window System."""
_COMPRESSED: Final = 0x100
"""The bit of a table's format that says that metrics are bytes, counted from -128."""
_NONE: Final = 0xFFFF
"""The index of a glyph that is not there."""


class Glyphs(msgspec.Struct, frozen=True):
    """The glyphs of a font whose cells are all alike, and how many rows are above the base line."""

    size: fonts.Size
    ascent: int
    rows: Mapping[str, tuple[bytes, ...]]


def read(content: bytes) -> Glyphs:
    """Return the glyphs of a font in the Portable Compiled Format. Raises ``ValueError``."""
    magic, count = struct.unpack_from("<4sI", content)
    if magic != b"\x01fcp":
        raise ValueError("this is not a font in the Portable Compiled Format")
    tables = {
        kind: offset
        for kind, _, _, offset in (
            struct.unpack_from("<4I", content, 8 + 16 * number) for number in range(count)
        )
    }
    left, right, width, ascent, descent = _cell(content, tables[_METRICS])
    if left or right != width:
        raise ValueError("the glyphs of this font do not fill their cells")
    height = ascent + descent
    bitmaps = list(_bitmaps(content, tables[_BITMAPS], width, height))
    found = _encoded(content, tables[_ENCODINGS])
    return Glyphs(
        (width, height), ascent, {character: bitmaps[index] for character, index in found}
    )


def _order(content: bytes, offset: int) -> tuple[int, str]:
    """Return the format of a table, and the order of its bytes as ``struct`` writes it."""
    (form,) = struct.unpack_from("<I", content, offset)
    return form, ">" if form & 4 else "<"


def _cell(content: bytes, offset: int) -> tuple[int, ...]:
    form, order = _order(content, offset)
    if not form & _COMPRESSED:
        raise ValueError("the metrics of this font are not compressed")
    (count,) = struct.unpack_from(f"{order}H", content, offset + 4)
    start = offset + 6
    cells = {tuple(content[at : at + 5]) for at in range(start, start + 5 * count, 5)}
    if len(cells) != 1:
        raise ValueError("the glyphs of this font differ in size")
    return tuple(byte - 128 for byte in cells.pop())


def _bitmaps(content: bytes, offset: int, width: int, height: int) -> Iterator[tuple[bytes, ...]]:
    """Yield the rows of each glyph without their padding; the leftmost pixel is the highest bit."""
    form, order = _order(content, offset)
    (count,) = struct.unpack_from(f"{order}I", content, offset + 4)
    starts = struct.unpack_from(f"{order}{count}I", content, offset + 8)
    data = offset + 8 + 4 * count + 16
    unit = 8 << (form & 3)
    stride, used = -(-width // unit) * unit // 8, -(-width // 8)
    for start in starts:
        rows = range(data + start, data + start + height * stride, stride)
        yield tuple(content[row : row + used] for row in rows)


def _encoded(content: bytes, offset: int) -> Iterator[tuple[str, int]]:
    _, order = _order(content, offset)
    low, high, first, last, _ = struct.unpack_from(f"{order}5H", content, offset + 4)
    at = offset + 14
    for upper in range(first, last + 1):
        for lower in range(low, high + 1):
            (index,) = struct.unpack_from(f"{order}H", content, at)
            at += 2
            if index != _NONE:
                yield chr(upper << 8 | lower), index


def written(glyphs: Glyphs, characters: Iterator[str]) -> str:
    """Return a font in the Glyph Bitmap Distribution Format with those of the characters it has."""
    width, height = glyphs.size
    kept = sorted(set(characters) & glyphs.rows.keys())
    descent = height - glyphs.ascent
    lines = [
        "STARTFONT 2.1",
        "COMMENT Derived from Terminus Font, see README.md and OFL.txt.",
        f"FONT -Companion-Large-Bold-R-Normal--{height}-{height}0-72-72-C-{width}0-ISO10646-1",
        f"SIZE {height} 72 72",
        f"FONTBOUNDINGBOX {width} {height} 0 {-descent}",
        "STARTPROPERTIES 3",
        f"FONT_ASCENT {glyphs.ascent}",
        f"FONT_DESCENT {descent}",
        "DEFAULT_CHAR 65533",
        "ENDPROPERTIES",
        f"CHARS {len(kept)}",
    ]
    for character in kept:
        lines += [
            f"STARTCHAR U+{ord(character):04X}",
            f"ENCODING {ord(character)}",
            f"SWIDTH {1000 * width // height} 0",
            f"DWIDTH {width} 0",
            f"BBX {width} {height} 0 {-descent}",
            "BITMAP",
            *(row.hex().upper() for row in glyphs.rows[character]),
            "ENDCHAR",
        ]
    return "\n".join((*lines, "ENDFONT", ""))


def main(folder: str) -> int:
    """Write the fonts; returns 0, or 2 if a file is not there."""
    for size, name in SOURCES.items():
        found = next(Path(folder).rglob(name), None)
        if found is None:
            print(f"{folder} has no {name}: unpack Debian's xfonts-terminus there", file=sys.stderr)
            return 2
        glyphs = read(gzip.decompress(found.read_bytes()))
        target = Path(fonts.__file__).parent / fonts.FILES[size]
        target.write_text(written(glyphs, iter(fonts.glyphs())), "ascii")
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:2]))
