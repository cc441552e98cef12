"""When a box is ready, and how its pages appear once their port is free."""

import asyncio
import errno
import logging
import os
import socket
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from companion import daemon
from companion.daemon import Box
from companion.daemon.readiness import (
    FIRST_WAIT,
    LONGEST_WAIT,
    PATIENCE,
    ServerStarter,
    StartupMonitor,
)
from companion.daemon.systemd import READY, Notifier
from companion.devices import DeviceStatus, Input, State
from companion.emulation.manual_clock import ManualClock
from companion.engine.fold import sampler
from companion.settings import WebSettings
from tests.rig import settings

Scene = Callable[[Box, ManualClock], Coroutine[None, None, None]]
HOST = "127.0.0.1"
SOON = 10.0
"""Real seconds within which something must happen that does not wait for the clock."""


def run(folder: Path, scene: Scene, port: int) -> None:
    """Run a scene with a box that serves pages on ``port`` of loopback."""

    async def whole() -> None:
        clock = ManualClock()
        configuration = settings(folder, web=WebSettings(port, HOST))
        notifier = Notifier(str(folder / "notify"))
        box = daemon.build(configuration, clock, sampler(Random(3)), folder, notifier=notifier)
        running = asyncio.ensure_future(box.run())
        try:
            await scene(box, clock)
        finally:
            running.cancel()
            await asyncio.gather(running, return_exceptions=True)

    asyncio.run(whole())


async def until(happened: Callable[[], bool]) -> None:
    """Let the event loop run until something has happened, while the manual clock stands still."""
    async with asyncio.timeout(SOON):
        while not happened():  # noqa: ASYNC110 - there is no event to wait for
            await asyncio.sleep(0)


def listens(port: int) -> bool:
    with socket.socket() as visitor:
        return visitor.connect_ex((HOST, port)) == 0


@contextmanager
def manager(folder: Path) -> Iterator[Callable[[], bool]]:
    """Let a service manager listen to the box of ``run``; yield what says whether it got READY."""
    heard: list[bytes] = []
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listener:
        listener.bind(str(folder / "notify"))
        listener.setblocking(False)  # noqa: FBT003 - the standard library's signature

        def ready() -> bool:
            with suppress(BlockingIOError):
                heard.append(listener.recv(1024))
            return READY.encode() in heard

        yield ready


def test_the_pages_listen_before_the_box_reports_ready(tmp_path: Path) -> None:
    with socket.create_server((HOST, 0)) as free:
        port = free.getsockname()[1]

    async def scene(box: Box, _clock: ManualClock) -> None:
        with manager(tmp_path) as ready:
            await until(ready)
        assert listens(port)
        assert {device.state for device in box.session.devices.values()} == {State.OK}

    run(tmp_path, scene, port)


@dataclass
class Door:
    """A server whose port is free after some tries."""

    clock: ManualClock
    tries: int
    tried: list[float] = field(default_factory=list)
    closed: bool = False
    address: str = "http://table.local/"

    async def start(self) -> None:
        self.tried.append(self.clock.now())
        if len(self.tried) <= self.tries:
            raise OSError(errno.EADDRINUSE, os.strerror(errno.EADDRINUSE), "0.0.0.0:80")

    async def close(self) -> None:
        self.closed = True


async def opened(door: Door, seconds: int) -> ServerStarter:
    """Try to open the pages, let so many seconds pass one by one, and return them."""
    pages = ServerStarter(door, door.clock)
    await pages.open()
    for _ in range(seconds):
        door.clock.advance(1)
        await asyncio.sleep(0)
    return pages


def test_a_taken_port_is_tried_for_ever_but_less_and_less_often(
    caplog: pytest.LogCaptureFixture,
) -> None:
    door = Door(ManualClock(), tries=10**9)
    asyncio.run(opened(door, 300))
    waits = [after - before for before, after in pairwise(door.tried)]
    assert waits[:7] == [FIRST_WAIT, 2, 4, 8, 16, 32, LONGEST_WAIT]
    assert set(waits[7:]) == {LONGEST_WAIT}
    (record,) = caplog.records
    assert record.levelno == logging.ERROR
    assert "0.0.0.0:80: Address already in use" in record.message


