"""Images all the way from luma's setup and our own writes to the chip that shows them."""

import asyncio
import errno
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageDraw

from companion.devices import DeviceStatus, State
from companion.devices.panel import OledPanel, open_panel
from companion.devices.panel.frame_diff import pack
from companion.devices.panel.oled import Oled, PanelState
from companion.emulation.i2c import EmulatedBus
from companion.emulation.manual_clock import ManualClock
from companion.emulation.oled import EmulatedController, OledChip
from companion.emulation.sh1106 import SH1106
from companion.emulation.ssd1306 import SSD1306
from companion.emulation.ssd1309 import SSD1309
from tests.collector import Collector

ADDRESS = 0x3C
KINDS = pytest.mark.parametrize(
    ("kind", "name", "size"),
    [
        (SSD1306, "ssd1306", (128, 64)),
        (SSD1306, "ssd1306", (128, 32)),
        (SSD1309, "ssd1309", (128, 64)),
        (SH1106, "sh1106", (128, 64)),
    ],
    ids=["ssd1306", "ssd1306-32", "ssd1309", "sh1106"],
)
"""Every kind of panel that is supported."""


def drawing(size: tuple[int, int]) -> Image.Image:
    image = Image.new("1", size)
    draw = ImageDraw.Draw(image)
    draw.line((0, 0, size[0] - 1, size[1] - 1), fill=1)
    draw.rectangle((70, 3, 100, 17), outline=1)
    draw.point((127, size[1] - 1), fill=1)
    return image


@dataclass
class Wires:
    """An `Oled` on an emulated bus."""

    kind: EmulatedController = SSD1306
    name: str = "ssd1306"
    size: tuple[int, int] = (128, 64)

    def __post_init__(self) -> None:
        self.chip = OledChip(self.kind, self.size)
        self.bus = EmulatedBus({ADDRESS: self.chip})
        self.oled = Oled(self.name, self.size, self.bus, ADDRESS)

    def send(self, image: Image.Image) -> int:
        """Show an image, check the glass, and return how many bytes that took."""
        self.bus.traffic()
        self.oled.show(PanelState(pack(image)))
        assert self.chip.image().tobytes() == image.tobytes()
        return self.bus.traffic().wire_bytes


