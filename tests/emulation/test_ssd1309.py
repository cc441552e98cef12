"""The SSD1309 as its data sheet describes it."""

from companion.emulation.oled import OledChip
from companion.emulation.ssd1309 import SSD1309


def commands(chip: OledChip, *values: int) -> None:
    chip.receive(bytes([0x00, *values]))


def test_it_needs_no_pump_and_swallows_that_of_the_ssd1306() -> None:
    chip = OledChip(SSD1309)
    commands(chip, 0x8D, 0x14, 0xAF)
    assert chip.settings["pump"] == 1
    assert chip.unknown == [b"\x8d\x14"]
    assert chip.settings["display on"] == 1


def test_it_can_be_locked_and_unlocked() -> None:
    """Table 9-1: 0xFD with 0x16 locks, with 0x12 unlocks."""
    chip = OledChip(SSD1309)
    commands(chip, 0xFD, 0x16, 0xAF)
    assert chip.settings["display on"] == 0
    commands(chip, 0xFD, 0x12, 0xAF)
    assert chip.settings["display on"] == 1
