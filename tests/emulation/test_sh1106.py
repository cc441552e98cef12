"""The SH1106 alone has 132 columns, with the glass in the middle, and its own charge pump."""

import pytest

from companion.emulation.oled import OledChip
from companion.emulation.sh1106 import SH1106


@pytest.fixture
def chip() -> OledChip:
    chip = OledChip(SH1106)
    chip.ram[:] = bytes(len(chip.ram))
    chip.receive(b"\x00\xa1\xc8\xaf")
    return chip


@pytest.mark.parametrize(("column", "x"), [(2, 0), (129, 127)])
def test_the_glass_begins_at_the_third_column(chip: OledChip, column: int, x: int) -> None:
    chip.receive(bytes([0x00, 0xB0, column & 0x0F, 0x10 | column >> 4]))
    chip.receive(b"\x40\x01")
    assert chip.image().getbbox() == (x, 0, x + 1, 1)
    chip.receive(b"\x00\xa0")
    assert chip.image().getbbox() == (127 - x, 0, 128 - x, 1)


@pytest.mark.parametrize("column", [0, 1, 130, 131])
def test_the_columns_beside_the_glass_are_invisible(chip: OledChip, column: int) -> None:
    chip.receive(bytes([0x00, 0xB0, column & 0x0F, 0x10 | column >> 4]))
    chip.receive(b"\x40\xff")
    assert any(chip.ram)
    assert chip.image().getbbox() is None


def test_writes_beyond_the_last_column_are_lost_and_counted(chip: OledChip) -> None:
    chip.receive(b"\x00\xb0\x03\x18")
    chip.receive(b"\x40\x01\x02\x03")
    assert (chip.ram[131], chip.overrun) == (1, 2)


def test_windows_and_modes_of_the_ssd1306_are_unknown(chip: OledChip) -> None:
    chip.receive(b"\x00\x20\x21\x22\x8d")
    assert chip.unknown == [b"\x20", b"\x21", b"\x22", b"\x8d"]


def test_the_pump_runs_from_the_start_and_can_be_switched_off(chip: OledChip) -> None:
    chip.receive(b"\x00\xa5")
    assert chip.image().getbbox() == (0, 0, 128, 64)
    chip.receive(b"\x00\xad\x8a")
    assert chip.image().getbbox() is None
