"""Prints a panel's picture as text; each character stands for several pixels."""

from typing import Final

from PIL.Image import Image

_HALVES: Final = " ▀▄█"
_QUARTERS: Final = " ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█"
_BRAILLE: Final = 0x2800
"""The first pattern in Unicode: each bit of its low byte is a dot."""
_DOTS: Final = (0x01, 0x08, 0x02, 0x10, 0x04, 0x20, 0x40, 0x80)
"""The bits of a Braille pattern, row by row (Unicode, chapter 21.1)."""


def blocks(image: Image, columns: int, lines: int) -> str:
    """Return an image of mode "1" as text, as large as fits the columns and lines of a terminal.

    A character represents two pixels above each other, two by two, or, on a small terminal, two by
    four.
    """
    if columns >= image.width and lines >= image.height // 2:
        return _text(image, 1, 2, _HALVES)
    if lines >= image.height // 2:
        return _text(image, 2, 2, _QUARTERS)
    return _text(image, 2, 4, [chr(_BRAILLE + _pattern(code)) for code in range(1 << len(_DOTS))])


def _pattern(code: int) -> int:
    return sum(dot for bit, dot in enumerate(_DOTS) if code >> bit & 1)


def _text(image: Image, width: int, height: int, signs: str | list[str]) -> str:
    """Return the text of all cells; a cell's pixels, row by row, are the bits of its sign."""
    lit = image.convert("1").load()
    assert lit is not None  # noqa: S101 - an image in memory has pixels
    cell = [(x, y) for y in range(height) for x in range(width)]
    return "\n".join(
        "".join(
            signs[sum(1 << bit for bit, (x, y) in enumerate(cell) if lit[left + x, top + y])]
            for left in range(0, image.width, width)
        )
        for top in range(0, image.height, height)
    )
