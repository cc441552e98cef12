"""How often the process wakes up while nothing happens: six buttons, a reader, a panel."""

import asyncio
import random
import threading
from contextlib import suppress
from pathlib import Path

import pytest
from gpiozero.pins.mock import MockFactory
from PIL import Image

from companion import daemon
from companion.devices.buttons import ButtonPin, GpioButtons
from companion.devices.clock import LoopClock
from companion.devices.panel import open_panel
from companion.devices.readers.rdm6300 import Rdm6300Reader
from companion.emulation.i2c import EmulatedBus
from companion.emulation.manual_clock import ManualClock
from companion.emulation.oled import OledChip
from companion.emulation.rdm6300 import EmulatedRdm6300
from companion.emulation.ssd1306 import SSD1306
from companion.engine.fold import sampler
from companion.table.command import Command
from tests.collector import Collector
from tests.fleet.broker import serving
from tests.fleet.scene import box
from tests.rig import settings

SECONDS = 10
"""How long to count. All devices are present, since the search for absent ones is not idle."""
SHEET, MINUTE, SETTLED = "points-per-round", 60, 5
"""A sheet, for how many seconds to count, and how many seconds after the last press."""
LEAST = 0.1
"""Wake-ups a second of a box that nobody uses and whose clocks stand still (set by the project)."""
PINS = {name: ButtonPin(pin) for name, pin in zip("abcdef", (5, 6, 13, 19, 26, 12), strict=True)}


def switches() -> int:
    """Return the voluntary context switches of all threads of this process so far."""
    statuses = (task.joinpath("status").read_text() for task in Path("/proc/self/task").iterdir())
    lines = (line for status in statuses for line in status.splitlines())
    return sum(int(line.split()[1]) for line in lines if line.startswith("voluntary_ctxt"))


@pytest.mark.parametrize("there", [True, False], ids=["all there", "reader and panel absent"])
def test_idle(tmp_path: Path, *, there: bool) -> None:
    async def scene() -> float:
        loop = asyncio.get_running_loop()
        clock = LoopClock(loop)
        module = EmulatedRdm6300(tmp_path / "rfid", ManualClock())
        bus = EmulatedBus({0x3C: OledChip(SSD1306)} if there else {})
        if there:
            module.plug()
        buttons = GpioButtons(PINS, clock, loop, MockFactory())
        reader = Rdm6300Reader("board", str(module.port), clock, loop)
        panel = open_panel(bus, "ssd1306", (128, 64), clock=clock, loop=loop)
        for device in (buttons, reader, panel):
            device.start(Collector())
        await panel.draw(Image.new("1", (128, 64), 1))
        before = switches()
        await asyncio.sleep(SECONDS)
        woken = (switches() - before) / SECONDS
        print(f"\n{woken:.1f} wake-ups/s, {threading.active_count()} threads of Python")
        for device in (buttons, reader, panel):
            device.close()
        module.unplug()
        return woken

    assert asyncio.run(scene()) <= (2.0 if there else 2.5)


def test_idle_in_a_fleet(tmp_path: Path) -> None:
    """The broker is in the same process, so that its wake-ups count, too."""

    async def scene() -> float:
        async with serving() as broker, box(tmp_path, broker) as table:
            table.session.clock = LoopClock(asyncio.get_running_loop())
            await table.join()
            await asyncio.sleep(1)
            before = switches()
            await asyncio.sleep(SECONDS)
            woken = (switches() - before) / SECONDS
            print(f"\n{woken:.1f} wake-ups/s with a broker")
            return woken

    assert asyncio.run(scene()) <= 2.0


def test_idle_with_a_sheet_on_the_table(tmp_path: Path) -> None:
    """No clock runs on the panel: people have paused a game by a sheet, and do nothing."""

    async def scene() -> float:
        clock = LoopClock(asyncio.get_running_loop())
        chosen = settings(tmp_path, game=SHEET, players=("Ann", "Ben", "Cleo"), level="table")
        table = daemon.build(chosen, clock, sampler(random.Random(3)), tmp_path)
        running = asyncio.ensure_future(table.run())
        await table.session.settled()
        await table.session.ask(Command.PAUSE)
        assert table.session.table.game.id == SHEET
        assert table.session.table.clocks.paused
        await asyncio.sleep(SETTLED)
        before = switches()
        await asyncio.sleep(MINUTE)
        woken = (switches() - before) / MINUTE
        print(f"\n{woken:.2f} wake-ups/s with {SHEET} on the table")
        running.cancel()
        with suppress(asyncio.CancelledError):
            await running
        return woken

    assert asyncio.run(scene()) <= LEAST
