"""What a picture costs: bytes on the I2C bus, and the time to paint and pack it."""

import time
from collections.abc import Callable

import pytest
from PIL import Image, ImageDraw

from companion.devices.panel.frame_diff import pack
from companion.devices.panel.oled import Oled, PanelState
from companion.display.painter import paint
from companion.emulation.i2c import EmulatedBus
from companion.emulation.oled import EmulatedController, OledChip
from companion.emulation.sh1106 import SH1106
from companion.emulation.ssd1306 import SSD1306
from companion.table.screens.screen import Row, Screen

ADDRESS = 0x3C
SIZE = (128, 64)
ROWS = tuple(Row(f"Row {n}", f"{n} EP", "emotion-Y") for n in range(6))
SCREEN = Screen("Anna's turn", ROWS, "Move")


def milliseconds(act: Callable[[], object], times: int = 300) -> float:
    started = time.perf_counter()
    for _ in range(times):
        act()
    return 1000 * (time.perf_counter() - started) / times


@pytest.mark.parametrize(("name", "controller"), [("ssd1306", SSD1306), ("sh1106", SH1106)])
def test_bytes_on_the_bus(name: str, controller: EmulatedController) -> None:
    bus = EmulatedBus({ADDRESS: OledChip(controller)})
    oled = Oled(name, SIZE, bus, ADDRESS)
    frame = Image.new("1", SIZE)

    def cost(image: Image.Image) -> int:
        bus.traffic()
        oled.show(PanelState(pack(image)))
        return bus.traffic().wire_bytes

    print(f"\n{name}: set-up with the first picture {cost(frame)} B", end="")
    print(f", unchanged {cost(frame)} B", end="")
    print(f", all changed {cost(Image.new('1', SIZE, 1))} B")
    cost(frame)
    digits = []
    for y in range(SIZE[1] - 15):
        digit = frame.copy()
        ImageDraw.Draw(digit).rectangle((60, y, 71, y + 15), fill=1)
        digits.append(cost(digit))
        cost(frame)
    print("  a digit of 12x16 by its y:", *digits)
    assert max(digits) <= 100
    changed = Screen(SCREEN.title, (Row("Row 0", "9 EP", "emotion-Y"), *ROWS[1:]), SCREEN.footer)
    cost(paint(SCREEN, SIZE))
    print(f"  one figure on a screen of text {cost(paint(changed, SIZE))} B")


def test_time_of_a_picture() -> None:
    image = paint(SCREEN, SIZE)
    print(f"\npaint {milliseconds(lambda: paint(SCREEN, SIZE)):.2f} ms", end="")
    print(f", pack {milliseconds(lambda: pack(image)):.3f} ms")
