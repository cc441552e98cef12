"""Renders a screen as the pixels of a small panel; rendered lines are cached."""

from collections.abc import Iterable
from typing import Final

from PIL import Image, ImageChops, ImageDraw

from companion.display import fonts
from companion.display.painter.icons import icon
from companion.display.painter.layout import Layout, lay_out
from companion.display.painter.primitives import LINE, Rect
from companion.display.painter.qr_code import qr_code
from companion.table.screens.screen import Screen

_WHITE: Final = 255
"""White in mode "1": a pixel of any other value but 0 would stay white when inverted."""


FAINT: Final = 0x66
"""The grey of what is less important, 0 to 255."""


def paint(screen: Screen, size: tuple[int, int], *, grey: bool = False) -> Image.Image:
    """Return a screen as an image for a panel of ``size`` pixels; mode "L" if it has greys."""
    image = Image.new("L" if grey else "1", size)
    layout = lay_out(screen, size)
    if layout.code:
        image.paste(qr_code(layout.code), (0, 0))
    _draw_boxes(image, layout)
    for label in layout.labels:
        line = fonts.line(label.shown, label.size)
        if label.faint and grey:
            image.paste(FAINT, (label.x, label.y), line)
        else:
            image.paste(line, (label.x, label.y))
    for picture in layout.pictures:
        image.paste(icon(picture.pattern), (picture.x, picture.y))
    return _inverted(image, layout.inverted)


def rows_of(size: tuple[int, int]) -> int:
    """Return the number of rows on a panel of this size between title and footer."""
    return size[1] // LINE - 2


def overflow(screen: Screen, size: tuple[int, int]) -> tuple[str, ...]:
    """Return the texts of a screen that do not fit a panel of this size."""
    return tuple(
        label.text.strip() for label in lay_out(screen, size).labels if label.shown != label.text
    )


def _draw_boxes(image: Image.Image, layout: Layout) -> None:
    draw = ImageDraw.Draw(image)
    for box in layout.frames:
        draw.rectangle((box.left, box.top, box.right, box.bottom), outline=_WHITE)
    for box in layout.bars:
        draw.rectangle((box.left, box.top, box.right, box.bottom), fill=_WHITE)


def _inverted(image: Image.Image, boxes: Iterable[Rect]) -> Image.Image:
    """Return an image with boxes inverted; single pixels, which are frequent, in one pass."""
    dots = []
    for box in boxes:
        if (box.left, box.top) == (box.right, box.bottom):
            dots.append((box.left, box.top))
        else:
            _invert(image, box)
    if not dots:
        return image
    mask = Image.new(image.mode, image.size)
    ImageDraw.Draw(mask).point(dots, _WHITE)
    return ImageChops.difference(image, mask)


def _invert(image: Image.Image, box: Rect) -> None:
    area = (box.left, box.top, box.right + 1, box.bottom + 1)
    image.paste(ImageChops.invert(image.crop(area)), area)
