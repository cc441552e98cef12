import asyncio
import os
import tty
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from companion.devices import State, TagEvent
from companion.devices.readers.pn532 import (
    ACK,
    LIST,
    PATIENCE,
    PERIOD,
    ROUND,
    FrameParser,
    Pn532Reader,
    frame,
    tag_of,
)
from companion.emulation.clock import ManualClock
from tests.collector import Collector

TAG, OTHER = "04A1B2C3D4E5F6", "DEADBEEF"
GREETED = b"\x00\x00\xff\x02\xfe\xd5\x15\x16\x00"
DATA = st.binary(max_size=60)


def answer(tag: str) -> bytes:
    """Return the frame that tells of a tag, by UM0701-02 section 7.3.5."""
    number = bytes.fromhex(tag)
    body = b"\xd5\x4b\x01\x01\x00\x44\x00" + bytes([len(number)]) + number
    size = len(body)
    check = bytes([(256 - sum(body) % 256) % 256])
    return b"\x00\x00\xff" + bytes([size, 256 - size]) + body + check + b"\x00"


def feed(line: bytes, cuts: list[int] | None = None) -> list[bytes]:
    borders = sorted({cut % (len(line) + 1) for cut in cuts or []} | {0, len(line)})
    parser = FrameParser()
    found = []
    for start, end in pairwise(borders):
        found += parser.feed(line[start:end])
    return found


