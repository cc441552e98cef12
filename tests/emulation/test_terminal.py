"""A picture as text, in the largest characters that fit the terminal."""

import pytest
from PIL import Image

from companion.emulation.terminal import blocks


def picture() -> Image.Image:
    """Four by four pixels: a diagonal, and a dot in the lower left corner."""
    image = Image.new("1", (4, 4))
    for spot in ((0, 0), (1, 1), (2, 2), (3, 3), (0, 3)):
        image.putpixel(spot, 1)
    return image


@pytest.mark.parametrize(
    ("columns", "lines", "text"),
    [
        (4, 2, "▀▄  \n▄ ▀▄"),
        (3, 2, "▚ \n▖▚"),
        (2, 1, "⡑⢄"),
    ],
)
def test_the_largest_characters_that_fit_are_taken(columns: int, lines: int, text: str) -> None:
    assert blocks(picture(), columns, lines) == text


@pytest.mark.parametrize(("columns", "lines"), [(128, 32), (80, 32), (80, 24)])
def test_a_panel_fits_an_ordinary_terminal(columns: int, lines: int) -> None:
    rows = blocks(Image.new("1", (128, 64), 1), columns, lines).splitlines()
    assert len(rows) <= lines
    assert {len(line) for line in rows} == {128 if columns == 128 else 64}