def test_once_a_server_listens_no_more_are_tried(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    door = Door(ManualClock(), tries=2)
    asyncio.run(opened(door, 300))
    assert door.tried == [0, 1, 3]
    assert door.clock.next_due() is None
    assert [record.message for record in caplog.records][1:] == [
        "pages for browsers: http://table.local/"
    ]


@pytest.mark.parametrize(("public", "told"), [(False, True), (True, False)])
def test_a_box_without_a_panel_logs_how_phones_join(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, *, public: bool, told: bool
) -> None:
    """In a public place the code is for the host alone."""
    caplog.set_level(logging.INFO)

    async def scene() -> None:
        web = WebSettings(0, "0.0.0.0", "table.example", public=public)  # noqa: S104 - nobody comes
        configuration = settings(tmp_path, web=web, panel=None)
        box = daemon.build(configuration, ManualClock(), sampler(Random(3)), tmp_path)
        running = asyncio.ensure_future(box.run())
        await until(lambda: box.session.stage.console.join is not None)
        for _ in range(9):
            await asyncio.sleep(0)
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)

    asyncio.run(scene())
    lines = [record.getMessage() for record in caplog.records]
    assert any(line.startswith("phones join there with") for line in lines) is told
    assert any("▄▄▄▄▄" in line for line in lines) is told


def test_a_closed_box_stops_trying() -> None:
    door = Door(ManualClock(), tries=10**9)

    async def scene() -> None:
        pages = await opened(door, 1)
        await pages.close()
        door.clock.advance(1000)
        await asyncio.sleep(0)

    asyncio.run(scene())
    assert door.closed
    assert door.tried == [0, 1]


def test_the_pages_appear_when_their_port_is_free(tmp_path: Path) -> None:
    taken = socket.create_server((HOST, 0))
    port = taken.getsockname()[1]

    async def scene(box: Box, clock: ManualClock) -> None:
        with manager(tmp_path) as ready:
            await until(ready)
        assert box.session.stage.console.join is None
        taken.close()
        clock.advance(FIRST_WAIT)
        await until(lambda: box.session.stage.console.join is not None)
        assert listens(port)

    run(tmp_path, scene, port)


def status(device: str, state: State) -> DeviceStatus:
    return DeviceStatus(device, state)


def waiting(
    reports: list[Input], after: Callable[[StartupMonitor, ManualClock], None]
) -> list[bool]:
    """Return whether attendance was complete before, and after ``after`` was called."""

    async def scene() -> list[bool]:
        clock, heard = ManualClock(), list[Input]()
        attendance = StartupMonitor(heard.append)
        for item in reports:
            attendance.take(item)
        assert heard == reports
        complete = asyncio.ensure_future(attendance.wait(clock))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        before = complete.done()
        after(attendance, clock)
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        results = [before, complete.done()]
        complete.cancel()
        return results

    return asyncio.run(scene())


def test_an_absent_device_counts_as_answered() -> None:
    reports: list[Input] = [status("panel", State.ABSENT), status("board", State.OK)]
    assert waiting(reports, lambda _attendance, _clock: None) == [True, True]


@pytest.mark.parametrize("answer", [State.OK, State.ABSENT, State.DEGRADED])
def test_a_device_that_is_starting_is_waited_for(answer: State) -> None:
    reports: list[Input] = [status("panel", State.STARTING), status("board", State.OK)]
    results = waiting(reports, lambda attendance, _clock: attendance.take(status("panel", answer)))
    assert results == [False, True]


def test_two_devices_that_are_starting_are_both_waited_for() -> None:
    reports: list[Input] = [status("panel", State.STARTING), status("nfc", State.STARTING)]
    results = waiting(reports, lambda attendance, _clock: attendance.take(status("nfc", State.OK)))
    assert results == [False, False]


def test_a_device_that_never_answers_is_not_waited_for_for_ever() -> None:
    reports: list[Input] = [status("panel", State.STARTING)]
    assert waiting(reports, lambda _attendance, clock: clock.advance(PATIENCE - 1)) == [
        False,
        False,
    ]
    assert waiting(reports, lambda _attendance, clock: clock.advance(PATIENCE)) == [False, True]
