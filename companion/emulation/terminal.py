"""A panel's picture as text: block characters of one or two by two pixels."""

from typing import Final

from PIL.Image import Image

_HALVES: Final = " ▀▄█"
_QUARTERS: Final = " ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█"


def blocks(image: Image, columns: int) -> str:
    """Return an image of mode "1" as lines of text that fit ``columns``.

    One character stands for two pixels above each other where the terminal is wide enough, else
    for two by two.
    """
    width = 1 if columns >= image.width else 2
    signs = _HALVES if width == 1 else _QUARTERS
    lit = image.convert("1").load()
    assert lit is not None  # noqa: S101 - an image in memory has pixels
    lines = (
        "".join(
            signs[
                sum(
                    1 << i
                    for i, (dx, dy) in enumerate((x, y) for y in range(2) for x in range(width))
                    if lit[left + dx, top + dy]
                )
            ]
            for left in range(0, image.width, width)
        )
        for top in range(0, image.height, 2)
    )
    return "\n".join(lines)
