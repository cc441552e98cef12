"""Emulated SSD1309, decoded from its bytes on the I2C bus (Solomon Systech, rev. 1.1).

It is the SSD1306 of larger panels: the same addressing, no pump, because the glass has its own
supply, and a command lock.
"""

from typing import Final

from msgspec.structs import replace

from companion.emulation.oled import OledChip
from companion.emulation.ssd1306 import SSD1306
from companion.emulation.ssd1306 import execute as as_ssd1306

# Commands that the SSD1306 has not or that this chip has not; 0x16 locks, anything else unlocks.
_LOCK: Final = 0xFD
_LOCKED: Final = 0x16
_PUMP: Final = 0x8D
_GPIO: Final = 0xDC


def execute(chip: OledChip, opcode: int, arguments: bytes) -> bool:
    """Execute the lock and the general purpose pins; the pump is not a command of this chip."""
    if opcode == _LOCK:
        chip.settings["locked"] = int(arguments[0] == _LOCKED)
        return True
    if chip.settings["locked"]:
        return True
    if opcode == _GPIO:
        chip.settings["gpio"] = arguments[0] & 0x03
        return True
    return opcode != _PUMP and as_ssd1306(chip, opcode, arguments)


SSD1309: Final = replace(
    SSD1306,
    name="SSD1309",
    arguments={**SSD1306.arguments, _LOCK: 1, _GPIO: 1},
    reset={**SSD1306.reset, "pump": 1, "locked": 0, "gpio": 2},
    execute=execute,
)
"""The controller of panels of 2.42 inches. 0x8D and its argument are swallowed together."""
