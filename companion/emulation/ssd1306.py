"""Emulated SSD1306, decoded from its bytes on the I2C bus (Solomon Systech, rev. 1.1)."""

from typing import Final

from PIL.Image import Image, Transpose

from companion.emulation.oled import PAGES, EmulatedController, OledChip

COLUMNS: Final = 128
# Addressing modes; the third, by pages, is the only one of the SH1106.
HORIZONTAL: Final = 0
VERTICAL: Final = 1
_NO_OPERATION: Final = frozenset({0x2E, 0xE3})
"""Commands without effect here: scrolling off, and NOP; other scrolling is not modelled."""


def execute(chip: OledChip, opcode: int, arguments: bytes) -> bool:
    """Execute the commands that the SH1106 lacks: addressing modes (10.1.3), windows, the pump."""
    match opcode:
        case 0x20:
            chip.settings["mode"] = arguments[0] & 0x03
        case 0x21:
            first, last = (argument & 0x7F for argument in arguments)
            chip.settings |= {"first column": first, "last column": last}
            chip.column = first
        case 0x22:
            first, last = (argument & 0x07 for argument in arguments)
            chip.settings |= {"first page": first, "last page": last}
            chip.page = first
        case 0x8D:
            chip.settings["pump"] = arguments[0] & 0x04
        case _ if opcode >> 4 == 0:
            chip.column = chip.column & 0x70 | opcode
        case _ if opcode >> 4 == 1:
            chip.column = (opcode & 0x07) << 4 | chip.column & 0x0F
        case _:
            return opcode in _NO_OPERATION
    return True


def store(chip: OledChip, pixels: int) -> None:
    """Write eight pixels; the segment remap applies here, to written data (10.1.8)."""
    segment = COLUMNS - 1 - chip.column if chip.settings["remap"] else chip.column
    chip.ram[chip.page * COLUMNS + segment] = pixels
    mode = chip.settings["mode"]
    if mode == HORIZONTAL:
        if _next_column(chip):
            _next_page(chip)
    elif mode == VERTICAL:
        if _next_page(chip):
            _next_column(chip)
    else:
        chip.column = (chip.column + 1) % COLUMNS


def _next_column(chip: OledChip) -> bool:
    """Advance in the window; return whether that wrapped around to the left edge."""
    wrapped = chip.column == chip.settings["last column"]
    chip.column = chip.settings["first column"] if wrapped else (chip.column + 1) % COLUMNS
    return wrapped


def _next_page(chip: OledChip) -> bool:
    """Advance in the window; return whether that wrapped around to the top edge."""
    wrapped = chip.page == chip.settings["last page"]
    chip.page = chip.settings["first page"] if wrapped else (chip.page + 1) % PAGES
    return wrapped


def wire(_chip: OledChip, memory: Image) -> Image:
    """Return the picture with segment 127 on the left, as the glass is mounted."""
    return memory.transpose(Transpose.FLIP_LEFT_RIGHT)


SSD1306: Final = EmulatedController(
    name="SSD1306",
    columns=COLUMNS,
    arguments={0x20: 1, 0x21: 2, 0x22: 2, 0x26: 6, 0x27: 6, 0x29: 5, 0x2A: 5, 0x8D: 1, 0xA3: 2},
    reset={
        "mode": 2,
        "pump": 0,
        "first column": 0,
        "last column": COLUMNS - 1,
        "first page": 0,
        "last page": PAGES - 1,
    },
    execute=execute,
    store=store,
    wire=wire,
)
"""The controller of most small OLED panels."""
