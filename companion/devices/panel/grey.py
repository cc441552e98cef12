"""Driver of the SSD1322, a controller of wide panels with 16 greys; luma.oled initialises it.

Only changes are sent, as to the controllers in `companion.devices.panel.oled`. A frame has four
bits per pixel, row by row, the left pixel of a byte in its upper half.
"""

from collections.abc import Callable, Iterator
from typing import Final

from luma.oled.device import ssd1322
from PIL.Image import Image

from companion.devices.panel.frame_diff import Window, windows
from companion.devices.panel.oled import Display, NoDisplay
from companion.devices.panel.spi import SpiBus, SpiLink

# Commands of the SSD1322 (data sheet rev. 1.2, table 9-1).
DISPLAY_ON: Final = 0xAF
SET_COLUMNS: Final = 0x15
SET_ROWS: Final = 0x75
WRITE: Final = 0x5C
WORD: Final = 4
"""Pixels in the two bytes that a column address stands for (data sheet rev. 1.2, 8.7)."""
LEVELS: Final = 16
OVERHEAD: Final = 4
"""Columns that a window costs besides its own: seven bytes to set it."""
_MEMORY: Final = 480
"""Pixels in a row of the memory; the glass shows those in the middle."""


# The base comes first: its `display` must hide luma's, which sends whole pictures.
class _Ssd1322(NoDisplay, ssd1322):
    """Initialised by luma; this module sends the pixels."""


def pack_grey(image: Image) -> bytes:
    """Return the frame for an image of mode "L"; of its 256 greys the panel has 16."""
    levels = image.tobytes().translate(_LEVEL)
    return bytes(left << 4 | right for left, right in zip(levels[::2], levels[1::2], strict=True))


_LEVEL: Final = bytes(value * LEVELS // 256 for value in range(256))


def _pairs(frame: bytes) -> Iterator[tuple[int, int]]:
    return zip(frame[::2], frame[1::2], strict=True)


def changes(old: bytes, new: bytes, width: int) -> list[Window]:
    """Return windows, in column addresses and rows, that cover every difference."""
    differs = bytes(before != after for before, after in zip(_pairs(old), _pairs(new), strict=True))
    return windows(bytes(len(differs)), differs, width // WORD, OVERHEAD)


class GreyOled(Display):
    """A panel of 256x64 greys on an SPI bus, which `connect` opens.

    SPI has no acknowledgement: a missing panel goes unnoticed.
    """

    def __init__(self, size: tuple[int, int], connect: Callable[[], SpiBus]) -> None:
        self._open = connect
        self._link = SpiLink()
        super().__init__(size, 2, _Ssd1322(self._link, width=size[0], height=size[1]))
        self._set_up = [sent for sent in self._link.unsent if sent != (bytes([DISPLAY_ON]), False)]

    def pack(self, image: Image) -> bytes:
        """Return the frame for an image of mode "L"."""
        return pack_grey(image)

    def _connect(self) -> None:
        self._link.bus = self._open()
        for payload, data in self._set_up:
            self._link.send(payload, data=data)

    def _release(self) -> None:
        bus, self._link.bus = self._link.bus, None
        if bus is not None:
            bus.close()

    def _draw(self, frame: bytes, shown: bytes | None) -> None:
        width, height = self.size
        everything = [Window(0, height, 0, width // WORD)]
        for window in everything if shown is None else changes(shown, frame, width):
            self._fill(window, frame)

    def _fill(self, window: Window, frame: bytes) -> None:
        """Send a window's pixels (data sheet, 10.1.1 to 10.1.3)."""
        first = (_MEMORY - self.size[0]) // 2 // WORD
        self._device.command(SET_COLUMNS, first + window.left, first + window.right - 1)
        self._device.command(SET_ROWS, window.top, window.bottom - 1)
        self._device.command(WRITE)
        row = self.size[0] // 2
        left, right = 2 * window.left, 2 * window.right
        rows = (frame[y * row + left : y * row + right] for y in range(window.top, window.bottom))
        self._device.data(list(b"".join(rows)))
