"""Emulated SSD1322, decoded from its bytes on an SPI bus (Solomon Systech, rev. 1.2).

Every byte is accompanied by the level of the line D/C: low for a command, high for its arguments
and for pixels. In the usual modules of 256x64 the glass is in the middle of the 480 segments.
"""

import logging
from collections.abc import Callable
from typing import Final

from PIL import Image
from PIL.Image import Transpose

from companion.emulation.i2c import Traffic

SEGMENTS: Final = 480
ROWS: Final = 128
_WORD: Final = 4
"""Pixels at a column address, in two bytes."""
_ROW_BYTES: Final = SEGMENTS // 2
_WRITE: Final = 0x5C
_LOCK, _UNLOCKED, _LOCKED = 0xFD, 0x12, 0x16
_ARGUMENTS: Final = {
    0x15: 2, 0x75: 2, 0xA0: 2, 0xA1: 1, 0xA2: 1, 0xAB: 1, 0xB1: 1, 0xB3: 1, 0xB4: 2, 0xB5: 1,
    0xB6: 1, 0xBB: 1, 0xBE: 1, 0xC1: 1, 0xC7: 1, 0xCA: 1, 0xD1: 2, 0xFD: 1,
}  # fmt: skip
"""How many bytes follow a command."""
_SWITCHES: Final = {
    0xA4: ("mode", 0xA4),
    0xA5: ("mode", 0xA5),
    0xA6: ("mode", 0xA6),
    0xA7: ("mode", 0xA7),
    0xA9: ("partial", 0),
    0xAE: ("display on", 0),
    0xAF: ("display on", 1),
    0xB9: ("default greys", 1),
}
_VALUES: Final = {0xA1: "start line", 0xA2: "offset", 0xC1: "contrast", 0xC7: "master contrast"}
_RESET: Final = {
    "contrast": 0x7F,
    "default greys": 1,
    "display on": 0,
    "first column": 0,
    "first row": 0,
    "last column": SEGMENTS // _WORD - 1,
    "last row": ROWS - 1,
    "locked": 0,
    "master contrast": 0x0F,
    "mode": 0xA6,
    "multiplex": 0x7F,
    "offset": 0,
    "partial": 0,
    "pump": 1,
    "remap": 0,
    "dual": 0,
    "start line": 0,
}
_VERTICAL, _COLUMNS_BACK, _LEFT_FIRST, _SCAN_BACK, _DUAL = 0x01, 0x02, 0x04, 0x10, 0x10
_LOG: Final = logging.getLogger(__name__)


