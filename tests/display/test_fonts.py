import pytest

from companion.display.fonts import CELL, MISSING, glyphs, line


def test_all_of_latin_1_is_covered() -> None:
    printable = [chr(code) for code in (*range(0x20, 0x7F), *range(0xA0, 0x100))]
    assert set(printable) <= set(glyphs())
    assert set("ÄÖÜäöüß–„“…→←↑↓▶•€−×") <= set(glyphs())


def test_every_character_has_its_own_shape_in_a_cell() -> None:
    for character, rows in glyphs().items():
        assert len(rows) == CELL[1], character
        assert not any(row & 0b11 for row in rows), character
    shapes: dict[bytes, str] = {}
    for character in map(chr, (*range(0x21, 0x7F), *range(0xC0, 0x100))):
        assert shapes.setdefault(glyphs()[character], character) == character


def test_letters_leave_the_top_and_bottom_of_a_line_free() -> None:
    """An inverted line keeps a border: only accents use row 0, and only descenders row 7."""
    for character in "ABCDEFGHIKLMNOPRSTUVWXYZ0123456789abcdefhiklmnorstuvwxz":
        rows = glyphs()[character]
        assert (rows[0], rows[7]) == (0, 0), character


def test_a_line_is_as_wide_as_its_characters() -> None:
    assert line("Süden").size == (30, 8)
    assert line("A").tobytes() == glyphs()["A"]


@pytest.mark.parametrize(("lacking", "instead"), [("ő", "o"), ("Ł", MISSING), ("漢", MISSING)])
def test_a_missing_character_is_replaced(lacking: str, instead: str) -> None:
    assert line(lacking).tobytes() == glyphs()[instead]