class TestFrameParser:
    def test_the_manuals_example(self) -> None:
        """GetFirmwareVersion and its answer, as application notes print them."""
        assert frame(b"\xd4\x02") == b"\x00\x00\xff\x02\xfe\xd4\x02\x2a\x00"
        line = b"\x00\x00\xff\x06\xfa\xd5\x03\x32\x01\x06\x07\xe8\x00"
        assert feed(ACK + line) == [b"\x03\x32\x01\x06\x07"]

    @given(st.lists(DATA, max_size=6), st.lists(st.integers(0, 500)))
    def test_whole_frames_are_read_however_they_are_cut(
        self, sent: list[bytes], cuts: list[int]
    ) -> None:
        line = b"".join(ACK + frame(b"\xd5" + data) for data in sent)
        assert feed(line, cuts) == sent

    @given(st.integers(0, len(answer(TAG)) * 8 - 1))
    def test_a_wrong_bit_gives_no_phantom(self, bit: int) -> None:
        damaged = bytearray(answer(TAG))
        damaged[bit // 8] ^= 1 << bit % 8
        tags = [tag_of(data) for data in feed(bytes(damaged) + answer(OTHER) * 20)]
        assert set(tags) <= {TAG, OTHER}
        assert tags.count(OTHER) == 20

    @given(st.integers(0, len(answer(TAG)) - 1))
    def test_frames_after_a_cut_one_are_read(self, length: int) -> None:
        assert feed(answer(TAG)[:length] + answer(OTHER) * 3)[-3:] == [answer(OTHER)[6:-2]] * 3

    @given(st.binary())
    def test_no_bytes_do_any_harm(self, noise: bytes) -> None:
        for data in feed(noise):
            assert tag_of(data) is None or len(data) > 10


@dataclass
class Bench:
    """A reader, and a chip in our hand that answers while a tag lies there."""

    port: Path
    clock: ManualClock = field(default_factory=ManualClock)
    news: Collector = field(default_factory=Collector)
    tag: str | None = None
    ends: tuple[int, int] | None = None
    read: int = 0
    asked: int = 0
    deaf: bool = False

    def __post_init__(self) -> None:
        loop = asyncio.get_running_loop()
        self.more = asyncio.Event()
        self.reader = Pn532Reader("mat", str(self.port), self.clock, loop)
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

    async def send(self, line: bytes) -> None:
        """Put bytes on the line and return when they have been read."""
        assert self.ends is not None
        wanted = self.read + len(line)
        os.write(self.ends[0], line)
        while self.read < wanted:
            self.more.clear()
            await asyncio.wait_for(self.more.wait(), 10)

    async def serve(self) -> None:
        """Do what the chip does with what it was sent."""
        assert self.ends is not None
        try:
            line = os.read(self.ends[0], 65536)
        except BlockingIOError:
            return
        if self.deaf:
            return
        if b"\xd4\x14\x01" in line:
            await self.send(ACK + GREETED)
            await self.serve()
        elif frame(b"\xd4" + LIST) in line:
            self.asked += 1
            await self.send(ACK + (answer(self.tag) if self.tag else b""))

    async def pass_time(self, seconds: float, step: float = 0.02) -> None:
        for _ in range(round(seconds / step)):
            self.clock.advance(step)
            await self.serve()
            if self.tag:
                await self.serve()


def play(tmp_path: Path, scene: Callable[[Bench], Coroutine[object, object, None]]) -> None:
    async def performance() -> None:
        bench = Bench(tmp_path / "nfc")
        bench.plug()
        bench.reader.start(bench.news)
        await bench.serve()
        await scene(bench)
        bench.reader.close()
        bench.unplug()
        assert bench.clock.next_due() is None

    asyncio.run(performance())


def test_a_tag_enters_stays_and_leaves_within_300_ms(tmp_path: Path) -> None:
    lie_still(tmp_path, 200)


def lie_still(tmp_path: Path, seconds: float) -> None:
    """Leave a tag for a time and lift it."""

    async def scene(bench: Bench) -> None:
        assert bench.news.states == [State.STARTING, State.OK]
        await bench.send(answer(TAG))
        bench.tag = TAG
        await bench.pass_time(seconds, step=PERIOD)
        assert bench.news.tags == [(TAG, True)]
        assert bench.news.news[2] == TagEvent("mat", "mat", TAG, present=True)
        bench.tag = None
        await bench.pass_time(0.3)
        assert bench.news.tags == [(TAG, True), (TAG, False)]

    play(tmp_path, scene)


def test_where_nothing_lies_it_is_asked_once_and_greeted_every_half_minute(tmp_path: Path) -> None:
    async def scene(bench: Bench) -> None:
        await bench.pass_time(2 * ROUND + 1, step=1)
        assert bench.asked == 3
        assert bench.news.states == [State.STARTING, State.OK]
        assert bench.news.tags == []

    play(tmp_path, scene)


def test_a_lost_answer_is_nothing(tmp_path: Path) -> None:
    async def scene(bench: Bench) -> None:
        await bench.send(answer(TAG))
        bench.tag = TAG
        for _ in range(20):
            await bench.pass_time(0.5)
            bench.deaf = True
            await bench.pass_time(0.1)
            bench.deaf = False
        assert bench.news.tags == [(TAG, True)]

    play(tmp_path, scene)


def test_a_chip_that_does_not_answer_is_told_and_greeted_again(tmp_path: Path) -> None:
    async def scene(bench: Bench) -> None:
        bench.deaf = True
        await bench.pass_time(ROUND + PATIENCE + 1, step=0.5)
        bench.deaf = False
        await bench.pass_time(PATIENCE + 1, step=0.5)
        assert bench.news.states[-2:] == [State.DEGRADED, State.OK]

    play(tmp_path, scene)


def test_pulled_out_and_put_back_a_hundred_times(tmp_path: Path) -> None:
    async def scene(bench: Bench) -> None:
        await bench.send(answer(TAG))
        bench.tag = TAG
        held = len(os.listdir("/proc/self/fd"))  # noqa: PTH208 - no disk
        for n in range(100):
            bench.unplug()
            await bench.news.state_changes(3 + 3 * n)
            bench.plug()
            plugged = bench.clock.now()
            while bench.news.states[-1] is not State.OK:
                bench.clock.advance(0.05)
                await bench.serve()
                assert bench.clock.now() - plugged <= 2
            await bench.pass_time(0.4)
        assert bench.news.tags == [(TAG, True)]
        assert len(os.listdir("/proc/self/fd")) == held  # noqa: PTH208 - no disk

    play(tmp_path, scene)


def test_of_ten_thousand_answers_on_a_bad_line_every_whole_one_is_told(tmp_path: Path) -> None:
    """One frame in a hundred has a wrong bit, one is cut; split anywhere, 20 a second."""
    source = Random(532)
    whole: list[str] = []

    def fate(tag: str) -> bytes:
        part, die = bytearray(answer(tag)), source.randrange(100)
        if die == 0:
            # A wrong bit in the outer zeros does no harm, and the frame counts as whole.
            part[source.randrange(2, len(part))] ^= 1 << source.randrange(8)
        elif die == 1:
            # Without its last zero a frame is whole: the next one begins with a zero.
            del part[source.randrange(1, len(part) - 1) :]
        else:
            whole.append(tag)
        return bytes(part)

    async def scene(bench: Bench) -> None:
        for start in range(0, 10_000, 20):
            sent = b"".join(fate(f"04{n:012X}") for n in range(start, start + 20))
            while sent:
                size = source.randrange(1, 50)
                await bench.send(sent[:size])
                sent = sent[size:]
            bench.clock.advance(1)
            await bench.serve()
        await bench.send(answer(TAG) * 10)
        bench.clock.advance(1)
        told = [tag for tag, present in bench.news.tags if present]
        assert told == [*whole, TAG]
        assert [tag for tag, present in bench.news.tags if not present] == told

    play(tmp_path, scene)
    assert len(whole) > 9_700
