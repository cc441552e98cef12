"""The SSD1322 as its data sheet describes it."""

import pytest

from companion.emulation.ssd1322 import EmulatedSpi, GreyChip


def told(chip: GreyChip, *commands: tuple[int, ...]) -> GreyChip:
    for opcode, *arguments in commands:
        chip.receive(bytes([opcode]), data=False)
        chip.receive(bytes(arguments), data=True)
    return chip


UPRIGHT = ((0xCA, 0x3F), (0xA0, 0x14, 0x11), (0xAF,))


def test_pixels_go_into_the_window_row_by_row() -> None:
    """10.1.1 to 10.1.3; the glass of 256 pixels begins at column address 28."""
    chip = told(GreyChip(), *UPRIGHT, (0x15, 28, 28), (0x75, 0, 1), (0x5C, 0x12, 0x34, 0xF0, 0x0F))
    image = chip.image()
    assert [image.getpixel((x, 0)) for x in range(4)] == [17, 34, 51, 68]
    assert [image.getpixel((x, 1)) for x in range(4)] == [255, 0, 0, 255]
    assert chip.unknown == []


def test_a_window_that_is_full_starts_over() -> None:
    chip = told(GreyChip(), *UPRIGHT, (0x15, 28, 28), (0x75, 0, 0), (0x5C, 0xFF, 0xFF, 0, 0))
    assert chip.image().getpixel((0, 0)) == 0


def test_without_nibble_remap_a_word_is_read_backwards() -> None:
    settings = ((0xCA, 0x3F), (0xA0, 0x10, 0x11), (0xAF,))
    chip = told(GreyChip(), *settings, (0x15, 28, 28), (0x75, 0, 0), (0x5C, 0x12, 0x34))
    assert [chip.image().getpixel((x, 0)) for x in range(4)] == [68, 51, 34, 17]


def test_a_panel_that_scans_the_other_way_stands_on_its_head() -> None:
    settings = ((0xCA, 0x3F), (0xA0, 0x06, 0x11), (0xAF,))
    chip = told(GreyChip(), *settings, (0x15, 28, 28), (0x75, 0, 0), (0x5C, 0xF0, 0x00))
    assert chip.image().getpixel((255, 63)) == 255


def test_all_on_all_off_and_inverse() -> None:
    chip = told(GreyChip(), *UPRIGHT, (0x15, 28, 91), (0x75, 0, 63), (0x5C, *[0] * 8192))
    assert told(chip, (0xA5,)).image().getextrema() == (255, 255)
    assert told(chip, (0xA4,)).image().getextrema() == (0, 0)
    assert told(chip, (0xA7,)).image().getextrema() == (255, 255)
    assert told(chip, (0xA6,)).image().getextrema() == (0, 0)
    assert told(chip, (0xA5,), (0xAE,)).image().getextrema() == (0, 0)


def test_a_locked_chip_only_hears_the_key() -> None:
    chip = told(GreyChip(), (0xFD, 0x16), (0xAF,), (0xC1, 3))
    assert (chip.settings["display on"], chip.settings["contrast"]) == (0, 0x7F)
    assert told(chip, (0xFD, 0x12), (0xAF,)).settings["display on"] == 1


def test_commands_that_the_data_sheet_lacks_are_kept() -> None:
    assert told(GreyChip(), (0x8D,)).unknown == [0x8D]


def test_settings_for_another_glass_are_no_picture() -> None:
    chip = told(GreyChip(), (0xCA, 0x1F), (0xA0, 0x14, 0x11), (0xAF,))
    with pytest.raises(ValueError, match="32 rows do not fit a glass of 64"):
        chip.image()


def test_the_bus_counts_every_byte() -> None:
    bus = EmulatedSpi(GreyChip())
    bus.write(b"\xa6", data=False)
    bus.write(b"\x01\x02", data=True)
    assert bus.traffic() == (3, 2)
    assert bus.traffic() == (0, 0)