class TestOled:
    @KINDS
    def test_the_glass_shows_the_image(
        self, kind: EmulatedController, name: str, size: tuple[int, int]
    ) -> None:
        Wires(kind, name, size).send(drawing(size))

    @KINDS
    def test_an_unchanged_image_sends_nothing(
        self, kind: EmulatedController, name: str, size: tuple[int, int]
    ) -> None:
        wires = Wires(kind, name, size)
        wires.send(drawing(size))
        assert wires.send(drawing(size)) == 0

    @pytest.mark.slow
    @KINDS
    def test_a_changed_digit_of_12x16_pixels_takes_at_most_100_bytes_anywhere(
        self, kind: EmulatedController, name: str, size: tuple[int, int]
    ) -> None:
        wires = Wires(kind, name, size)
        image = drawing(size)
        wires.send(image)
        for y in range(size[1] - 15):
            digit = image.copy()
            digit.paste(Image.effect_noise((12, 16), 200).convert("1"), (y * 2, y))
            assert wires.send(digit) <= 100
            assert wires.send(image) <= 100

    @KINDS
    def test_the_whole_screen_takes_at_most_1100_bytes(
        self, kind: EmulatedController, name: str, size: tuple[int, int]
    ) -> None:
        wires = Wires(kind, name, size)
        black, white = Image.new("1", size), Image.new("1", size, 1)
        wires.send(black)
        assert wires.send(white) <= 1100

    @pytest.mark.slow
    @settings(max_examples=40)
    @given(st.lists(st.integers(0, 2**32 - 1), min_size=2, max_size=4), st.sampled_from([16, 128]))
    def test_any_image_may_follow_any_other(self, seeds: list[int], dots: int) -> None:
        for kind, name in ((SSD1306, "ssd1306"), (SH1106, "sh1106")):
            wires = Wires(kind, name)
            for seed in seeds:
                image = Image.new("1", wires.size)
                for n in range(dots):
                    place = seed * (n + 1) * 2654435761 >> 7
                    image.putpixel((place % 128, place // 128 % 64), 1)
                assert wires.send(image) <= 1100 + 60

    def test_our_own_writes_have_only_commands_from_the_data_sheet(self) -> None:
        """luma sends the SH1106 two commands of the SSD1306; all others are its own."""
        ssd1306, sh1106 = Wires(), Wires(SH1106, "sh1106")
        for wires in (ssd1306, sh1106):
            wires.send(drawing(wires.size))
            wires.oled.show(PanelState(bytes(1024), contrast=3, lit=False))
            wires.oled.close()
        assert ssd1306.chip.unknown == []
        assert sh1106.chip.unknown == [b"\x20", b"\x8d"]
        assert sh1106.chip.overrun == 0

    def test_the_glass_stays_dark_until_the_whole_picture_is_there(self) -> None:
        wires = Wires()
        seen: list[bytes] = []
        wires.bus.report_to(lambda: seen.append(wires.chip.image().tobytes()))
        image = drawing(wires.size)
        wires.send(image)
        assert set(seen) == {bytes(1024), image.tobytes()}

    def test_brightness_and_darkness_take_a_few_bytes(self) -> None:
        wires = Wires()
        image = drawing(wires.size)
        wires.send(image)
        wires.oled.show(PanelState(pack(image), contrast=10))
        assert wires.chip.settings["contrast"] == 10
        assert wires.bus.traffic().wire_bytes == 4
        wires.oled.show(PanelState(pack(image), contrast=10, lit=False))
        assert wires.bus.traffic().wire_bytes == 3
        assert wires.chip.image().getbbox() is None

    def test_after_an_error_the_whole_image_is_sent_again(self) -> None:
        wires = Wires()
        image = drawing(wires.size)
        wires.send(Image.new("1", wires.size))
        wires.bus.nack_after = 20
        with pytest.raises(OSError, match="I/O") as caught:
            wires.oled.show(PanelState(pack(image)))
        assert caught.value.errno == errno.EREMOTEIO
        wires.bus.nack_after = None
        wires.chip.power_cycle()
        assert wires.send(image) > 1024

    def test_a_missing_bus_is_an_error(self) -> None:
        oled = Oled("ssd1306", (128, 64), "/dev/i2c-none", ADDRESS)
        with pytest.raises(FileNotFoundError):
            oled.show(PanelState(oled.blank))
        oled.close()

    def test_close_darkens_the_glass_and_never_fails(self) -> None:
        wires = Wires()
        wires.oled.close()
        wires.send(drawing(wires.size))
        wires.oled.close()
        assert wires.chip.image().getbbox() is None
        wires.send(drawing(wires.size))
        wires.bus.chips.clear()
        wires.oled.close()

    def test_an_unknown_controller_or_size_names_the_known_ones(self) -> None:
        with pytest.raises(ValueError, match="'ssd1305' is unknown; choose one of: sh1106, ssd13"):
            Oled("ssd1305", (128, 64), 1, ADDRESS)
        with pytest.raises(ValueError, match="a sh1106 panel is not 128x32, but 128x64"):
            Oled("sh1106", (128, 32), 1, ADDRESS)


@dataclass
class Bench:
    """A panel in an event loop, on an emulated bus whose writes can be held up."""

    clock: ManualClock = field(default_factory=ManualClock)
    collector: Collector = field(default_factory=Collector)
    gate: threading.Event = field(default_factory=threading.Event)
    turned: bool = False

    def __post_init__(self) -> None:
        self.gate.set()
        self.chip = OledChip(SSD1306)
        self.bus = EmulatedBus({ADDRESS: self.chip}, on_transaction=self.pass_gate)
        self.panel: OledPanel = open_panel(
            self.bus,
            "ssd1306",
            (128, 64),
            clock=self.clock,
            loop=asyncio.get_running_loop(),
            turned=self.turned,
        )

    def pass_gate(self) -> None:
        assert self.gate.wait(10)

    def sees(self, image: Image.Image) -> bool:
        return self.chip.image().tobytes() == image.tobytes()


@asynccontextmanager
async def started() -> AsyncIterator[Bench]:
    bench = Bench()
    bench.panel.start(bench.collector)
    yield bench
    bench.gate.set()
    bench.panel.close()


def number(n: int) -> Image.Image:
    """Return a picture that is different for every number."""
    image = Image.new("1", (128, 64))
    ImageDraw.Draw(image).rectangle((n % 100, 0, n % 100 + 20, 20 + n // 100), fill=1)
    return image


class TestPanel:
    def test_a_drawn_image_appears_on_the_glass(self) -> None:
        async def scene() -> None:
            async with started() as bench:
                assert await bench.panel.draw(number(1))
                assert bench.sees(number(1))
                assert bench.collector.states == [State.STARTING, State.OK]
                bench.bus.traffic()
                assert await bench.panel.draw(number(1))
                assert bench.bus.traffic().wire_bytes == 0

        asyncio.run(scene())

    def test_the_latest_frame_wins_and_the_others_are_dropped(self) -> None:
        async def scene() -> None:
            async with started() as bench:
                await bench.panel.draw(number(0))
                bench.bus.traffic()
                bench.gate.clear()
                answers = [bench.panel.draw(number(n)) for n in range(1, 300)]
                bench.gate.set()
                first, *dropped, last = await asyncio.gather(*answers)
                assert first
                assert last
                assert not any(dropped)
                assert bench.sees(number(299))
                assert bench.bus.traffic().wire_bytes < 300

        asyncio.run(scene())

    def test_writes_never_block_the_loop(self) -> None:
        async def scene() -> None:
            async with started() as bench:
                await bench.panel.draw(number(0))
                bench.gate.clear()
                drawn = asyncio.ensure_future(bench.panel.draw(number(1)))
                for _ in range(100):
                    await asyncio.sleep(0)
                assert not drawn.done()
                bench.gate.set()
                assert await drawn

        asyncio.run(scene())

    def test_an_unplugged_panel_is_degraded_and_recovers_within_two_seconds(self) -> None:
        async def scene() -> None:
            async with started() as bench:
                await bench.panel.draw(number(0))
                del bench.bus.chips[ADDRESS]
                assert not await bench.panel.draw(number(1))
                status = bench.collector.reports[-1]
                assert isinstance(status, DeviceStatus)
                assert status.state is State.DEGRADED
                assert "check the panel's wiring and address" in status.detail
                assert not await bench.panel.draw(number(2))
                bench.chip.power_cycle()
                bench.bus.chips[ADDRESS] = bench.chip
                bench.clock.advance(2)
                await bench.collector.state_changes(4)
                assert bench.collector.states[-1] is State.OK
                assert bench.sees(number(2))

        asyncio.run(scene())

    def test_a_panel_that_was_never_there_is_reported_absent_once(self) -> None:
        async def scene() -> None:
            bench = Bench()
            del bench.bus.chips[ADDRESS]
            bench.panel.start(bench.collector)
            await bench.collector.state_changes(2)
            for _ in range(3):
                bench.bus.traffic()
                bench.clock.advance(2)
                assert not await bench.panel.draw(number(1))
                assert bench.bus.traffic() == (1, 1)
            assert bench.collector.states == [State.STARTING, State.ABSENT]
            bench.panel.close()

        asyncio.run(scene())

    def test_it_can_be_dimmed_hidden_and_shown(self) -> None:
        async def scene() -> None:
            async with started() as bench:
                bench.panel.contrast(1)
                bench.panel.hide()
                assert await bench.panel.draw(number(3))
                assert bench.chip.settings["contrast"] == 1
                assert not bench.sees(number(3))
                bench.panel.show()
                await bench.panel.draw(number(3))
                assert bench.sees(number(3))

        asyncio.run(scene())

    def test_a_panel_mounted_upside_down_gets_its_images_upside_down(self) -> None:
        async def scene() -> None:
            bench = Bench(turned=True)
            bench.panel.start(bench.collector)
            assert await bench.panel.draw(number(3))
            assert bench.sees(number(3).transpose(Image.Transpose.ROTATE_180))
            bench.panel.close()

        asyncio.run(scene())

    def test_refresh_repairs_a_panel_that_silently_lost_its_memory(self) -> None:
        async def scene() -> None:
            async with started() as bench:
                await bench.panel.draw(number(4))
                bench.chip.power_cycle()
                assert await bench.panel.draw(number(4))
                assert not bench.sees(number(4))
                bench.panel.refresh()
                assert await bench.panel.draw(number(4))
                assert bench.sees(number(4))

        asyncio.run(scene())

    def test_refresh_during_a_write_is_not_lost(self) -> None:
        async def scene() -> None:
            async with started() as bench:
                await bench.panel.draw(number(5))
                bench.gate.clear()
                first = bench.panel.draw(number(6))
                bench.panel.refresh()
                bench.gate.set()
                bench.bus.traffic()
                await first
                assert await bench.panel.draw(number(6))
                assert bench.bus.traffic().wire_bytes > 1024

        asyncio.run(scene())

    @pytest.mark.parametrize(
        "act",
        [
            lambda panel: panel.draw(Image.new("1", (128, 32))),
            lambda panel: panel.draw(Image.new("L", (128, 64))),
            lambda panel: panel.contrast(256),
        ],
    )
    def test_an_image_or_contrast_that_does_not_fit_is_refused(
        self, act: Callable[[OledPanel], None]
    ) -> None:
        async def scene() -> None:
            async with started() as bench:
                with pytest.raises(ValueError, match=r"128x64|256"):
                    act(bench.panel)

        asyncio.run(scene())

    def test_close_darkens_the_glass_ends_the_thread_and_stops_reports(self) -> None:
        async def scene() -> None:
            before = threading.active_count()
            bench = Bench()
            bench.panel.start(bench.collector)
            await bench.panel.draw(number(7))
            waiting = bench.panel.draw(number(8))
            bench.panel.close()
            assert threading.active_count() == before
            assert bench.chip.image().getbbox() is None
            reported = len(bench.collector.reports)
            await waiting
            assert not await bench.panel.draw(number(9))
            assert len(bench.collector.reports) == reported

        asyncio.run(scene())
