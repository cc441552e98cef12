"""The firmware under MicroPython on models of its chips, and the daemon's driver on its port."""

import asyncio
import threading
import time
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from statistics import median

import pytest

from companion.devices import DeviceStatus, State, TagEvent
from companion.devices.clock import LoopClock
from companion.devices.readers.array import ArrayReader
from tests.collector import Collector
from tests.firmware.board import Board

SHORT, LONG, LONGEST = "DEADBEEF", "04A1B2C3D4E5F6", "04A1B2C3D4E5F6708192"
SWIFT = 0.150
"""Seconds within which eight readers must report a tag that comes."""
LEAVING = 0.5
"""The same for a tag that leaves: weak ones are silent at times, so it takes 0.35 s of silence."""


def held() -> tuple[int, int]:
    """Return the number of open file descriptors and of threads."""
    return len(list(Path("/proc/self/fd").iterdir())), threading.active_count()


class Bench:
    """A board, the driver on its port, and what the driver reported."""

    def __init__(self, folder: Path, readers: int = 8) -> None:
        self.board = Board(folder / "array", readers)
        self.collector = Collector()
        loop = asyncio.get_running_loop()
        self.reader = ArrayReader("track", str(self.board.port), LoopClock(loop), loop)

    async def events(self, count: int) -> list[tuple[str, str, bool]]:
        """Return zone, tag and presence of all events, once there are ``count``."""
        await self.collector.tag_changes(count)
        events = [event for event in self.collector.reports if isinstance(event, TagEvent)]
        return [(event.zone, event.tag, event.present) for event in events]

    async def state(self, expected: State) -> DeviceStatus:
        """Wait for a state, and return the status with it."""
        while self.collector.states[-1:] != [expected]:
            await self.collector.state_changes(len(self.collector.states) + 1)
        return [status for status in self.collector.reports if isinstance(status, DeviceStatus)][-1]


@asynccontextmanager
async def bench_at(folder: Path, readers: int = 8) -> AsyncIterator[Bench]:
    """Plug in a board, start its reader, and yield both."""
    bench = Bench(folder, readers)
    bench.board.plug()
    bench.reader.start(bench.collector)
    try:
        await bench.state(State.OK)
        yield bench
    finally:
        bench.reader.close()
        bench.board.unplug()


def play(folder: Path, scene: Callable[[Bench], Coroutine[object, object, None]]) -> None:
    async def performance() -> None:
        async with bench_at(folder) as bench:
            await scene(bench)

    asyncio.run(performance())


@pytest.mark.slow
@pytest.mark.parametrize("tag", [SHORT, LONG, LONGEST])
def test_a_tag_enters_and_leaves(tmp_path: Path, tag: str) -> None:
    async def scene(bench: Bench) -> None:
        bench.board.do(f"place 3 {tag}")
        assert await bench.events(1) == [("3", tag, True)]
        bench.board.do("clear 3")
        assert await bench.events(2) == [("3", tag, True), ("3", tag, False)]

    play(tmp_path, scene)


@pytest.mark.parametrize(
    "tags",
    [
        ("DEADBEEF", "DEADBEEE"),
        ("DEADBEEF", "04A1B2C3D4E5F6"),
        ("04A1B2C3D4E5F6", "04A1B2C3D4E5F7"),
        ("04A1B2C3D4E5F6", "04A1B3C3D4E5F7", "DEADBEEF", "DEADBEEE"),
    ],
)
def test_several_tags_on_one_reader_are_all_reported(tmp_path: Path, tags: tuple[str, ...]) -> None:
    async def scene(bench: Bench) -> None:
        for tag in tags:
            bench.board.do(f"place 5 {tag}")
        assert set(await bench.events(len(tags))) == {("5", tag, True) for tag in tags}

    play(tmp_path, scene)