class GreyChip:
    """A controller with a glass of `size` pixels in 16 greys: receives bytes, shows an image.

    `unknown` keeps commands that the data sheet lacks. `overrun` counts pixels beyond the window's
    end, which start over at its beginning.
    """

    def __init__(self, size: tuple[int, int] = (256, 64)) -> None:
        self.size = size
        self.unknown: list[int] = []
        self.power_cycle()

    def power_cycle(self) -> None:
        """Lose all settings; the memory holds noise afterwards."""
        self.ram = bytearray(index * 73 % 251 for index in range(ROWS * _ROW_BYTES))
        self.settings = dict(_RESET)
        self._opcode, self._arguments = 0, bytearray()
        self._row = self._column = self._half = 0

    def receive(self, payload: bytes, *, data: bool) -> None:
        """Process bytes with D/C low (commands) or high (arguments and pixels)."""
        for byte in payload:
            if not data:
                self._begin(byte)
            elif self._opcode == _WRITE:
                self._store(byte)
            else:
                self._arguments.append(byte)
                self._execute_when_complete()

    def image(self) -> Image.Image:
        """Return the visible picture as an image of mode "L", black while the panel is dark.

        Raises `ValueError` for settings that do not fit the glass and would show a garbled picture.
        """
        settings, (width, height) = self.settings, self.size
        if not settings["display on"] or settings["mode"] == 0xA4:  # noqa: PLR2004 - all off
            return Image.new("L", self.size)
        if settings["mode"] == 0xA5:  # noqa: PLR2004 - all on
            return Image.new("L", self.size, 255)
        if not settings["dual"] & _DUAL or settings["multiplex"] != height - 1:
            raise ValueError(f"{settings['multiplex'] + 1} rows do not fit a glass of {height}")
        left = (SEGMENTS - width) // 2
        lines = (settings["start line"] + settings["offset"] + y for y in range(height))
        rows = [self._line(line % ROWS)[left : left + width] for line in lines]
        if not settings["remap"] & _SCAN_BACK:
            rows.reverse()
        picture = Image.frombytes("L", self.size, b"".join(rows))
        if settings["remap"] & _COLUMNS_BACK:
            picture = picture.transpose(Transpose.FLIP_LEFT_RIGHT)
        inverse = settings["mode"] == 0xA7  # noqa: PLR2004 - inverse display
        return picture.point(lambda grey: 255 - grey) if inverse else picture

    def _line(self, row: int) -> bytes:
        """Return the greys of a row, 0 to 255."""
        stored = self.ram[row * _ROW_BYTES : (row + 1) * _ROW_BYTES]
        nibbles = (nibble for byte in stored for nibble in (byte >> 4, byte & 0x0F))
        line = [nibble * 17 for nibble in nibbles]
        if not self.settings["remap"] & _LEFT_FIRST:
            words = (line[i : i + _WORD] for i in range(0, SEGMENTS, _WORD))
            line = [grey for word in words for grey in reversed(word)]
        return bytes(line)

    def _begin(self, opcode: int) -> None:
        self._opcode, self._arguments = opcode, bytearray()
        if opcode == _WRITE:
            self._row, self._column = self.settings["first row"], self.settings["first column"]
            self._half = 0
        elif opcode in _SWITCHES and not self.settings["locked"]:
            name, value = _SWITCHES[opcode]
            self.settings[name] = value
        elif opcode not in _ARGUMENTS and opcode not in _SWITCHES:
            self.unknown.append(opcode)
            _LOG.info("SSD1322: unknown command %#04x", opcode)

    def _execute_when_complete(self) -> None:
        opcode, arguments = self._opcode, self._arguments
        if len(arguments) < _ARGUMENTS.get(opcode, 0):
            return
        if opcode == _LOCK:
            self.settings["locked"] = int(arguments[0] == _LOCKED)
        elif self.settings["locked"]:
            return
        elif opcode == 0x15:  # noqa: PLR2004 - column range
            self.settings |= {"first column": arguments[0], "last column": arguments[1]}
        elif opcode == 0x75:  # noqa: PLR2004 - row range
            self.settings |= {"first row": arguments[0], "last row": arguments[1]}
        elif opcode == 0xA0:  # noqa: PLR2004 - remap and dual COM
            self.settings |= {"remap": arguments[0], "dual": arguments[1]}
        elif opcode == 0xCA:  # noqa: PLR2004 - multiplex ratio
            self.settings["multiplex"] = arguments[0] & 0x7F
        elif opcode in _VALUES:
            self.settings[_VALUES[opcode]] = arguments[0]

    def _store(self, pixels: int) -> None:
        """Write two pixels and advance in the window (10.1.1, horizontal increment)."""
        self.ram[self._row * _ROW_BYTES + 2 * self._column + self._half] = pixels
        self._half ^= 1
        if self._half:
            return
        self._column += 1
        if self._column > self.settings["last column"]:
            self._column = self.settings["first column"]
            self._row += 1
            if self._row > self.settings["last row"]:
                self._row = self.settings["first row"]


class EmulatedSpi:
    """A bus with one chip, which counts every byte; a missing chip goes unnoticed.

    Its observer is called after each write, in the thread that made it.
    """

    def __init__(self, chip: GreyChip) -> None:
        self.chip = chip
        self._on_transaction: Callable[[], None] | None = None
        self._bytes = self._writes = 0

    def report_to(self, observer: Callable[[], None] | None) -> None:
        """Set the observer, or remove it with ``None``."""
        self._on_transaction = observer

    def write(self, payload: bytes, *, data: bool) -> None:
        """Send bytes, with the line D/C high for data."""
        self._bytes += len(payload)
        self._writes += 1
        self.chip.receive(payload, data=data)
        if self._on_transaction is not None:
            self._on_transaction()

    def close(self) -> None:
        """Do nothing: the chip stays for the next one to open the bus."""

    def traffic(self) -> Traffic:
        """Return the traffic since the last call."""
        traffic = Traffic(self._bytes, self._writes)
        self._bytes = self._writes = 0
        return traffic
