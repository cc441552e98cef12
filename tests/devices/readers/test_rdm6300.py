import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from companion.devices import DeviceStatus, State, TagEvent
from companion.devices.readers.rdm6300 import FrameParser, Rdm6300Reader
from companion.emulation.clock import ManualClock
from companion.emulation.rdm6300 import EmulatedRdm6300, frame
from tests.collector import Collector

TAG = "0415C3A1B2"
OTHER = "0415C3A1B3"
TAGS = st.binary(min_size=5, max_size=5).map(lambda number: number.hex().upper())
STEP = 0.05
MARK = b"\x00"
"""A byte that belongs to no frame."""
NOISE = st.binary(max_size=30)


def feed(line: bytes, cuts: list[int] | None = None) -> list[str]:
    """Feed a line in pieces; without cuts at once."""
    borders = sorted({cut % (len(line) + 1) for cut in cuts or []} | {0, len(line)})
    parser = FrameParser()
    tags: list[str] = []
    for start, end in pairwise(borders):
        tags += parser.feed(line[start:end])
    return tags


class TestFrameParser:
    def test_the_data_sheets_example(self) -> None:
        """Version 04, number 15C3A1B2: 365142450 as it is printed on the tag."""
        assert feed(b"\x020415C3A1B2C1\x03") == [TAG]

    def test_a_wrong_check_byte_is_no_tag(self) -> None:
        assert feed(b"\x020415C3A1B2C2\x03") == []

    def test_a_missing_end_is_no_tag(self) -> None:
        assert feed(b"\x020415C3A1B2C1\x04") == []

    def test_the_good_frame_after_a_bad_one_is_read(self) -> None:
        assert feed(b"\x020415C3A1B2C2\x03" + frame(OTHER)) == [OTHER]

    @given(st.integers(0, 13), TAGS)
    def test_the_good_frame_after_a_cut_one_is_read(self, length: int, tag: str) -> None:
        assert feed(frame(TAG)[:length] + frame(tag)) == [tag]

    @given(TAGS, st.lists(st.integers(0, 13)))
    def test_it_does_not_matter_how_a_frame_is_cut(self, tag: str, cuts: list[int]) -> None:
        assert feed(frame(tag), cuts) == [tag]

    @given(st.lists(st.tuples(NOISE, TAGS), max_size=8), st.lists(st.integers(0, 400)))
    def test_noise_hides_no_frame(self, line: list[tuple[bytes, str]], cuts: list[int]) -> None:
        sent = b"".join(noise + frame(tag) for noise, tag in line)
        assert feed(sent, cuts) == [tag for _, tag in line]

    @given(TAGS, st.integers(0, 14 * 8 - 1), st.lists(st.integers(0, 30)))
    def test_a_wrong_bit_gives_no_phantom_and_the_next_frame_is_read(
        self, tag: str, bit: int, cuts: list[int]
    ) -> None:
        line = bytearray(frame(tag))
        line[bit // 8] ^= 1 << bit % 8
        assert feed(bytes(line) + frame(OTHER), cuts) == [OTHER]

    @given(
        st.lists(st.tuples(TAGS, st.sampled_from(["whole", "bit", "cut"]), st.integers(0, 111))),
        st.lists(st.integers(0, 2000)),
    )
    def test_all_whole_frames_and_nothing_else(
        self, line: list[tuple[str, str, int]], cuts: list[int]
    ) -> None:
        sent = bytearray()
        for tag, fate, where in line:
            part = bytearray(frame(tag))
            if fate == "bit":
                part[where // 8] ^= 1 << where % 8
            sent += part[: where % 14] if fate == "cut" else part
        assert feed(bytes(sent), cuts) == [tag for tag, fate, _ in line if fate == "whole"]


@dataclass
class Bench:
    """A reader on the pseudo-terminal of an emulated module, and a clock for both."""

    port: Path
    frames: int | None = None
    clock: ManualClock = field(default_factory=ManualClock)
    news: Collector = field(default_factory=Collector)
    seen: bytearray = field(default_factory=bytearray)
    more: asyncio.Event = field(default_factory=asyncio.Event)

    def __post_init__(self) -> None:
        self.module = EmulatedRdm6300(self.port, self.clock, self.frames)
        self.reader = Rdm6300Reader(
            "left",
            "mat",
            str(self.port),
            self.clock,
            asyncio.get_running_loop(),
            presence=self.frames is None,
        )
        link = self.reader._link  # noqa: SLF001 - to know what has been read, without waiting
        received = link.received

        def spy(line: bytes) -> None:
            received(line)
            self.seen += line
            self.more.set()

        link.received = spy

    async def send(self, line: bytes) -> None:
        """Put bytes on the line and return when they have been read."""
        self.module.send(line)
        while not self.seen.endswith(line):
            self.more.clear()
            await asyncio.wait_for(self.more.wait(), 10)

    async def read(self) -> None:
        """Return when all that was sent so far has been read."""
        self.seen.clear()
        await self.send(MARK)

    async def pass_time(self, seconds: float) -> None:
        """Let time pass, so slowly that each frame is read before the next is sent."""
        for _ in range(round(seconds / STEP)):
            self.clock.advance(STEP)
            await self.read()


@asynccontextmanager
async def bench_at(tmp_path: Path, frames: int | None = None) -> AsyncIterator[Bench]:
    """A module that is plugged in and a reader that is started."""
    bench = Bench(tmp_path / "rfid", frames)
    bench.module.plug()
    bench.reader.start(bench.news)
    yield bench
    bench.reader.close()
    bench.module.unplug()


class TestReader:
    def test_a_tag_is_told_with_reader_and_zone(self, tmp_path: Path) -> None:
        async def scene() -> None:
            async with bench_at(tmp_path) as bench:
                bench.module.place(TAG)
                await bench.read()
                assert bench.news.news == [
                    DeviceStatus("left", State.OK, str(bench.port)),
                    TagEvent("left", "mat", TAG, present=True),
                ]

        asyncio.run(scene())

    def test_a_tag_that_lies_there_enters_once_and_leaves_once(self, tmp_path: Path) -> None:
        async def scene() -> None:
            async with bench_at(tmp_path) as bench:
                bench.module.place(TAG)
                await bench.pass_time(30)
                assert bench.news.tags == [(TAG, True)]
                bench.module.lift()
                await bench.pass_time(0.2)
                assert bench.news.tags == [(TAG, True)]
                await bench.pass_time(0.1)
                assert bench.news.tags == [(TAG, True), (TAG, False)]

        asyncio.run(scene())

    def test_a_missed_read_is_nothing(self, tmp_path: Path) -> None:
        async def scene() -> None:
            async with bench_at(tmp_path) as bench:
                bench.module.place(TAG)
                for _ in range(5):
                    await bench.pass_time(0.3)
                    bench.module.lift()
                    await bench.pass_time(0.15)
                    bench.module.send(frame(TAG)[:9])
                    bench.module.place(TAG)
                assert bench.news.tags == [(TAG, True)]

        asyncio.run(scene())

    def test_two_tags_back_to_back_are_both_seen(self, tmp_path: Path) -> None:
        async def scene() -> None:
            async with bench_at(tmp_path) as bench:
                bench.module.send(frame(TAG) + frame(OTHER))
                await bench.read()
                assert bench.news.tags == [(TAG, True), (OTHER, True)]

        asyncio.run(scene())

    def test_five_tags_a_tenth_of_a_second_apart_are_all_seen(self, tmp_path: Path) -> None:
        tags = [f"0415C3A1B{n}" for n in range(5)]

        async def scene() -> None:
            async with bench_at(tmp_path) as bench:
                for tag in tags:
                    bench.module.send(frame(tag))
                    await bench.pass_time(0.1)
                await bench.pass_time(0.5)
                assert [tag for tag, present in bench.news.tags if present] == tags
                assert [tag for tag, present in bench.news.tags if not present] == tags

        asyncio.run(scene())

    def test_a_module_that_goes_silent_tells_one_swipe(self, tmp_path: Path) -> None:
        async def scene() -> None:
            async with bench_at(tmp_path, frames=4) as bench:
                assert not bench.reader.presence
                for _ in range(2):
                    bench.module.place(TAG)
                    await bench.pass_time(3)
                assert bench.news.tags == [(TAG, True)] * 2

        asyncio.run(scene())

    def test_a_port_that_is_absent_is_tried_about_every_two_seconds(self, tmp_path: Path) -> None:
        async def scene() -> None:
            bench = Bench(tmp_path / "rfid")
            bench.reader.start(bench.news)
            assert bench.news.states == [State.ABSENT]
            tries = 0
            while bench.clock.now() < 60:
                due = bench.clock.next_due()
                assert due is not None
                bench.clock.advance(due - bench.clock.now())
                tries += 1
            assert tries == 32
            assert bench.news.states == [State.ABSENT]
            bench.module.plug()
            bench.clock.advance(2)
            assert bench.news.states == [State.ABSENT, State.OK]
            assert bench.clock.next_due() is None
            bench.reader.close()
            bench.module.unplug()

        asyncio.run(scene())

    def test_pulled_out_and_put_back_a_hundred_times(self, tmp_path: Path) -> None:
        """The tag that lies there all the time neither leaves nor enters again."""

        async def scene() -> None:
            async with bench_at(tmp_path) as bench:
                bench.module.place(TAG)
                await bench.pass_time(1)
                for n in range(100):
                    bench.module.unplug()
                    states = await bench.news.state_changes(2 + 2 * n)
                    assert states[-1] is State.ABSENT
                    bench.clock.advance(0.7)
                    bench.module.plug()
                    plugged = bench.clock.now()
                    while bench.news.states[-1] is not State.OK:
                        bench.clock.advance(STEP)
                        assert bench.clock.now() - plugged <= 2
                    await bench.pass_time(0.5)
                assert bench.news.tags == [(TAG, True)]
                assert len(asyncio.all_tasks()) == 1

        asyncio.run(scene())

    def test_a_tag_that_is_gone_when_the_reader_is_back_leaves(self, tmp_path: Path) -> None:
        async def scene() -> None:
            async with bench_at(tmp_path) as bench:
                bench.module.place(TAG)
                await bench.pass_time(1)
                bench.module.unplug()
                await bench.news.state_changes(2)
                bench.module.lift()
                bench.clock.advance(10)
                assert bench.news.tags == [(TAG, True)]
                bench.module.plug()
                bench.clock.advance(2)
                await bench.pass_time(0.4)
                assert bench.news.tags == [(TAG, True), (TAG, False)]

        asyncio.run(scene())

    def test_half_a_frame_before_the_plug_was_pulled_is_forgotten(self, tmp_path: Path) -> None:
        async def scene() -> None:
            async with bench_at(tmp_path) as bench:
                line = frame(TAG)
                await bench.send(line[:6])
                bench.module.unplug()
                await bench.news.state_changes(2)
                bench.module.plug()
                bench.clock.advance(2)
                await bench.send(line[6:])
                assert bench.news.tags == []

        asyncio.run(scene())

    def test_nothing_is_told_after_close(self, tmp_path: Path) -> None:
        async def scene() -> None:
            async with bench_at(tmp_path) as bench:
                bench.module.place(TAG)
                await bench.read()
                bench.reader.close()
                bench.module.lift()
                bench.clock.advance(10)
                assert bench.news.tags == [(TAG, True)]
                assert bench.clock.next_due() is None

        asyncio.run(scene())

    def test_a_second_reader_on_the_port_is_told_that_it_is_taken(self, tmp_path: Path) -> None:
        async def scene() -> None:
            async with bench_at(tmp_path) as bench:
                other = Rdm6300Reader(
                    "twin", "mat", str(bench.port), bench.clock, bench.reader.loop
                )
                other.start(bench.news)
                status = bench.news.news[-1]
                assert isinstance(status, DeviceStatus)
                assert (status.device, status.state) == ("twin", State.ABSENT)
                assert "exclusively lock" in status.detail
                other.close()

        asyncio.run(scene())

    def test_of_ten_thousand_frames_on_a_bad_line_every_good_one_is_one_event(
        self, tmp_path: Path
    ) -> None:
        """One frame in a hundred has a wrong bit, one in a hundred is cut, some noise between."""
        source = Random(6300)
        good: list[str] = []

        def line(tag: str) -> bytes:
            fate = source.randrange(100)
            part = bytearray(frame(tag))
            if fate == 0:
                part[source.randrange(14)] ^= 1 << source.randrange(8)
            elif fate == 1:
                del part[source.randrange(1, 14) :]
            else:
                good.append(tag)
            return bytes(part) + bytes([0xFF]) * (fate == 2)

        async def scene() -> None:
            async with bench_at(tmp_path) as bench:
                for start in range(0, 10_000, 50):
                    sent = b"".join(line(f"{n:010X}") for n in range(start, start + 50))
                    for first in range(0, len(sent), 37):
                        bench.module.send(sent[first : first + 37])
                    await bench.read()
                    bench.clock.advance(1)
                assert [tag for tag, present in bench.news.tags if present] == good
                assert [tag for tag, present in bench.news.tags if not present] == good

        asyncio.run(scene())
        assert 9_700 < len(good) < 9_900
