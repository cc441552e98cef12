"""Draws text in the panel's bitmap font, so that no font file is needed."""

from collections.abc import Iterable
from textwrap import wrap
from typing import Final

from PIL import Image, ImageDraw

from companion.display import fonts

_WIDTH, _HEIGHT = fonts.CELL
_LINES: Final = 3


def write(image: Image.Image, at: tuple[float, float], label: str, scale: int, ink: str) -> None:
    """Write a line from its upper left corner on; a pixel of the letters is ``scale`` wide."""
    image.paste(ink, (round(at[0]), round(at[1])), _enlarged(label, scale))


def write_in(image: Image.Image, box: tuple[int, int, int, int], label: str, ink: str) -> None:
    """Write in the centre of a box, as large as fits; sideways if only that fits."""
    width, height = box[2] - box[0], box[3] - box[1]
    upright, sideways = _fitted(label, width, height), _fitted(label, height, width)
    turned = sideways[0] > upright[0]
    scale, lines = sideways if turned else upright
    if not scale:
        return
    block = _block(lines, scale)
    if turned:
        block = block.transpose(Image.Transpose.ROTATE_90)
    at = (box[0] + (width - block.width) // 2, box[1] + (height - block.height) // 2)
    image.paste(ink, at, block)


def _fitted(label: str, width: int, height: int) -> tuple[int, list[str]]:
    """Return the largest scale at which words fit, and their lines; 0 if there is none."""
    for scale in range(min(height // _HEIGHT, width // _WIDTH), 0, -1):
        letters = width // (_WIDTH * scale)
        lines = wrap(label, letters, break_long_words=False) or [label[:letters]]
        fits = max(map(len, lines)) <= letters
        if fits and len(lines) * _HEIGHT * scale <= height and len(lines) <= _LINES:
            return scale, lines
    return 0, []


def _block(lines: Iterable[str], scale: int) -> Image.Image:
    drawn = [_enlarged(line, scale) for line in lines]
    width = max(line.width for line in drawn)
    block = Image.new("1", (width, sum(line.height for line in drawn)))
    for i, line in enumerate(drawn):
        block.paste(line, ((width - line.width) // 2, i * line.height))
    return block


def _enlarged(label: str, scale: int) -> Image.Image:
    line = fonts.line(label)
    size = line.width * scale, line.height * scale
    return line.resize(size, Image.Resampling.NEAREST)


def dots(image: Image.Image, label: str, side: int, ink: str) -> None:
    """Draw the pips of a die in the centre of an image."""
    draw = ImageDraw.Draw(image)
    for at in PIPS[label]:
        row, column = divmod(int(at), 3)
        x = image.width / 2 + (column - 1) * side * 0.27
        y = image.height / 2 + (row - 1) * side * 0.27
        r = side * 0.1
        draw.ellipse((x - r, y - r, x + r, y + r), fill=ink)


PIPS: Final = {"1": "4", "2": "08", "3": "048", "4": "0268", "5": "02468", "6": "023568"}
"""Where the pips of a die are, on three rows and columns."""
