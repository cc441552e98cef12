"""Bluetooth buttons through bleak, a real D-Bus and BlueZ's interfaces, up to a lamp."""

import asyncio
import statistics
import time
from collections.abc import Iterator
from contextlib import AbstractAsyncContextManager
from pathlib import Path

import pytest
from dbus_fast import Variant

from companion.daemon import Box
from companion.devices import State
from companion.engine.log import PLAYED
from companion.settings import WirelessSettings
from companion.table.command import Command
from labs.bench import wireless_box
from labs.bench.test_idle import LEAST, SETTLED, switches
from labs.bluetooth.bluez import Bluez, bluez, system_bus
from tests.devices.wireless.advertisements import KEY, PRESS, encrypted, measured, plain
from tests.early_end import end_early
from tests.fleet.scene import until

BUTTONS = ("54:48:E6:8F:80:A1", "54:48:E6:8F:80:A2")
PRESSES = 60
SECONDS = 20
MOST = 2.0
"""Wake-ups a second that buttons may add in a game."""


@pytest.fixture
def bus(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    with system_bus(tmp_path) as address:
        monkeypatch.setenv("DBUS_SYSTEM_BUS_ADDRESS", address)
        yield address


def playing(folder: Path, *, listens: bool = True) -> AbstractAsyncContextManager[Box]:
    """Play with a button for each of two players."""
    wireless = WirelessSettings(bluetooth="hci0") if listens else None
    return wireless_box.playing(folder, wireless, dict.fromkeys(BUTTONS, KEY), "bluetooth")


def test_a_press_lights_the_lamp_of_the_next_player(bus: str, tmp_path: Path) -> None:
    async def scene() -> None:
        async with bluez(bus) as radio:
            await radio.add_adapter()
            async with playing(tmp_path) as box:
                delays = await pressed(radio, box)
        p50, p95 = statistics.median(delays), statistics.quantiles(delays, n=20)[18]
        print(f"\npress to lamp: p50 {p50:.1f} ms, p95 {p95:.1f} ms, {len(delays)} presses")
        assert len(delays) == PRESSES
        assert p95 <= wireless_box.LONGEST

    asyncio.run(scene())


async def pressed(radio: Bluez, box: Box) -> list[float]:
    """Press the button of whoever is asked; return the milliseconds until another lamp is lit."""
    assert box.emulated is not None
    lamps, delays = box.emulated.signals, []
    for counter in range(1, PRESSES + 1):
        seat, lit = box.session.table.state.current, lamps.lit
        log = len(box.session.table.entries)
        sent = encrypted(measured(counter, 90, PRESS), counter, KEY, BUTTONS[seat])
        began = time.perf_counter()
        await radio.advertise(BUTTONS[seat], sent)
        while lamps.lit == lit:  # noqa: ASYNC110 - the pin of a lamp is not an event
            await asyncio.sleep(0.001)
        delays.append(1000 * (time.perf_counter() - began))
        # BlueZ tells the same once more whenever the strength of the signal changes.
        await radio.advertise(BUTTONS[seat], sent)
        await radio.update(BUTTONS[seat], RSSI=Variant("n", -50 - counter % 40))
        await box.session.settled()
        turns = [each for each in box.session.table.entries[log:] if each.kind in PLAYED]
        assert len(turns) == 1
        await wireless_box.pass_guard()
    return delays


def test_what_was_recorded_is_not_heard_again(bus: str, tmp_path: Path) -> None:
    async def scene() -> None:
        async with bluez(bus) as radio:
            await radio.add_adapter()
            async with playing(tmp_path) as box:
                seat = box.session.table.state.current
                sent = [
                    encrypted(measured(n, None, PRESS), n, KEY, BUTTONS[seat]) for n in range(1, 4)
                ]
                log = len(box.session.table.entries)
                await radio.advertise(BUTTONS[seat], sent[2])
                await until(lambda: box.session.table.state.current != seat)
                for recorded in (*sent, plain(measured(9, None, PRESS))):
                    await radio.advertise(BUTTONS[seat], recorded)
                await box.session.settled()
                assert len(box.session.table.entries) == log + 1

    asyncio.run(scene())


def test_a_scan_lasts_as_long_as_a_game(bus: str, tmp_path: Path) -> None:
    async def scene() -> None:
        async with bluez(bus) as radio:
            await radio.add_adapter()
            async with playing(tmp_path) as box:
                assert await radio.calls() == ["RegisterMonitor"]
                await end_early(box.session)
                while await radio.calls() != ["RegisterMonitor", "UnregisterMonitor"]:
                    pass

    asyncio.run(scene())


def test_nothing_of_bluez_is_received_between_games(bus: str, tmp_path: Path) -> None:
    """Other programs may scan all day, and BlueZ tells everybody who listens."""

    async def scene() -> None:
        async with bluez(bus) as radio:
            await radio.add_adapter()
            without = len(await radio.connections())
            async with playing(tmp_path) as box:
                assert len(await radio.connections()) == without + 1
                await end_early(box.session)
                while len(await radio.connections()) > without:
                    pass
                await box.session.ask(Command.UNDO)
                while (await radio.calls())[-1] != "RegisterMonitor":
                    pass
                await wireless_box.pass_guard()
                seat = box.session.table.state.current
                sent = encrypted(measured(9, None, PRESS), 9, KEY, BUTTONS[seat])
                await radio.advertise(BUTTONS[seat], sent)
                await until(lambda: box.session.table.state.current != seat)

    asyncio.run(scene())


def test_idle(bus: str, tmp_path: Path) -> None:
    """A game in play shows its clock every second: only what buttons add to that counts.

    A game that ends has a melody, and the next games are loaded: that is over when counting begins.
    """

    async def scene(folder: Path, *, listens: bool, goes_on: bool) -> float:
        async with bluez(bus) as radio:
            await radio.add_adapter()
            async with playing(folder, listens=listens) as box:
                if not goes_on:
                    await end_early(box.session)
                await asyncio.sleep(SETTLED)
                before = switches()
                await asyncio.sleep(SECONDS)
                return (switches() - before) / SECONDS

    for name in ("without", "with", "after"):
        (tmp_path / name).mkdir()
    without = asyncio.run(scene(tmp_path / "without", listens=False, goes_on=True))
    within = asyncio.run(scene(tmp_path / "with", listens=True, goes_on=True))
    after = asyncio.run(scene(tmp_path / "after", listens=True, goes_on=False))
    print(f"\nwake-ups/s: {without:.2f} without buttons, {within:.2f} with, {after:.2f} after")
    assert within - without <= MOST
    assert after <= LEAST


def test_a_bluez_that_is_not_experimental_is_named(bus: str, tmp_path: Path) -> None:
    async def scene() -> None:
        async with bluez(bus) as radio:
            await radio.add_adapter(experimental=False)
            async with playing(tmp_path) as box:
                status = box.session.devices["bluetooth"]
                assert status.state is State.ABSENT
                assert "--experimental" in status.detail

    asyncio.run(scene())


def test_a_computer_without_bluetooth_plays_on(bus: str, tmp_path: Path) -> None:
    async def scene() -> None:
        async with playing(tmp_path) as box:
            assert box.session.devices["bluetooth"].state is State.ABSENT
            await box.session.ask(Command.BACK)
            seat = box.session.table.state.current
            await box.session.ask(Command.CONFIRM)
            assert box.session.table.state.current != seat

    assert bus
    asyncio.run(scene())
