"""The driver of the array, on a line that is bad; with the firmware: tests/firmware."""

import asyncio
import os
import select
import threading
import tty
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import pytest

from companion.devices import DeviceStatus, State, TagEvent
from companion.devices.readers.array import PATIENCE, SILENCE, ArrayReader
from companion.devices.readers.array.protocol import LineParser, encode
from companion.emulation.clock import ManualClock
from tests.collector import Collector

TAG = "04A1B2C3D4E5F6"
EVENTS = 10_000
BATCH = 20
"""Events in a second."""


def held() -> tuple[int, int]:
    """Return how many descriptors and threads there are."""
    return len(list(Path("/proc/self/fd").iterdir())), threading.active_count()


WAIT = 2.0
"""Seconds for bytes to come through a terminal."""


@dataclass
class Bench:
    """A reader on a line whose other end is in our hand."""

    port: Path
    clock: ManualClock = field(default_factory=ManualClock)
    news: Collector = field(default_factory=Collector)
    number: int = 0
    ends: tuple[int, int] | None = None
    heard: LineParser = field(default_factory=LineParser)

    def __post_init__(self) -> None:
        loop = asyncio.get_running_loop()
        self.reader = ArrayReader("track", str(self.port), self.clock, loop)
        self.read = 0
        self.more = asyncio.Event()
        link = self.reader._link  # noqa: SLF001 - to know what has been read, without waiting
        received = link.received

        def spy(line: bytes) -> None:
            received(line)
            self.read += len(line)
            self.more.set()

        link.received = spy

    def plug(self) -> None:
        controller, port = os.openpty()
        tty.setraw(port)
        os.set_blocking(controller, False)
        self.ends = controller, port
        self.port.symlink_to(os.ttyname(port))

    def unplug(self) -> None:
        self.port.unlink(missing_ok=True)
        for end in self.ends or ():
            os.close(end)
        self.ends = None

    def line(self, *words: str) -> bytes:
        """Return the next line of the array."""
        if words[0] == "hello":
            self.number = 0
        self.number += 1
        return encode(self.number - 1, *words)

    async def send(self, line: bytes) -> None:
        """Put bytes on the line and return when they have been read."""
        assert self.ends is not None
        wanted = self.read + len(line)
        os.write(self.ends[0], line)
        while self.read < wanted:
            self.more.clear()
            await asyncio.wait_for(self.more.wait(), 10)

    async def say(self, *words: str) -> None:
        await self.send(self.line(*words))

    def asked(self, least: int = 0) -> list[str]:
        """Return what the reader has asked since the last time, waiting for so many lines.

        The kernel hands bytes through a terminal in a thread of its own.
        """
        assert self.ends is not None
        found: list[str] = []
        while select.select([self.ends[0]], [], [], WAIT if len(found) < least else 0)[0]:
            lines = self.heard.feed(os.read(self.ends[0], 65536))
            found += [" ".join(words) for _, words in lines]
        return found

    async def greet(self, health: str = "oooooooo--------") -> None:
        await self.say("hello", "1", "1.0.0", health, "4")


def play(tmp_path: Path, scene: Callable[[Bench], Coroutine[object, object, None]]) -> None:
    async def performance() -> None:
        bench = Bench(tmp_path / "array")
        bench.plug()
        bench.reader.start(bench.news)
        await scene(bench)
        bench.reader.close()
        bench.unplug()
        assert bench.clock.next_due() is None

    asyncio.run(performance())


def test_it_starts_with_a_hello_and_serves_when_that_is_answered(tmp_path: Path) -> None:
    async def scene(bench: Bench) -> None:
        assert bench.asked(1) == ["hello"]
        assert bench.news.states == [State.STARTING]
        await bench.say("enter", "1", TAG)
        await bench.greet()
        assert bench.news.states == [State.STARTING, State.OK]
        assert bench.news.tags == []

    play(tmp_path, scene)


def test_events_have_reader_and_zone(tmp_path: Path) -> None:
    async def scene(bench: Bench) -> None:
        await bench.greet()
        await bench.say("enter", "3", TAG)
        await bench.say("leave", "3", TAG)
        assert bench.news.news[-2:] == [
            TagEvent("track", "3", TAG, present=True),
            TagEvent("track", "3", TAG, present=False),
        ]

    play(tmp_path, scene)


def test_a_lost_line_is_noticed_and_a_snapshot_makes_up_for_it(tmp_path: Path) -> None:
    async def scene(bench: Bench) -> None:
        await bench.greet()
        bench.asked()
        bench.line("enter", "3", TAG)
        await bench.say("beat")
        assert bench.asked(1) == ["snapshot"]
        await bench.say("zone", "3", TAG)
        await bench.say("zone", "3", TAG)
        assert bench.asked() == []
        assert bench.news.tags == [(TAG, True)]
        await bench.say("zone", "3")
        assert bench.news.tags == [(TAG, True), (TAG, False)]

    play(tmp_path, scene)


@pytest.mark.parametrize(
    "words", [("enter", "17", TAG), ("enter", "1", "king"), ("enter", "1"), ("sing",), ("zone",)]
)
def test_whole_lines_without_sense_are_passed_over(tmp_path: Path, words: tuple[str, ...]) -> None:
    async def scene(bench: Bench) -> None:
        await bench.greet()
        await bench.say(*words)
        assert bench.news.tags == []
        assert bench.news.states == [State.STARTING, State.OK]

    play(tmp_path, scene)


