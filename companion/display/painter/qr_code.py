"""Encodes an address as a QR code that phones can read from a small panel."""

from functools import lru_cache
from typing import Final

from PIL import Image

MODULE: Final = 2
"""Pixels per module: a single one is too small for phones."""
LARGEST: Final = 3
"""The highest version of a code that fits 64 lines; it has 29 modules."""


class TooLongError(ValueError):
    """An address is too long for a code that fits the panel."""


@lru_cache(maxsize=4)
def qr_code(address: str) -> Image.Image:
    """Return a QR code as an image of mode "1", dark on light, with as much margin as fits.

    It is 64 pixels wide and high. ISO/IEC 18004 requires a margin of four modules; version 2 leaves
    three and a half, and version 3 one and a half, which phones accept. An address in capitals
    needs fewer modules. Raises ``TooLongError`` for more than 53 bytes or 77 capitals.
    """
    # Here, and not above: only a box that invites phones loads the library.
    import segno

    try:
        # With more correction an address needs a version that does not fit the panel.
        qr = segno.make_qr(address, error="l", boost_error=False)
    except segno.DataOverflowError as error:
        raise TooLongError(f"{address!r} is too long for a QR code") from error
    if int(qr.version) > LARGEST:
        raise TooLongError(f"{address!r} is too long for a QR code of a panel")
    edge = 64
    image = Image.new("1", (edge, edge), 255)
    margin = (edge - MODULE * len(qr.matrix)) // 2
    for y, row in enumerate(qr.matrix):
        for x, dark in enumerate(row):
            if dark:
                left, top = margin + MODULE * x, margin + MODULE * y
                image.paste(0, (left, top, left + MODULE, top + MODULE))
    return image
