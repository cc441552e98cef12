import pytest

from companion.display.fonts import CELL, MISSING, SIZES, Size, glyphs, line

_POLISH = "ĄąĆćĘęŁłŃńŚśŹźŻż"


@pytest.mark.parametrize("size", SIZES)
def test_all_of_latin_1_and_latin_extended_a_is_covered(size: Size) -> None:
    printable = [chr(code) for code in (*range(0x20, 0x7F), *range(0xA0, 0x180))]
    assert set(printable) <= set(glyphs(size))
    assert set("ÄÖÜäöüß–„“…→←↑↓▶•€−×") <= set(glyphs(size))


@pytest.mark.parametrize("size", SIZES)
def test_every_character_has_its_own_shape_in_a_cell(size: Size) -> None:
    width, height = size
    stride = -(-width // 8)
    unused = (1 << stride * 8 - width) - 1
    for character, rows in glyphs(size).items():
        assert len(rows) == height * stride, character
        lines = (rows[at : at + stride] for at in range(0, len(rows), stride))
        assert not any(int.from_bytes(line) & unused for line in lines), character
    shapes: dict[bytes, str] = {}
    for character in map(chr, (*range(0x21, 0x7F), *range(0xC0, 0x100), *map(ord, _POLISH))):
        assert shapes.setdefault(glyphs(size)[character], character) == character


def test_every_arrow_on_a_board_points_elsewhere() -> None:
    """Animated pictures write the signs of boards, such as diagonal arrows, in the small font."""
    assert len({line(arrow).tobytes() for arrow in f"→←↑↓↖↗↘↙↔↕{MISSING}"}) == 11


@pytest.mark.parametrize("size", SIZES[1:])
def test_large_letters_are_drawn_and_not_enlarged(size: Size) -> None:
    """An enlarged letter has no detail finer than the pixels of the small one."""
    small = line("Ann 12:34").resize(line("Ann 12:34", size).size)
    assert small.tobytes() != line("Ann 12:34", size).tobytes()
    rows = [line("ASR38", size).crop((0, y, 5 * size[0], y + 1)) for y in range(size[1])]
    assert len({row.tobytes() for row in rows}) > CELL[1]


def test_letters_leave_the_top_and_bottom_of_a_line_free() -> None:
    """An inverted line keeps a border: only accents use row 0, and only descenders row 7."""
    for character in "ABCDEFGHIKLMNOPRSTUVWXYZ0123456789abcdefhiklmnorstuvwxz":
        rows = glyphs()[character]
        assert (rows[0], rows[7]) == (0, 0), character


def test_a_line_is_as_wide_as_its_characters() -> None:
    assert line("Süden").size == (30, 8)
    assert line("Süden", (12, 24)).size == (60, 24)
    assert line("A").tobytes() == glyphs()["A"]
    assert line("A", (16, 32)).tobytes() == glyphs((16, 32))["A"]


@pytest.mark.parametrize(("lacking", "instead"), [("ǎ", "a"), ("漢", MISSING)])
@pytest.mark.parametrize("size", SIZES)
def test_a_missing_character_is_replaced(lacking: str, instead: str, size: Size) -> None:
    assert line(lacking, size).tobytes() == line(instead, size).tobytes()
