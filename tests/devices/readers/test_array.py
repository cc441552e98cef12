"""The driver of the array against its protocol; tests/firmware adds the real firmware."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from companion.devices import State, TagEvent
from companion.devices.readers.array import PATIENCE, SILENCE, ArrayReader
from companion.devices.readers.array.protocol import LineParser
from companion.emulation.array import EmulatedArray
from companion.emulation.manual_clock import ManualClock
from tests.devices.readers.bench import Bench, perform

TAG = "04A1B2C3D4E5F6"
STARTED = [State.STARTING, State.OK]
ArrayBench = Bench[ArrayReader, EmulatedArray]


class Ear:
    """Notes the commands that an array receives."""

    def __init__(self, bench: ArrayBench) -> None:
        self.parser = LineParser()
        self.bench = bench
        self.words: list[str] = []
        deliver = bench.module.line.heard
        assert deliver is not None

        def hear(received: bytes) -> None:
            self.words += [" ".join(words) for _, words in self.parser.feed(received)]
            deliver(received)

        bench.module.line.heard = hear

    def since(self) -> list[str]:
        """Return the commands since the last call."""
        words, self.words = self.words, []
        return words


def play(
    folder: Path,
    scene: Callable[[ArrayBench, Ear], Awaitable[object]],
    *,
    deaf: bool = False,
    health: str = "oooooooo--------",
    version: int = 1,
) -> None:
    ears: list[Ear] = []

    def made() -> ArrayBench:
        clock = ManualClock()
        module = EmulatedArray(folder / "array", clock, count=8, deaf=deaf, version=version)
        module.health = health
        loop = asyncio.get_running_loop()
        bench = Bench(module, ArrayReader("track", str(module.port), clock, loop), clock)
        ears.append(Ear(bench))
        return bench

    perform(made, lambda bench: scene(bench, ears[0]))


def test_it_says_hello_and_is_ok_once_that_is_answered(tmp_path: Path) -> None:
    async def scene(bench: ArrayBench, ear: Ear) -> None:
        assert ear.since() == ["hello"]
        assert bench.collector.states == STARTED
        assert bench.collector.tags == []

    play(tmp_path, scene)


def test_events_have_reader_and_zone(tmp_path: Path) -> None:
    async def scene(bench: ArrayBench, _ear: Ear) -> None:
        bench.module.place(TAG, "3")
        bench.module.lift(TAG, "3")
        await bench.settle()
        assert bench.collector.reports[-2:] == [
            TagEvent("track", "3", TAG, present=True),
            TagEvent("track", "3", TAG, present=False),
        ]

    play(tmp_path, scene)


def test_a_lost_line_is_noticed_and_a_snapshot_makes_up_for_it(tmp_path: Path) -> None:
    async def scene(bench: ArrayBench, ear: Ear) -> None:
        ear.since()
        bench.harm = lambda _line: b""
        bench.module.place(TAG, "3")
        bench.harm = bytes
        bench.module.say("beat")
        await bench.settle()
        assert ear.since() == ["snapshot"]
        assert bench.collector.tags == [(TAG, True)]
        bench.module.say("zone", "3")
        await bench.settle()
        assert bench.collector.tags == [(TAG, True), (TAG, False)]

    play(tmp_path, scene)


@pytest.mark.parametrize(
    "words", [("enter", "17", TAG), ("enter", "1", "king"), ("enter", "1"), ("sing",), ("zone",)]
)
def test_intact_lines_without_meaning_are_ignored(tmp_path: Path, words: tuple[str, ...]) -> None:
    async def scene(bench: ArrayBench, _ear: Ear) -> None:
        bench.module.say(*words)
        await bench.settle()
        assert bench.collector.tags == []
        assert bench.collector.states == STARTED

    play(tmp_path, scene)


def test_lines_before_a_hello_are_ignored(tmp_path: Path) -> None:
    """Before the hello it is unknown what the array said earlier, and whether a line was lost."""

    async def scene(bench: ArrayBench, _ear: Ear) -> None:
        bench.module.place(TAG, "1")
        await bench.settle()
        assert bench.collector.tags == []

    play(tmp_path, scene, deaf=True)


@pytest.mark.parametrize(
    ("health", "version", "detail"),
    [
        ("oxo", 1, "reader 2 of the array does not answer"),
        ("---", 1, "no reader that answers"),
        ("ooo", 2, "version 2 of its protocol, this is 1"),
    ],
)
def test_faults_of_an_array_are_reported(
    tmp_path: Path, health: str, version: int, detail: str
) -> None:
    async def scene(bench: ArrayBench, _ear: Ear) -> None:
        assert bench.last_status.state is State.DEGRADED
        assert detail in bench.last_status.detail

    play(tmp_path, scene, health=health, version=version)


def test_a_configured_reader_that_never_answers_is_reported(tmp_path: Path) -> None:
    async def scene(bench: ArrayBench, _ear: Ear) -> None:
        bench.reader.used = 3
        bench.module.say("health", "o-o")
        await bench.settle()
        assert bench.last_status.state is State.DEGRADED
        assert bench.last_status.detail.startswith("reader 2 of the array does not answer")
        assert bench.last_status.working_zones == ("1", "3")

    play(tmp_path, scene)


def test_a_line_without_an_array_is_reported_and_asked_again(tmp_path: Path) -> None:
    async def scene(bench: ArrayBench, ear: Ear) -> None:
        bench.clock.advance(PATIENCE)
        await bench.settle()
        assert ear.since() == ["hello", "hello"]
        await bench.pass_time(60)
        assert bench.collector.states == [State.STARTING, State.DEGRADED]
        bench.module.deaf = False
        await bench.pass_time(PATIENCE)
        assert bench.collector.states[-1] is State.OK

    play(tmp_path, scene, deaf=True)


def test_an_array_that_falls_silent_is_asked(tmp_path: Path) -> None:
    async def scene(bench: ArrayBench, ear: Ear) -> None:
        ear.since()
        bench.harm = lambda _line: b""
        bench.clock.advance(SILENCE - 0.1)
        await bench.settle()
        assert ear.since() == []
        bench.clock.advance(0.1)
        await bench.settle()
        assert ear.since() == ["hello"]
        bench.clock.advance(PATIENCE)
        assert bench.collector.states[-1] is State.DEGRADED

    play(tmp_path, scene)


def test_a_gain_that_differs_is_set(tmp_path: Path) -> None:
    async def scene(bench: ArrayBench, ear: Ear) -> None:
        ear.since()
        bench.reader.gain = 7
        bench.module.say("hello", "1", "1.0.0", "oo", "4")
        await bench.settle()
        assert ear.since() == ["gain 7"]
        assert bench.module.gain == 7

    play(tmp_path, scene)
