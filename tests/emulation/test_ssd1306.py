"""The SSD1306 alone has addressing modes, windows, remap on writing, and its own charge pump."""

import pytest

from companion.emulation.oled import OledChip
from companion.emulation.ssd1306 import SSD1306

COLUMNS = 128


@pytest.fixture
def chip() -> OledChip:
    chip = OledChip(SSD1306)
    chip.ram[:] = bytes(len(chip.ram))
    return chip


def command(chip: OledChip, commands: bytes) -> None:
    chip.receive(b"\x00" + commands)


def written(chip: OledChip) -> dict[tuple[int, int], int]:
    """Return the bytes in memory that are not zero, by page and column."""
    return {divmod(place, COLUMNS): value for place, value in enumerate(chip.ram) if value}


def test_page_mode_is_the_default_and_stays_in_its_page(chip: OledChip) -> None:
    command(chip, b"\xb3\x0e\x17")
    chip.receive(b"\x40\x01\x02\x03")
    assert written(chip) == {(3, 126): 1, (3, 127): 2, (3, 0): 3}


def test_horizontal_mode_fills_a_window_row_by_row_and_starts_over(chip: OledChip) -> None:
    command(chip, b"\x20\x00\x21\x0a\x0b\x22\x06\x07")
    chip.receive(b"\x40\x01\x02\x03\x04\x05")
    assert written(chip) == {(6, 10): 5, (6, 11): 2, (7, 10): 3, (7, 11): 4}


def test_vertical_mode_fills_a_window_column_by_column_and_starts_over(chip: OledChip) -> None:
    command(chip, b"\x20\x01\x21\x0a\x0b\x22\x06\x07")
    chip.receive(b"\x40\x01\x02\x03\x04\x05")
    assert written(chip) == {(6, 10): 5, (7, 10): 2, (6, 11): 3, (7, 11): 4}


def test_the_window_is_the_whole_memory_until_another_is_set(chip: OledChip) -> None:
    command(chip, b"\x20\x00")
    chip.receive(b"\x40" + bytes(COLUMNS * 8 - 1) + b"\x01\x02")
    assert written(chip) == {(7, 127): 1, (0, 0): 2}


def test_setting_a_window_goes_to_its_start(chip: OledChip) -> None:
    command(chip, b"\x20\x00")
    chip.receive(b"\x40\x01\x02\x03")
    command(chip, b"\x21\x00\x7f\x22\x00\x07")
    chip.receive(b"\x40\x09")
    assert written(chip) == {(0, 0): 9, (0, 1): 2, (0, 2): 3}


def test_the_remap_affects_only_later_writes(chip: OledChip) -> None:
    chip.receive(b"\x40\x01")
    command(chip, b"\xa1\x00\x10")
    chip.receive(b"\x40\x02")
    assert written(chip) == {(0, 0): 1, (0, 127): 2}


def test_without_its_charge_pump_the_glass_is_dark(chip: OledChip) -> None:
    command(chip, b"\xaf\xa5")
    assert chip.image().getbbox() is None
    command(chip, b"\x8d\x14")
    assert chip.image().getbbox() == (0, 0, 128, 64)


def test_scrolling_is_refused_since_it_is_not_modelled(chip: OledChip) -> None:
    command(chip, b"\x26\x00\x00\x00\x07\x00\xff\x2f\x2e")
    assert chip.unknown == [b"\x26\x00\x00\x00\x07\x00\xff", b"\x2f"]


def test_a_low_glass_has_32_lines_wired_one_by_one() -> None:
    chip = OledChip(SSD1306, (128, 32))
    chip.ram[:] = bytes(len(chip.ram))
    command(chip, b"\xa1\xc8\xa8\x1f\xda\x02\x8d\x14\xaf")
    chip.receive(b"\x40\x01")
    command(chip, b"\xb3\x00\x10")
    chip.receive(b"\x40\x80")
    image = chip.image()
    assert image.size == (128, 32)
    assert image.getpixel((0, 0))
    assert image.getpixel((0, 31))
