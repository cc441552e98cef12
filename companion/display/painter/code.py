"""An address as a QR code that a phone reads from a small panel."""

from functools import lru_cache
from typing import Final

from PIL import Image

MODULE: Final = 2
"""Pixels of a module: one alone is too small for phones."""
LARGEST: Final = 3
"""Version of the largest code that fits 64 lines: 29 modules."""


class TooLongError(ValueError):
    """An address is too long for a code that fits a panel."""


@lru_cache(maxsize=4)
def code(address: str) -> Image.Image:
    """Return a QR code as an image of mode "1", dark on light, with as much margin as fits.

    It is 64 pixels high and wide; ISO/IEC 18004 wants four modules of margin, of which version 2
    leaves three and a half, version 3 one and a half, which phones accept. An address in capitals
    needs fewer modules. Raises ``TooLongError`` for more than 53 bytes or 77 capitals.
    """
    import segno

    try:
        made = segno.make_qr(address, error="l", boost_error=False)
    except segno.DataOverflowError as error:
        raise TooLongError(f"{address!r} is too long for a QR code") from error
    if int(made.version) > LARGEST:
        raise TooLongError(f"{address!r} is too long for a QR code of a panel")
    edge = 64
    image = Image.new("1", (edge, edge), 255)
    margin = (edge - MODULE * len(made.matrix)) // 2
    for y, row in enumerate(made.matrix):
        for x, dark in enumerate(row):
            if dark:
                left, top = margin + MODULE * x, margin + MODULE * y
                image.paste(0, (left, top, left + MODULE, top + MODULE))
    return image
