"""Base of emulated SSD1306 and SH1106 controllers, which decode bytes from the I2C bus.

Sources: Solomon Systech, SSD1306 data sheet rev. 1.1; Sino Wealth, SH1106 data sheet V2.3.
In the usual modules the glass is mounted so that a picture is upright with segment remap 0xA1 and
COM scan direction 0xC8.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from typing import Final

import msgspec
from PIL import Image, ImageChops
from PIL.Image import Transpose

PAGES: Final = 8
"""Groups of eight rows: a byte of the memory is a column of one."""
LINES: Final = 64
"""Rows of display memory, and COM lines."""
# Bits of the control byte before commands and pixels (SSD1306 data sheet, 8.1.5.2).
_CONTINUATION: Final = 0x80
_DATA: Final = 0x40
_ALTERNATIVE_PINS: Final = 0x10
_RESET: Final = {
    "all on": 0,
    "clock": 0x80,
    "com pins": 0x12,
    "contrast": 0x80,
    "deselect level": 0x20,
    "display on": 0,
    "inverse": 0,
    "multiplex": LINES - 1,
    "offset": 0,
    "precharge": 0x22,
    "remap": 0,
    "scan reversed": 0,
    "start line": 0,
}
_SWITCHES: Final = {
    0xA0: ("remap", 0),
    0xA1: ("remap", 1),
    0xA4: ("all on", 0),
    0xA5: ("all on", 1),
    0xA6: ("inverse", 0),
    0xA7: ("inverse", 1),
    0xAE: ("display on", 0),
    0xAF: ("display on", 1),
    0xC0: ("scan reversed", 0),
    0xC8: ("scan reversed", 1),
}
_VALUES: Final = {
    0x81: ("contrast", 0xFF),
    0xA8: ("multiplex", 0x3F),
    0xD3: ("offset", 0x3F),
    0xD5: ("clock", 0xFF),
    0xD9: ("precharge", 0xFF),
    0xDA: ("com pins", 0x32),
    0xDB: ("deselect level", 0xFF),
}
_LOG: Final = logging.getLogger(__name__)


class EmulatedController(msgspec.Struct, frozen=True):
    """Differences between the controllers."""

    name: str
    columns: int
    """Columns of display memory, and segment lines."""
    arguments: Mapping[int, int]
    """How many bytes follow each command of this controller, if any do."""
    reset: Mapping[str, int]
    """The controller's own settings after power-on; "pump" is the supply of the glass."""
    execute: Callable[[OledChip, int, bytes], bool]
    """Executes a command that only this controller has; returns false if it has no such command."""
    store: Callable[[OledChip, int], None]
    """Writes eight pixels to the memory and moves on to the next place."""
    wire: Callable[[OledChip, Image.Image], Image.Image]
    """Turns the memory's picture into the one that the segment lines bring to the glass."""


class OledChip:
    """An OLED controller with a glass of `size` pixels: receives I2C writes, shows an image.

    `settings` holds the registers by name. Commands that are not in the data sheet are kept in
    `unknown` and logged; a real chip could do anything. `overrun` counts pixels that were written
    beyond the memory and lost.
    """

    def __init__(self, controller: EmulatedController, size: tuple[int, int] = (128, 64)) -> None:
        self.controller = controller
        self.size = size
        self.unknown: list[bytes] = []
        self.overrun = 0
        self.power_cycle()

    def power_cycle(self) -> None:
        """Lose all settings; the memory holds noise afterwards."""
        self.ram = bytearray(index * 73 % 251 for index in range(self.controller.columns * PAGES))
        self.settings = {**_RESET, **self.controller.reset}
        self.page = self.column = 0
        self._command = bytearray()

    def receive(self, message: bytes) -> None:
        """Process an I2C write: control bytes, each with commands or pixels (SSD1306: 8.1.5.2)."""
        position = 0
        while position < len(message):
            control = message[position]
            end = position + 2 if control & _CONTINUATION else len(message)
            for byte in message[position + 1 : end]:
                if control & _DATA:
                    self.controller.store(self, byte)
                else:
                    self._take_command(byte)
            position = end

    def image(self) -> Image.Image:
        """Return the visible picture as an image of mode "1", black while the panel is dark.

        Raises `ValueError` for settings that do not fit the glass and would show a garbled picture.
        """
        glass = Image.new("1", self.size)
        if not self.settings["display on"] or not self.settings["pump"]:
            return glass
        width, height = self.size
        if bool(self.settings["com pins"] & _ALTERNATIVE_PINS) != (height == LINES):
            raise ValueError(f"COM pins {self.settings['com pins']:#x} jumble {height} rows")
        picture = self.controller.wire(self, self._memory())
        for y in range(height):
            row = self._row(com=height - 1 - y)
            if row <= self.settings["multiplex"]:
                line = (row + self.settings["start line"]) % LINES
                glass.paste(picture.crop((0, line, width, line + 1)), (0, y))
        return glass

    def _row(self, com: int) -> int:
        """Return the row that a COM line drives: SSD1306 data sheet, tables 10-1 and 10-2."""
        if self.settings["scan reversed"]:
            com = self.settings["multiplex"] - com
        return (com + self.settings["offset"]) % LINES

    def _memory(self) -> Image.Image:
        """Return the memory as a picture of all columns and lines, inverted if so configured."""
        if self.settings["all on"]:
            return Image.new("1", (self.controller.columns, LINES), 1)
        by_column = bytes(
            self.ram[page * self.controller.columns + column]
            for column in range(self.controller.columns)
            for page in range(PAGES)
        )
        lying = Image.frombytes("1", (LINES, self.controller.columns), by_column, "raw", "1;R")
        picture = lying.transpose(Transpose.TRANSPOSE)
        return ImageChops.invert(picture) if self.settings["inverse"] else picture

    def _take_command(self, byte: int) -> None:
        self._command.append(byte)
        opcode, arguments = self._command[0], bytes(self._command[1:])
        if len(arguments) < self.controller.arguments.get(opcode, int(opcode in _VALUES)):
            return
        own = self.controller.execute(self, opcode, arguments)
        if not own and not self._execute_common(opcode, arguments):
            self.unknown.append(bytes(self._command))
            _LOG.info("%s: unknown command %s", self.controller.name, self._command.hex(" "))
        self._command.clear()

    def _execute_common(self, opcode: int, arguments: bytes) -> bool:
        if opcode in _SWITCHES:
            name, value = _SWITCHES[opcode]
            self.settings[name] = value
        elif opcode in _VALUES:
            name, mask = _VALUES[opcode]
            self.settings[name] = arguments[0] & mask
        elif 0x40 <= opcode <= 0x7F:  # noqa: PLR2004 - the command holds the line
            self.settings["start line"] = opcode & 0x3F
        elif 0xB0 <= opcode <= 0xB7:  # noqa: PLR2004 - the command holds the page
            self.page = opcode & 0x07
        else:
            return False
        return True
