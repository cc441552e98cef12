"""Drivers of three monochrome OLED controllers, initialised by luma.oled, updated by deltas.

All calls block for as long as the bus takes.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Final, TypeAlias

import msgspec
from luma.core.device import device
from luma.oled.device import sh1106, ssd1306, ssd1309
from PIL.Image import Image

from companion.devices.panel.frame_diff import (
    ROWS,
    pack,
    runs,
    windows,
)
from companion.devices.panel.i2c import Bus, I2CLink
from companion.devices.panel_sizes import PANEL_SIZES

# Commands of the SSD1306 and SSD1309; the SH1106 knows the last three, and 0xAF.
DISPLAY_ON: Final = 0xAF
SET_COLUMNS: Final = 0x21
SET_PAGES: Final = 0x22
SET_PAGE: Final = 0xB0
SET_LOW_COLUMN: Final = 0x00
SET_HIGH_COLUMN: Final = 0x10
EFFORT: Final = 22
"""Bytes that the bus carries in half a millisecond, which a small computer needs for the two
transactions of a window."""
SSD1306_OVERHEAD: Final = 10 + EFFORT
"""Bytes that a window costs besides its pixels: six to set it, address and control byte twice."""
SH1106_OVERHEAD: Final = 7 + EFFORT
"""The same for the SH1106, where setting a window takes three bytes."""
SH1106_COLUMN: Final = 2
"""The first visible column: the SH1106 has memory for 132 columns, of which 128 are shown."""

_INVERTED: Final = bytes(range(255, -1, -1))
"""A table for `bytes.translate` that makes every byte of a frame differ."""

Write: TypeAlias = tuple[tuple[int, ...], bytes]
"""A command and the pixels that follow it."""


class NoDisplay:
    """Keeps a luma device from sending pictures: a `Display` sends the changes."""

    def display(self, image: Image) -> None:
        """Do nothing, even in luma's constructor, which would send a blank picture."""


class _Ssd1306(NoDisplay, ssd1306):
    def __init__(self, link: I2CLink, **size: int) -> None:
        """Release the tables from which luma would assemble pictures: 0.3 MB."""
        super().__init__(link, **size)
        del self._mask, self._offsets


class _Ssd1309(_Ssd1306, ssd1309):
    """The SSD1309, initialised by luma; updates work as on the SSD1306."""


class _Sh1106(NoDisplay, sh1106):
    """Initialised by luma; this module sends the pixels."""


def ssd1306_writes(old: bytes, new: bytes, width: int) -> Iterator[Write]:
    """Yield the writes that turn one frame into another, in horizontal addressing mode.

    Data sheet (rev. 1.1), 10.1.4 and 10.1.5: column and page range; the pointer wraps within them.
    The SSD1309 has the same (data sheet rev. 1.1, table 9-1).
    """
    for window in windows(old, new, width, SSD1306_OVERHEAD):
        columns = SET_COLUMNS, window.left, window.right - 1
        pages = SET_PAGES, window.top, window.bottom - 1
        yield (*columns, *pages), window.cut(new, width)


def sh1106_writes(old: bytes, new: bytes, width: int) -> Iterator[Write]:
    """Yield the writes that turn one frame into another, in page mode, the only mode available."""
    for run in runs(old, new, width, SH1106_OVERHEAD):
        column = run.left + SH1106_COLUMN
        low, high = SET_LOW_COLUMN | column & 0x0F, SET_HIGH_COLUMN | column >> 4
        yield (SET_PAGE | run.top, low, high), run.cut(new, width)


class OledController(msgspec.Struct, frozen=True):
    """Differences between the controllers."""

    device: Callable[..., ssd1306 | sh1106]
    writes: Callable[[bytes, bytes, int], Iterator[Write]]


CONTROLLERS: Final = {
    "ssd1306": OledController(_Ssd1306, ssd1306_writes),
    "ssd1309": OledController(_Ssd1309, ssd1306_writes),
    "sh1106": OledController(_Sh1106, sh1106_writes),
}
"""The controllers by luma's names; their sizes are in `companion.devices.panel_sizes`."""