@pytest.mark.parametrize(
    ("hello", "detail"),
    [
        (("1", "1.0.0", "oxo", "4"), "reader 2 of the array does not answer"),
        (("1", "1.0.0", "---", "4"), "no reader that answers"),
        (("2", "2.0.0", "ooo", "4"), "version 2 of its protocol, this is 1"),
    ],
)
def test_what_is_wrong_is_told(tmp_path: Path, hello: tuple[str, ...], detail: str) -> None:
    async def scene(bench: Bench) -> None:
        await bench.say("hello", *hello)
        status = bench.news.news[-1]
        assert isinstance(status, DeviceStatus)
        assert status.state is State.DEGRADED
        assert detail in status.detail

    play(tmp_path, scene)


def test_a_line_with_no_array_is_told_and_asked_again(tmp_path: Path) -> None:
    async def scene(bench: Bench) -> None:
        bench.clock.advance(PATIENCE)
        assert bench.asked(2) == ["hello", "hello"]
        bench.clock.advance(60)
        assert bench.news.states == [State.STARTING, State.DEGRADED]
        await bench.greet()
        assert bench.news.states[-1] is State.OK

    play(tmp_path, scene)


def test_an_array_that_falls_silent_is_asked(tmp_path: Path) -> None:
    async def scene(bench: Bench) -> None:
        await bench.greet()
        bench.asked()
        bench.clock.advance(SILENCE - 1)
        await bench.say("beat")
        bench.clock.advance(SILENCE - 1)
        assert bench.asked() == []
        bench.clock.advance(1)
        assert bench.asked(1) == ["hello"]
        bench.clock.advance(PATIENCE)
        assert bench.news.states[-1] is State.DEGRADED

    play(tmp_path, scene)


def test_an_array_that_lies_still_for_an_hour(tmp_path: Path) -> None:
    """One enter, and a timer that wakes the host about every 25 seconds."""

    async def scene(bench: Bench) -> None:
        await bench.greet()
        await bench.say("enter", "1", TAG)
        for _ in range(360):
            bench.clock.advance(10)
            await bench.say("beat")
        assert bench.news.tags == [(TAG, True)]
        assert bench.news.states == [State.STARTING, State.OK]

    play(tmp_path, scene)


def test_pulled_out_and_put_back_a_hundred_times(tmp_path: Path) -> None:
    async def scene(bench: Bench) -> None:
        await bench.greet()
        await bench.say("enter", "1", TAG)
        before = held()
        for n in range(100):
            bench.unplug()
            await bench.news.state_changes(3 + 3 * n)
            bench.clock.advance(0.7)
            bench.plug()
            plugged = bench.clock.now()
            while bench.news.states[-1] is not State.STARTING:
                bench.clock.advance(0.05)
                assert bench.clock.now() - plugged <= 2
            await bench.greet()
            await bench.say("zone", "1", TAG)
            assert bench.news.states[-3:] == [State.ABSENT, State.STARTING, State.OK]
        assert bench.news.tags == [(TAG, True)]
        assert held() == before
        assert len(asyncio.all_tasks()) == 1

    play(tmp_path, scene)


@dataclass
class BadLine:
    """Random events; one line in a hundred has a wrong bit, one is cut."""

    source: Random
    whole: list[tuple[str, bool]] = field(default_factory=list)
    """Tag and presence of the events whose lines are whole."""
    lying: list[tuple[str, str]] = field(default_factory=list)

    def event(self, bench: Bench, n: int) -> bytes:
        """Return the line of the next event."""
        if self.lying and self.source.random() < len(self.lying) / 16:
            zone, tag = self.lying.pop(self.source.randrange(len(self.lying)))
            return self._fate(bench.line("leave", zone, tag), (tag, False))
        zone, tag = str(self.source.randint(1, 16)), f"04{n:012X}"
        self.lying.append((zone, tag))
        return self._fate(bench.line("enter", zone, tag), (tag, True))

    def _fate(self, line: bytes, event: tuple[str, bool]) -> bytes:
        part, fate = bytearray(line), self.source.randrange(100)
        if fate == 0:
            part[self.source.randrange(len(part))] ^= 1 << self.source.randrange(8)
        elif fate == 1:
            del part[self.source.randrange(1, len(part)) :]
        else:
            self.whole.append(event)
        return bytes(part)


def test_of_ten_thousand_events_on_a_bad_line_every_whole_one_is_told(tmp_path: Path) -> None:
    """Split anywhere, 20 events a second."""
    line = BadLine(Random(522))

    async def scene(bench: Bench) -> None:
        await bench.greet()
        for start in range(0, EVENTS, BATCH):
            sent = b"".join(line.event(bench, n) for n in range(start, start + BATCH))
            while sent:
                size = line.source.randrange(1, 60)
                await bench.send(sent[:size])
                sent = sent[size:]
            bench.clock.advance(1)
            bench.asked()
        entered = {tag for tag, present in line.whole if present}
        told = bench.news.tags
        assert told == [event for event in line.whole if event[0] in entered]
        assert len(told) == len(set(told))

    play(tmp_path, scene)
    assert len(line.whole) > 0.97 * EVENTS