def test_damaged_answers_of_a_tag_are_ignored(tmp_path: Path) -> None:
    async def scene(bench: Bench) -> None:
        bench.board.do(f"place 1 {SHORT}")
        await bench.events(1)
        bench.board.do("garbled 1 9")
        bench.board.do(f"place 2 {LONG}")
        assert (await bench.events(2))[1] == ("2", LONG, True)
        bench.board.do("clear 2")
        assert (await bench.events(3))[2] == ("2", LONG, False)
        assert len(bench.collector.tags) == 3

    play(tmp_path, scene)


def test_damaged_calls_are_no_silence(tmp_path: Path) -> None:
    """A tag that lies still stays, however many of its answers to a call are damaged."""

    async def scene(bench: Bench) -> None:
        bench.board.do(f"place 1 {SHORT}")
        await bench.events(1)
        bench.board.do("damaged 1 5")
        bench.board.do("shortened 1 5")
        for number in range(1, 4):
            bench.board.do(f"place 2 {LONG}")
            await bench.events(2 * number)
            bench.board.do("clear 2")
            await bench.events(2 * number + 1)
        assert [zone for zone, _, _ in await bench.events(7)].count("1") == 1

    play(tmp_path, scene)


@pytest.mark.parametrize("version", ["88", "89", "B2", "12"])
def test_clones_are_used_and_named(
    tmp_path: Path, version: str, caplog: pytest.LogCaptureFixture
) -> None:
    async def performance() -> None:
        bench = Bench(tmp_path)
        bench.board.version = version
        bench.board.plug()
        bench.reader.start(bench.collector)
        await bench.state(State.OK)
        bench.board.do(f"place 3 {SHORT}")
        assert await bench.events(1) == [("3", SHORT, True)]
        bench.reader.close()
        bench.board.unplug()

    with caplog.at_level("INFO"):
        asyncio.run(performance())
    assert f"reader 3 has a clone's chip, version {version}" in caplog.text


@pytest.mark.parametrize("fault", ["dead", "low", "stuck"])
def test_a_failing_reader_does_not_stop_the_others(tmp_path: Path, fault: str) -> None:
    async def scene(bench: Bench) -> None:
        bench.board.do(f"place 2 {SHORT}")
        await bench.events(1)
        bench.board.do(f"{fault} 3 on")
        bench.board.do(f"place 4 {LONG}")
        assert (await bench.events(2))[1] == ("4", LONG, True)

    play(tmp_path, scene)


def test_a_dead_reader_is_reported_and_used_again_once_it_recovers(tmp_path: Path) -> None:
    async def scene(bench: Bench) -> None:
        bench.board.do(f"place 3 {SHORT}")
        await bench.events(1)
        bench.board.do("dead 3 on")
        status = await bench.state(State.DEGRADED)
        assert status.detail == "reader 3 of the array does not answer: check its wires"
        bench.board.do("dead 3 off")
        await bench.state(State.OK)
        bench.board.do("clear 3")
        assert await bench.events(2) == [("3", SHORT, True), ("3", SHORT, False)]

    play(tmp_path, scene)


def test_after_a_brownout_of_a_chip_its_tags_stay(tmp_path: Path) -> None:
    async def scene(bench: Bench) -> None:
        bench.board.do(f"place 6 {LONG}")
        await bench.events(1)
        bench.board.do("brownout 6")
        bench.board.do(f"place 6 {SHORT}")
        assert (await bench.events(2))[1] == ("6", SHORT, True)
        assert len(bench.collector.tags) == 2

    play(tmp_path, scene)


async def seconds_of(bench: Bench, command: str) -> float:
    """Return the seconds from a command until the change is reported."""
    events = len(bench.collector.tags)
    began = time.perf_counter()
    bench.board.do(command)
    await bench.events(events + 1)
    return time.perf_counter() - began


