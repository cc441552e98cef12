"""Emulated SH1106, decoded from its bytes on the I2C bus (Sino Wealth, data sheet V2.3)."""

from typing import Final

from PIL.Image import Image, Transpose

from companion.emulation.oled import EmulatedController, OledChip

COLUMNS: Final = 132
FIRST_SEGMENT: Final = 2
"""The first visible column: the panel has 128, wired to the segments in the middle."""
_NO_OPERATION: Final = frozenset({0xE3, *range(0x30, 0x34)})
"""Commands without effect here: NOP, and the voltage of the pump."""


def execute(chip: OledChip, opcode: int, arguments: bytes) -> bool:
    """Execute the commands that differ from the SSD1306: columns up to 131, and the pump."""
    match opcode:
        case 0xAD:
            chip.settings["pump"] = arguments[0] & 0x01
        case _ if opcode >> 4 == 0:
            chip.column = chip.column & 0xF0 | opcode
        case _ if opcode >> 4 == 1:
            chip.column = (opcode & 0x0F) << 4 | chip.column & 0x0F
        case _:
            return opcode in _NO_OPERATION
    return True


def store(chip: OledChip, pixels: int) -> None:
    """Write eight pixels to the page and advance to the next column."""
    if chip.column < COLUMNS:
        chip.ram[chip.page * COLUMNS + chip.column] = pixels
        chip.column += 1
    else:
        chip.overrun += 1


def wire(chip: OledChip, memory: Image) -> Image:
    """Return the picture with the last wired segment on the left, as the panel is mounted."""
    if not chip.settings["remap"]:
        memory = memory.transpose(Transpose.FLIP_LEFT_RIGHT)
    return memory.crop((FIRST_SEGMENT, 0, COLUMNS - FIRST_SEGMENT, memory.height))


SH1106: Final = EmulatedController(
    name="SH1106",
    columns=COLUMNS,
    arguments={0xAD: 1},
    reset={"pump": 1},
    execute=execute,
    store=store,
    wire=wire,
)
"""Like the SSD1306, but with four more columns of memory, and only page addressing."""
