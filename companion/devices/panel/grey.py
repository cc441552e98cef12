"""The SSD1322, a controller of wide panels in 16 greys, which luma.oled sets up.

Only changes are sent, as to the controllers in `companion.devices.panel.oled`. A frame has four
bits per pixel, row by row, the left pixel of a byte in its upper half.
"""

from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Final

from luma.oled.device import ssd1322
from PIL.Image import Image

from companion.devices.panel.oled import PanelState
from companion.devices.panel.pages import Window, windows
from companion.devices.panel.spi import SpiBus, SpiLink

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


class _Ssd1322(ssd1322):
    def display(self, image: Image) -> None:
        """Do nothing: luma's constructor would send a blank picture, `GreyOled` the real one."""


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


class GreyOled:
    """A panel of 256x64 greys on an SPI bus, which `connect` opens.

    It need not be there yet, and may go away; see `companion.devices.panel.oled.Oled`. SPI has no
    acknowledgement: a panel that is not wired takes everything in silence.
    """

    def __init__(self, size: tuple[int, int], connect: Callable[[], SpiBus]) -> None:
        self.size = size
        self.blank = bytes(size[0] * size[1] // 2)
        self._connect = connect
        self._link = SpiLink()
        self._device = _Ssd1322(self._link, width=size[0], height=size[1])
        self._set_up = [sent for sent in self._link.unsent if sent != (bytes([DISPLAY_ON]), False)]
        self._shown: PanelState | None = None

    def pack(self, image: Image) -> bytes:
        """Return the frame for an image of mode "L"."""
        return pack_grey(image)

    def show(self, picture: PanelState, *, anew: bool = False) -> None:
        """Send what differs from the last picture, or everything (`anew`); light the panel last."""
        if anew:
            self.forget()
        try:
            if self._shown is None:
                self._link.bus = self._connect()
                for payload, data in self._set_up:
                    self._link.send(payload, data=data)
            self._send(picture, self._shown)
        except OSError:
            self.forget()
            raise
        self._shown = picture

    def forget(self) -> None:
        """Release the bus and take nothing for granted: the next picture is sent whole."""
        self._shown = None
        bus, self._link.bus = self._link.bus, None
        if bus is not None:
            bus.close()

    def close(self) -> None:
        """Darken the panel, and release the bus."""
        if self._shown is not None:
            with suppress(OSError):
                self._device.hide()
        self.forget()

    def _send(self, picture: PanelState, shown: PanelState | None) -> None:
        width, height = self.size
        everything = [Window(0, height, 0, width // WORD)]
        changed = everything if shown is None else changes(shown.frame, picture.frame, width)
        for window in changed:
            self._draw(window, picture.frame)
        if picture.contrast is not None and (shown is None or picture.contrast != shown.contrast):
            self._device.contrast(picture.contrast)
        if picture.lit and (shown is None or not shown.lit):
            self._device.show()
        elif shown is not None and shown.lit and not picture.lit:
            self._device.hide()

    def _draw(self, window: Window, frame: bytes) -> None:
        """Send a window's pixels (data sheet, 10.1.1 to 10.1.3)."""
        first = (_MEMORY - self.size[0]) // 2 // WORD
        self._device.command(SET_COLUMNS, first + window.left, first + window.right - 1)
        self._device.command(SET_ROWS, window.top, window.bottom - 1)
        self._device.command(WRITE)
        row = self.size[0] // 2
        left, right = 2 * window.left, 2 * window.right
        rows = (frame[y * row + left : y * row + right] for y in range(window.top, window.bottom))
        self._device.data(list(b"".join(rows)))
