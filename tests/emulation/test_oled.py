"""What both controllers have in common."""

import pytest
from PIL import Image

from companion.emulation.oled import EmulatedController, OledChip
from companion.emulation.sh1106 import SH1106
from companion.emulation.ssd1306 import SSD1306

BOTH = pytest.mark.parametrize(
    "controller", [SSD1306, SH1106], ids=lambda controller: controller.name
)
UPRIGHT = b"\xa1\xc8"
"""Segment remap and COM scan direction for the way modules are mounted."""


def lit(controller: EmulatedController, size: tuple[int, int] = (128, 64)) -> OledChip:
    """Return a switched-on chip with an empty memory, set up as its data sheet recommends."""
    chip = OledChip(controller, size)
    command(chip, UPRIGHT + b"\xaf")
    if controller is SSD1306:
        command(chip, b"\x8d\x14")
    chip.ram[:] = bytes(len(chip.ram))
    return chip


def command(chip: OledChip, commands: bytes) -> None:
    chip.receive(b"\x00" + commands)


def top_left(chip: OledChip, pixels: bytes) -> None:
    """Write to the top left corner, in page addressing mode."""
    column = 2 if chip.controller is SH1106 else 0
    command(chip, bytes([0xB0, column, 0x10]))
    chip.receive(b"\x40" + pixels)


def seen(chip: OledChip) -> set[tuple[int, int]]:
    image = chip.image()
    return {
        (x, y) for x in range(image.width) for y in range(image.height) if image.getpixel((x, y))
    }


@BOTH
def test_after_power_up_the_glass_is_dark_and_the_memory_is_noise(
    controller: EmulatedController,
) -> None:
    chip = OledChip(controller)
    assert seen(chip) == set()
    assert len(set(chip.ram)) > 100


@BOTH
def test_bit_0_is_the_top_row(controller: EmulatedController) -> None:
    chip = lit(controller)
    top_left(chip, b"\x01\x82")
    assert seen(chip) == {(0, 0), (1, 1), (1, 7)}


@BOTH
def test_without_remap_the_picture_is_mirrored(controller: EmulatedController) -> None:
    chip = lit(controller)
    command(chip, b"\xa0")
    top_left(chip, b"\x01")
    assert seen(chip) == {(127, 0)}


@BOTH
def test_scanned_the_other_way_the_picture_is_upside_down(controller: EmulatedController) -> None:
    chip = lit(controller)
    command(chip, b"\xc0")
    top_left(chip, b"\x03")
    assert seen(chip) == {(0, 63), (0, 62)}


@BOTH
def test_the_start_line_moves_the_memory_up(controller: EmulatedController) -> None:
    chip = lit(controller)
    top_left(chip, b"\x21")
    command(chip, b"\x45")
    assert seen(chip) == {(0, 0), (0, 59)}


@BOTH
def test_an_offset_moves_the_rows_to_other_lines(controller: EmulatedController) -> None:
    """SSD1306 data sheet, table 10-2: if remapped, with 64 rows and offset 8, row 0 is on COM 7."""
    chip = lit(controller)
    top_left(chip, b"\x01")
    command(chip, b"\xd3\x08")
    assert seen(chip) == {(0, 56)}


@BOTH
def test_a_smaller_multiplex_ratio_leaves_lines_dark(controller: EmulatedController) -> None:
    """SSD1306 data sheet, table 10-1: not remapped, with 56 rows, COM 56 to 63 drive no row."""
    chip = lit(controller)
    chip.ram[:] = b"\xff" * len(chip.ram)
    command(chip, b"\xc0\xa8\x37")
    assert {y for _, y in seen(chip)} == set(range(8, 64))


@BOTH
def test_inverse_all_on_and_off(controller: EmulatedController) -> None:
    chip = lit(controller)
    top_left(chip, b"\x01")
    command(chip, b"\xa7")
    assert len(seen(chip)) == 128 * 64 - 1
    command(chip, b"\xa5")
    assert len(seen(chip)) == 128 * 64
    command(chip, b"\xa4\xa6")
    assert seen(chip) == {(0, 0)}
    command(chip, b"\xae")
    assert seen(chip) == set()
    command(chip, b"\xaf")
    assert seen(chip) == {(0, 0)}


@BOTH
def test_values_are_kept(controller: EmulatedController) -> None:
    chip = lit(controller)
    command(chip, b"\x81\x2a\xd5\xf0\xd9\xf1\xdb\x40")
    kept = ("contrast", "clock", "precharge", "deselect level")
    assert [chip.settings[name] for name in kept] == [0x2A, 0xF0, 0xF1, 0x40]


@BOTH
def test_a_command_may_come_in_pieces_and_between_pixels(controller: EmulatedController) -> None:
    """After the control byte 0x80 comes one command byte, after 0xC0 one byte of pixels."""
    chip = lit(controller)
    chip.receive(b"\x80\x81")
    chip.receive(b"\x80\x07\x80\xb1\xc0\x01\x40\x02")
    assert chip.settings["contrast"] == 7
    assert chip.page == 1
    assert sorted(value for value in chip.ram if value) == [1, 2]


@BOTH
def test_an_unknown_command_is_recorded(controller: EmulatedController) -> None:
    chip = lit(controller)
    command(chip, b"\xfa\xe3\xaf")
    assert chip.unknown == [b"\xfa"]


@BOTH
def test_com_pins_that_do_not_fit_the_glass_are_an_error(controller: EmulatedController) -> None:
    chip = lit(controller)
    command(chip, b"\xda\x02")
    with pytest.raises(ValueError, match="COM pins 0x2 jumble 64 rows"):
        chip.image()


@BOTH
def test_a_power_cycle_forgets_everything(controller: EmulatedController) -> None:
    chip = lit(controller)
    command(chip, b"\x81\x01\x81")
    chip.power_cycle()
    command(chip, b"\xe3")
    assert chip.settings == OledChip(controller).settings
    assert chip.ram == OledChip(controller).ram


def test_an_image_is_a_copy() -> None:
    chip = lit(SSD1306)
    before = chip.image()
    top_left(chip, b"\xff")
    assert before.tobytes() == Image.new("1", (128, 64)).tobytes()