class PanelState(msgspec.Struct, frozen=True):
    """Desired state of the panel: pixels, brightness, and whether it is lit at all."""

    frame: bytes
    contrast: int | None = None
    """0 to 255; `None` leaves it as luma sets it."""
    lit: bool = True


class Display(ABC):
    """A panel that is sent the changes since the last picture.

    It need not be there yet, and may go away: any call then raises `OSError`, and the next `show`
    that succeeds sets the panel up again and sends the whole picture. A panel that lost its power
    may hold anything, so nothing is taken for granted after an error.
    """

    def __init__(self, size: tuple[int, int], pixels: int, chip: device) -> None:
        """Start with no picture; a byte of a frame holds ``pixels`` pixels."""
        self.size = size
        self.blank = bytes(size[0] * size[1] // pixels)
        self._device = chip
        self._shown: PanelState | None = None

    @abstractmethod
    def pack(self, image: Image) -> bytes:
        """Return the frame for an image of the panel's mode."""

    @abstractmethod
    def _connect(self) -> None:
        """Open the bus, and initialise the panel."""

    @abstractmethod
    def _release(self) -> None:
        """Close the bus, if it is open."""

    @abstractmethod
    def _draw(self, frame: bytes, shown: bytes | None) -> None:
        """Send the changes since the ``shown`` frame, or everything."""

    def show(self, picture: PanelState, *, anew: bool = False) -> None:
        """Send the changes since the last picture, or everything (`anew`); light the panel last."""
        if anew:
            self.forget()
        try:
            if self._shown is None:
                self._connect()
            self._send(picture, self._shown)
        except OSError:
            self.forget()
            raise
        self._shown = picture

    def forget(self) -> None:
        """Release the bus and assume nothing about the panel: the next picture is sent whole."""
        self._shown = None
        self._release()

    def close(self) -> None:
        """Darken the panel if it can be reached, and release the bus."""
        if self._shown is not None:
            with suppress(OSError):
                self._device.hide()
        self.forget()

    def _send(self, picture: PanelState, shown: PanelState | None) -> None:
        self._draw(picture.frame, None if shown is None else shown.frame)
        if picture.contrast is not None and (shown is None or picture.contrast != shown.contrast):
            self._device.contrast(picture.contrast)
        # Lit last, so that the random contents of the memory at power-on stay invisible.
        if picture.lit and (shown is None or not shown.lit):
            self._device.show()
        elif shown is not None and shown.lit and not picture.lit:
            self._device.hide()


class Oled(Display):
    """A panel of one of the `CONTROLLERS` on a bus, given by number, by path or open."""

    def __init__(
        self, controller: str, size: tuple[int, int], bus: int | str | Bus, address: int
    ) -> None:
        kind = CONTROLLERS.get(controller)
        if kind is None:
            controllers = ", ".join(sorted(CONTROLLERS))
            raise ValueError(
                f"panel controller {controller!r} is unknown; choose one of: {controllers}"
            )
        sizes = PANEL_SIZES[controller]
        if size not in sizes:
            controllers = ", ".join(f"{width}x{height}" for width, height in sorted(sizes))
            raise ValueError(f"a {controller} panel is not {size[0]}x{size[1]}, but {controllers}")
        self._bus = bus
        self._link = I2CLink(address)
        self._writes = kind.writes
        super().__init__(size, ROWS, kind.device(self._link, width=size[0], height=size[1]))
        self._set_up = [command for command in self._link.unsent if command[0] != DISPLAY_ON]

    def pack(self, image: Image) -> bytes:
        """Return the frame for an image of mode "1"."""
        return pack(image)

    def _connect(self) -> None:
        self._link.connect(self._bus)
        for command in self._set_up:
            self._device.command(*command)

    def _release(self) -> None:
        self._link.disconnect()

    def _draw(self, frame: bytes, shown: bytes | None) -> None:
        old = frame.translate(_INVERTED) if shown is None else shown
        for command, pixels in self._writes(old, frame, self.size[0]):
            self._device.command(*command)
            self._device.data(pixels)
