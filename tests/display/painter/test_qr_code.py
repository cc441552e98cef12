import pytest

from companion.display.painter import overflow, paint
from companion.display.painter.qr_code import TooLongError, qr_code
from companion.table.screens.screen import Row, Screen

ADDRESS = "HTTP://192.168.178.123:8080/J/4821"
SCREEN = Screen("Join by phone", (Row("Code"), Row("4821")), qr=ADDRESS)


def test_a_home_address_fits_a_version_2_code_at_two_pixels_a_module() -> None:
    picture = qr_code(ADDRESS)
    assert picture.size == (64, 64)
    dark = [(x, y) for x in range(64) for y in range(64) if not picture.getpixel((x, y))]
    assert min(x for x, _ in dark) == min(y for _, y in dark) == 7
    assert max(x for x, _ in dark) == 7 + 2 * 25 - 1


def test_an_address_that_is_too_long_is_an_error() -> None:
    qr_code("h" * 53)
    with pytest.raises(TooLongError, match="too long"):
        qr_code("h" * 54)


def test_a_low_panel_shows_the_address_in_words() -> None:
    assert overflow(SCREEN, (128, 32)) == overflow(SCREEN, (128, 64)) == ()
    assert paint(SCREEN, (128, 32)).getbbox() is not None


def test_the_code_can_be_read_from_the_glass() -> None:
    """Each of segno's modules is drawn as two by two pixels."""
    import segno

    picture = paint(SCREEN, (128, 64))
    matrix = segno.make_qr(ADDRESS, error="l", boost_error=False).matrix
    for y, row in enumerate(matrix):
        for x, dark in enumerate(row):
            pixels = {
                bool(picture.getpixel((7 + 2 * x + i, 7 + 2 * y + j)))
                for i in range(2)
                for j in range(2)
            }
            assert pixels == {not dark}, (x, y)
