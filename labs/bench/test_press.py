"""The delay of a press: from the edge on the pin to the last byte on a 400 kHz bus."""

import asyncio
import random
import statistics
import time
from contextlib import suppress
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion import daemon
from companion.daemon import Box
from companion.devices.clock import LoopClock
from companion.engine.fold import sampler
from companion.table.command import Command
from labs.bench.test_idle import switches
from tests.rig import settings

PRESSES = 150
TARGET = 60.0
"""Milliseconds that the delay may take: a hand notices more. Most is the bus, as slow anywhere."""
HERTZ = 400_000
SECONDS = 20


async def started(folder: Path, clock: dict[str, object]) -> tuple[Box, asyncio.Task[None]]:
    configuration = replace(settings(folder), clock=clock)
    loop_clock = LoopClock(asyncio.get_running_loop())
    box = daemon.build(configuration, loop_clock, sampler(random.Random(3)), folder)
    running = asyncio.ensure_future(box.run())
    box.session.sink(Command.BACK)
    await asyncio.sleep(0.3)
    return box, running


async def stopped(running: asyncio.Task[None]) -> None:
    running.cancel()
    with suppress(asyncio.CancelledError):
        await running


@pytest.mark.parametrize("button", ["down", "b", "a"])
def test_from_press_to_picture(tmp_path: Path, button: str) -> None:
    """`down` acts when it is pressed, the others on release, since they might be held.

    `b` changes the whole picture; `a` ends the turn, which must be durable first.
    """

    async def scene() -> list[float]:
        box, running = await started(tmp_path, {})
        assert box.emulated is not None
        assert box.display is not None
        box.emulated.bus.hertz = HERTZ
        fingers, delays, painted = box.emulated.buttons, [], asyncio.Event()
        box.session.followers = (*box.session.followers, lambda *_: painted.set())
        for _ in range(PRESSES):
            painted.clear()
            began = time.perf_counter()
            fingers.press(button)
            if button != "down":
                await asyncio.sleep(0.08)
                began = time.perf_counter()
                fingers.release(button)
            await asyncio.wait_for(painted.wait(), 2)
            assert box.display.flushed is not None
            await box.display.flushed
            delays.append(1000 * (time.perf_counter() - began))
            fingers.release(button)
            await asyncio.sleep(0.08)
        await stopped(running)
        return delays

    delays = asyncio.run(scene())
    p50, p99 = statistics.median(delays), statistics.quantiles(delays, n=100)[98]
    print(f"\n{button} to picture: p50 {p50:.1f} ms, p99 {p99:.1f} ms, max {max(delays):.1f} ms")
    assert p99 <= TARGET


def test_idle_with_a_clock_of_seconds_on_the_panel(tmp_path: Path) -> None:
    async def scene() -> tuple[float, float]:
        control: dict[str, object] = {"kind": "sudden_death", "main": 600_000}
        box, running = await started(tmp_path, control)
        assert box.emulated is not None
        assert box.session.table.clocks.running
        box.session.sink(Command.BACK)
        await asyncio.sleep(1.5)
        box.emulated.bus.traffic()
        before = switches()
        await asyncio.sleep(SECONDS)
        woken = (switches() - before) / SECONDS
        sent = box.emulated.bus.traffic().wire_bytes / SECONDS
        await stopped(running)
        return woken, sent

    woken, sent = asyncio.run(scene())
    print(f"\n{woken:.1f} wake-ups/s and {sent:.0f} bytes a second with a clock on the panel")
    assert woken <= 5
    assert sent <= 130