@pytest.mark.slow
def test_tags_enter_and_leave_quickly(tmp_path: Path) -> None:
    """A byte takes ten microseconds, as MicroPython's calls and the bus do on the board."""

    async def scene(bench: Bench) -> None:
        bench.board.do("slow 10")
        comes = [await seconds_of(bench, f"place {n} 04A1B2C3D4E5F{n}") for n in range(1, 9)]
        leaves = [await seconds_of(bench, f"clear {n}") for n in range(1, 9)]
        for name, times, limit in (("enter", comes, SWIFT), ("leave", leaves, LEAVING)):
            print(f"\n{name}: median {1e3 * median(times):.0f} ms, most {1e3 * max(times):.0f} ms")  # noqa: T201 - prints its figures
            assert median(times) < limit

    play(tmp_path, scene)


@pytest.mark.slow
def test_a_bus_that_is_far_too_slow_loses_nothing(tmp_path: Path) -> None:
    async def scene(bench: Bench) -> None:
        bench.board.do("slow 200")
        bench.board.do(f"place 3 {LONG}")
        assert await bench.events(1) == [("3", LONG, True)]
        bench.board.do("clear 3")
        assert await bench.events(2) == [("3", LONG, True), ("3", LONG, False)]

    play(tmp_path, scene)


@pytest.mark.slow
def test_the_board_can_be_replugged(tmp_path: Path) -> None:
    """The board's tag neither leaves nor enters again; no descriptor or thread is left over."""

    async def scene(bench: Bench) -> None:
        bench.board.do(f"place 1 {SHORT}")
        await bench.events(1)
        before = held()
        for _ in range(3):
            bench.board.unplug()
            await bench.state(State.ABSENT)
            bench.board.plug()
            bench.board.do(f"place 1 {SHORT}")
            began = time.perf_counter()
            await bench.state(State.OK)
            assert time.perf_counter() - began < 2
        assert held() == before

    play(tmp_path, scene)


def test_the_gain_is_set(tmp_path: Path) -> None:
    """The array says hello again, with its new gain."""

    async def performance() -> None:
        bench = Bench(tmp_path)
        bench.reader.gain = 7
        bench.board.plug()
        bench.reader.start(bench.collector)
        await bench.state(State.OK)
        bench.board.do(f"place 1 {SHORT}")
        assert await bench.events(1) == [("1", SHORT, True)]
        assert bench.reader.bad_frames == 0
        bench.reader.close()
        bench.board.unplug()

    asyncio.run(performance())


async def answered(array: ArrayReader, khz: int) -> None:
    for _ in range(1000):
        if khz in array.tried:
            return
        await asyncio.sleep(0.01)  # an array's answer is not an event
    pytest.fail(f"{khz} kHz were not tried")


def test_a_clock_is_tried_and_the_array_goes_on(tmp_path: Path) -> None:
    """Wires that spoil bytes from 4 MHz on are found out, and no tag comes or goes meanwhile."""

    async def scene(bench: Bench) -> None:
        bench.board.do(f"place 3 {LONG}")
        assert await bench.events(1) == [("3", LONG, True)]
        bench.board.do("fastest 4000000")
        for khz in (2000, 4000, 6000, 1000):
            bench.reader.try_clock(khz)
            await answered(bench.reader, khz)
        wrong = bench.reader.tried
        assert wrong[2000] == wrong[4000] == wrong[1000] == 0
        assert wrong[6000] > 500
        bench.board.do("clear 3")
        assert await bench.events(2) == [("3", LONG, True), ("3", LONG, False)]
        assert bench.collector.states[-1] is State.OK

    play(tmp_path, scene)


def test_the_clock_of_the_settings_is_set(tmp_path: Path) -> None:
    async def performance() -> None:
        bench = Bench(tmp_path)
        bench.reader.spi_khz = 2000
        bench.board.plug()
        bench.board.do("fastest 1500000")  # so that 2 MHz are noticed
        bench.reader.start(bench.collector)
        try:
            await bench.state(State.DEGRADED)
        finally:
            bench.reader.close()
            bench.board.unplug()

    asyncio.run(performance())
