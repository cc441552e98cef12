import asyncio
from collections.abc import Awaitable, Callable
from itertools import pairwise
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from companion.devices import DeviceStatus, State, TagEvent
from companion.devices.readers.rdm6300 import Rdm6300FrameParser, Rdm6300Reader
from companion.emulation.manual_clock import ManualClock
from companion.emulation.rdm6300 import EmulatedRdm6300, frame
from tests.devices.readers.bench import Bench, perform

TAG = "0415C3A1B2"
OTHER = "0415C3A1B3"
TAGS = st.binary(min_size=5, max_size=5).map(lambda number: number.hex().upper())
NOISE = st.binary(max_size=30)


def feed(line: bytes, cuts: list[int] | None = None) -> list[str]:
    """Feed a line in pieces, or all at once without cuts."""
    borders = sorted({cut % (len(line) + 1) for cut in cuts or []} | {0, len(line)})
    parser = Rdm6300FrameParser()
    tags: list[str] = []
    for start, end in pairwise(borders):
        tags += parser.feed(line[start:end])
    return tags


class TestFrameParser:
    def test_the_data_sheets_example_is_read(self) -> None:
        """Version 04, number 15C3A1B2, which is printed on the tag as 365142450."""
        assert feed(b"\x020415C3A1B2C1\x03") == [TAG]

    def test_a_frame_with_a_wrong_check_byte_is_rejected(self) -> None:
        assert feed(b"\x020415C3A1B2C2\x03") == []

    def test_a_frame_without_its_end_is_rejected(self) -> None:
        assert feed(b"\x020415C3A1B2C1\x04") == []

    def test_the_good_frame_after_a_bad_one_is_read(self) -> None:
        assert feed(b"\x020415C3A1B2C2\x03" + frame(OTHER)) == [OTHER]

    @given(st.integers(0, 13), TAGS)
    def test_the_good_frame_after_a_cut_one_is_read(self, length: int, tag: str) -> None:
        assert feed(frame(TAG)[:length] + frame(tag)) == [tag]

    @given(TAGS, st.lists(st.integers(0, 13)))
    def test_a_frame_may_arrive_in_any_pieces(self, tag: str, cuts: list[int]) -> None:
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
    def test_exactly_the_intact_frames_are_read(
        self, line: list[tuple[str, str, int]], cuts: list[int]
    ) -> None:
        sent = bytearray()
        for tag, effect, where in line:
            part = bytearray(frame(tag))
            if effect == "bit":
                part[where // 8] ^= 1 << where % 8
            sent += part[: where % 14] if effect == "cut" else part
        assert feed(bytes(sent), cuts) == [tag for tag, effect, _ in line if effect == "whole"]


RdmBench = Bench[Rdm6300Reader, EmulatedRdm6300]


def play(
    folder: Path,
    scene: Callable[[RdmBench], Awaitable[object]],
    frames: int | None = None,
) -> None:
    def made() -> RdmBench:
        clock, loop = ManualClock(), asyncio.get_running_loop()
        module = EmulatedRdm6300(folder / "rfid", clock, frames)
        reader = Rdm6300Reader("left", str(module.port), clock, loop, repeats=frames is None)
        return Bench(module, reader, clock)

    perform(made, scene)


def test_a_tag_is_reported_with_reader_and_zone(tmp_path: Path) -> None:
    async def scene(bench: RdmBench) -> None:
        bench.module.place(TAG)
        await bench.settle()
        assert bench.collector.reports == [
            DeviceStatus("left", State.OK, str(bench.module.port), ("left",)),
            TagEvent("left", "left", TAG, present=True),
        ]

    play(tmp_path, scene)


def test_three_missed_frames_in_a_row_change_nothing(tmp_path: Path) -> None:
    async def scene(bench: RdmBench) -> None:
        bench.module.place(TAG)
        for _ in range(5):
            await bench.pass_time(0.3)
            bench.module.lift()
            await bench.pass_time(0.15)
            bench.module.send(frame(TAG)[:9])
            bench.module.place(TAG)
        assert bench.collector.tags == [(TAG, True)]

    play(tmp_path, scene)


def test_a_module_that_goes_silent_reports_one_swipe(tmp_path: Path) -> None:
    async def scene(bench: RdmBench) -> None:
        assert not bench.reader.presence
        for _ in range(2):
            bench.module.place(TAG)
            await bench.pass_time(3)
        assert bench.collector.tags == [(TAG, True)] * 2

    play(tmp_path, scene, frames=4)


def test_a_silent_port_costs_no_timer(tmp_path: Path) -> None:
    async def scene(bench: RdmBench) -> None:
        assert bench.collector.states == [State.OK]
        assert bench.clock.next_due() is None

    play(tmp_path, scene)


def test_a_second_reader_reports_that_its_port_is_taken(tmp_path: Path) -> None:
    async def scene(bench: RdmBench) -> None:
        twin = Rdm6300Reader("twin", str(bench.module.port), bench.clock, bench.reader.loop)
        twin.start(bench.collector)
        assert (bench.last_status.device, bench.last_status.state) == ("twin", State.ABSENT)
        assert bench.last_status.detail == (
            f"{bench.module.port} is in use, by another reader or program: end that"
        )
        twin.close()

    play(tmp_path, scene)
