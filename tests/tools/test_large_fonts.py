"""Fonts in the Portable Compiled Format are read as Pillow reads them, and written as ours."""

import struct
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image, PcfFontFile

from companion.display import fonts
from tools import large_fonts

WIDTH, ASCENT, DESCENT = 12, 3, 1
GLYPHS = {
    "A": (b"\x0f\x00", b"\xff\xf0", b"\xf0\xf0", b"\x00\x00"),
    "b": (b"\x80\x10", b"\x80\x10", b"\xff\xf0", b"\x00\x10"),
}


def compiled(*, widths: tuple[int, int] = (WIDTH, WIDTH)) -> bytes:
    """Return a font as bdftopcf writes it: the highest bit and byte first, rows of four bytes."""
    flags = struct.pack("<I", 0x0E)
    height = ASCENT + DESCENT
    cells = [bytes(128 + each for each in (0, width, width, ASCENT, DESCENT)) for width in widths]
    rows = b"".join(row + b"\0\0" for glyph in GLYPHS.values() for row in glyph)
    indices = [0xFFFF] * 256
    for index, character in enumerate(GLYPHS):
        indices[ord(character)] = index
    encoded = (0, 255, 0, 0, 0, *indices)
    tables = {
        1: flags + struct.pack(">III", 0, 0, 0),
        4: struct.pack("<I", 0x10E) + struct.pack(">H", len(cells)) + b"".join(cells),
        8: flags + struct.pack(">I2I4I", len(GLYPHS), 0, 4 * height, 0, 0, len(rows), 0) + rows,
        32: flags + struct.pack(f">{len(encoded)}H", *encoded),
    }
    offset = 8 + 16 * len(tables)
    header, body = struct.pack("<4sI", b"\x01fcp", len(tables)), b""
    for kind, table in tables.items():
        header += (
            struct.pack("<I", kind) + table[:4] + struct.pack("<2I", len(table), offset + len(body))
        )
        body += table + b"\0" * (-len(table) % 4)
    return header + body


def test_it_is_read_as_pillow_reads_it() -> None:
    content = compiled()
    ours, theirs = large_fonts.read(content), PcfFontFile.PcfFontFile(BytesIO(content))
    assert ours.size == (WIDTH, ASCENT + DESCENT)
    for character, rows in ours.rows.items():
        glyph = theirs.glyph[ord(character)]
        assert glyph is not None
        drawn = Image.frombytes("1", (16, ours.size[1]), b"".join(rows)).crop((0, 0, *ours.size))
        assert drawn.tobytes() == glyph[3].tobytes()
    assert ours.rows == GLYPHS


def test_it_is_written_as_the_panel_reads_it() -> None:
    written = large_fonts.written(large_fonts.read(compiled()), iter("Ab漢"))
    assert "CHARS 2\n" in written
    assert "DWIDTH 12 0" in written
    read = dict(fonts.parse_bdf(written))
    assert read == {character: b"".join(rows) for character, rows in GLYPHS.items()}


@pytest.mark.parametrize(
    "content", [b"\x00fcp" + compiled()[4:], compiled(widths=(WIDTH, WIDTH - 1))]
)
def test_what_is_no_font_of_equal_cells_is_refused(content: bytes) -> None:
    with pytest.raises(ValueError, match="font"):
        large_fonts.read(content)


def test_a_folder_without_the_package_is_told_what_it_lacks(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert large_fonts.main(str(tmp_path)) == 2
    assert "xfonts-terminus" in capsys.readouterr().err
