"""Greys all the way from luma's setup and our own writes to the chip that shows them."""

import asyncio
import errno
from pathlib import Path

import pytest
from gpiozero.pins.mock import MockFactory
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageDraw

from companion.devices import DeviceStatus, State
from companion.devices.panel import SpiLines, open_grey_panel
from companion.devices.panel.grey import GreyOled, pack_grey
from companion.devices.panel.oled import PanelState
from companion.devices.panel.spi import CHUNK, WiredSpi
from companion.emulation.manual_clock import ManualClock
from companion.emulation.ssd1322 import EmulatedSpi, GreyChip
from tests.collector import Collector

SIZE = (256, 64)


def drawing() -> Image.Image:
    image = Image.new("L", SIZE)
    draw = ImageDraw.Draw(image)
    draw.line((0, 0, 255, 63), fill=255)
    draw.rectangle((70, 3, 100, 17), outline=136)
    draw.point((255, 63), fill=17)
    return image


class Wires:
    """A `GreyOled` on an emulated bus."""

    def __init__(self) -> None:
        self.chip = GreyChip()
        self.bus = EmulatedSpi(self.chip)
        self.oled = GreyOled(SIZE, lambda: self.bus)

    def send(self, image: Image.Image) -> int:
        """Show an image, check the glass, and return how many bytes that took."""
        self.bus.traffic()
        self.oled.show(PanelState(pack_grey(image)))
        assert self.chip.image().tobytes() == image.point(lambda grey: grey // 16 * 17).tobytes()
        return self.bus.traffic().wire_bytes


def test_the_glass_shows_the_greys() -> None:
    Wires().send(drawing())


def test_an_unchanged_image_sends_nothing() -> None:
    wires = Wires()
    wires.send(drawing())
    assert wires.send(drawing()) == 0


@pytest.mark.slow
def test_a_changed_digit_of_12x16_pixels_takes_at_most_150_bytes_anywhere() -> None:
    """12 pixels lie in four words at most, of which 16 rows are 128 bytes."""
    wires = Wires()
    image = drawing()
    wires.send(image)
    for y in range(0, 48, 5):
        digit = image.copy()
        digit.paste(Image.effect_noise((12, 16), 200), (y * 4 + 1, y))
        assert wires.send(digit) <= 150
        assert wires.send(image) <= 150


def test_the_whole_screen_takes_at_most_8250_bytes() -> None:
    wires = Wires()
    wires.send(Image.new("L", SIZE))
    assert wires.send(Image.new("L", SIZE, 255)) <= 8250


@pytest.mark.slow
@settings(max_examples=20)
@given(st.lists(st.integers(0, 2**32 - 1), min_size=2, max_size=3))
def test_any_image_may_follow_any_other(seeds: list[int]) -> None:
    wires = Wires()
    for seed in seeds:
        image = Image.new("L", SIZE)
        for n in range(40):
            place = seed * (n + 1) * 2654435761 >> 7
            image.putpixel((place % 256, place // 256 % 64), place % 255)
        wires.send(image)


def test_the_writes_have_only_commands_from_the_data_sheet() -> None:
    wires = Wires()
    wires.send(drawing())
    wires.oled.show(PanelState(bytes(8192), contrast=3, lit=False))
    assert wires.chip.settings["contrast"] == 3
    assert wires.chip.settings["display on"] == 0
    wires.oled.close()
    assert wires.chip.unknown == []


def test_the_glass_stays_dark_until_the_whole_picture_is_there() -> None:
    wires = Wires()
    seen: set[bytes] = set()
    wires.bus.report_to(lambda: seen.add(wires.chip.image().tobytes()))
    wires.send(drawing())
    assert seen == {bytes(256 * 64), wires.chip.image().tobytes()}


def test_a_panel_takes_greys_and_stands_on_its_head() -> None:
    async def scene() -> None:
        chip = GreyChip()
        bus = EmulatedSpi(chip)
        loop = asyncio.get_running_loop()
        lines = SpiLines(24, 25)
        panel = open_grey_panel(
            lambda: bus, SIZE, clock=ManualClock(), loop=loop, lines=lines, turned=True
        )
        panel.start(Collector())
        assert await panel.draw(drawing())
        assert chip.image().getpixel((0, 0)) == 17
        with pytest.raises(ValueError, match="mode L and 256x64"):
            panel.draw(Image.new("1", SIZE))
        panel.close()
        assert chip.image().getextrema() == (0, 0)

    asyncio.run(scene())


def test_a_bus_that_is_away_is_reported_with_the_remedy(tmp_path: Path) -> None:
    async def scene() -> None:
        loop = asyncio.get_running_loop()
        lines = SpiLines(24, 25, MockFactory())
        path = str(tmp_path / "spidev0.0")
        panel = open_grey_panel(path, SIZE, clock=ManualClock(), loop=loop, lines=lines)
        told = Collector()
        panel.start(told)
        assert not await panel.draw(drawing())
        last = told.reports[-1]
        assert isinstance(last, DeviceStatus)
        assert last.state is State.ABSENT
        assert "switch I2C, or SPI, on" in last.detail
        panel.close()

    asyncio.run(scene())


def test_bytes_go_to_the_device_file_in_chunks_and_the_line_tells_data_from_commands(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The kernel's driver takes 4096 bytes at once; the chip was reset before the first."""
    device = tmp_path / "spidev0.0"
    device.touch()
    factory = MockFactory()
    levels: list[bool] = []
    monkeypatch.setattr("companion.devices.panel.spi.ioctl", lambda *_: 0)
    bus = WiredSpi(str(device), 24, 25, factory)
    assert [state.state for state in factory.pin(25).states][-2:] == [False, True]
    for data in (False, True):
        bus.write(bytes(CHUNK + 1), data=data)
        levels.append(bool(factory.pin(24).state))
    bus.close()
    assert levels == [False, True]
    assert device.stat().st_size == 2 * (CHUNK + 1)


def test_an_error_of_the_bus_is_passed_on_and_its_lines_are_released(tmp_path: Path) -> None:
    """A plain file is not a SPI device: setting the speed fails."""
    device = tmp_path / "spidev0.0"
    device.touch()
    factory = MockFactory()
    with pytest.raises(OSError) as caught:  # noqa: PT011 - the number is looked at below
        WiredSpi(str(device), 24, 25, factory)
    assert caught.value.errno in (errno.ENOTTY, errno.EINVAL)
