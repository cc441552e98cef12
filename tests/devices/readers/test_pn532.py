import asyncio
from collections.abc import Awaitable, Callable
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.devices import State, TagEvent
from companion.devices.readers.pn532 import (
    ACK,
    HUNG,
    PATIENCE,
    ROUND,
    SILENCE,
    Pn532FrameParser,
    Pn532Reader,
    frame,
    tag_of,
)
from companion.emulation.manual_clock import ManualClock
from companion.emulation.pn532 import EmulatedPn532, tag_frame
from tests.devices.readers.bench import Bench, perform

TAG, OTHER = "04A1B2C3D4E5F6", "DEADBEEF"
DATA = st.binary(max_size=60)


def feed(line: bytes, cuts: list[int] | None = None) -> list[bytes]:
    borders = sorted({cut % (len(line) + 1) for cut in cuts or []} | {0, len(line)})
    parser = Pn532FrameParser()
    frames = []
    for start, end in pairwise(borders):
        frames += parser.feed(line[start:end])
    return frames


class TestFrameParser:
    def test_the_manuals_example_is_read(self) -> None:
        """GetFirmwareVersion and its answer, as application notes print them."""
        assert frame(b"\xd4\x02") == b"\x00\x00\xff\x02\xfe\xd4\x02\x2a\x00"
        line = b"\x00\x00\xff\x06\xfa\xd5\x03\x32\x01\x06\x07\xe8\x00"
        assert feed(ACK + line) == [b"\x03\x32\x01\x06\x07"]

    @given(st.lists(DATA, max_size=6), st.lists(st.integers(0, 500)))
    def test_whole_frames_are_read_in_any_pieces(self, sent: list[bytes], cuts: list[int]) -> None:
        line = b"".join(ACK + frame(b"\xd5" + data) for data in sent)
        assert feed(line, cuts) == sent

    @given(st.integers(0, len(tag_frame(TAG)) * 8 - 1))
    def test_a_wrong_bit_gives_no_phantom(self, bit: int) -> None:
        damaged = bytearray(tag_frame(TAG))
        damaged[bit // 8] ^= 1 << bit % 8
        tags = [tag_of(data) for data in feed(bytes(damaged) + tag_frame(OTHER) * 20)]
        assert set(tags) <= {TAG, OTHER}
        assert tags.count(OTHER) == 20

    @given(st.integers(0, len(tag_frame(TAG)) - 1))
    def test_frames_after_a_cut_one_are_read(self, length: int) -> None:
        assert (
            feed(tag_frame(TAG)[:length] + tag_frame(OTHER) * 3)[-3:]
            == [tag_frame(OTHER)[6:-2]] * 3
        )

    @given(st.binary())
    def test_no_bytes_do_any_harm(self, noise: bytes) -> None:
        for data in feed(noise):
            assert tag_of(data) is None or len(data) > 10


NfcBench = Bench[Pn532Reader, EmulatedPn532]


def play(folder: Path, scene: Callable[[NfcBench], Awaitable[object]]) -> None:
    def made() -> NfcBench:
        clock, loop = ManualClock(), asyncio.get_running_loop()
        module = EmulatedPn532(folder / "nfc")
        return Bench(module, Pn532Reader("mat", str(module.port), clock, loop), clock)

    perform(made, scene)


def test_a_tag_is_reported_with_reader_and_zone(tmp_path: Path) -> None:
    async def scene(bench: NfcBench) -> None:
        assert bench.collector.states == [State.STARTING, State.OK]
        bench.module.place(TAG)
        await bench.settle()
        assert bench.collector.reports[2:] == [TagEvent("mat", "mat", TAG, present=True)]

    play(tmp_path, scene)


def test_without_a_tag_it_asks_once_and_pings_every_half_minute(tmp_path: Path) -> None:
    async def scene(bench: NfcBench) -> None:
        await bench.pass_time(2 * ROUND + 1)
        assert bench.module.polls == 3
        assert bench.collector.states == [State.STARTING, State.OK]
        assert bench.collector.tags == []

    play(tmp_path, scene)


@given(cut=st.integers(1, len(tag_frame(TAG)) - 2))
@settings(max_examples=30)
def test_after_half_an_answer_the_request_is_repeated(
    tmp_path_factory: pytest.TempPathFactory, cut: int
) -> None:
    """The chip takes its answer for delivered, and would not repeat it unasked."""

    async def scene(bench: NfcBench) -> None:
        bench.harm = lambda line: line[:cut]
        bench.module.place(TAG)
        bench.harm = bytes
        await bench.settle()
        assert bench.collector.tags == []
        await bench.pass_time(0.2)
        assert bench.collector.tags == [(TAG, True)]

    play(tmp_path_factory.mktemp("line"), scene)


def test_a_request_without_acknowledgement_is_repeated(tmp_path: Path) -> None:
    async def scene(bench: NfcBench) -> None:
        bench.module.place(TAG)
        await bench.pass_time(1)
        bench.module.lift()
        bench.module.deaf = True
        await bench.pass_time(0.2)
        bench.module.deaf = False
        bench.module.place(OTHER)
        await bench.pass_time(0.3)
        assert (OTHER, True) in bench.collector.tags

    play(tmp_path, scene)


def test_a_lift_during_a_ping_is_reported_in_time_too(tmp_path: Path) -> None:
    async def scene(bench: NfcBench) -> None:
        bench.module.place(TAG)
        await bench.pass_time(ROUND - 0.1, step=0.02)
        bench.module.lift()
        await bench.pass_time(SILENCE + 0.1, step=0.02)
        assert bench.collector.tags == [(TAG, True), (TAG, False)]

    play(tmp_path, scene)


def test_a_chip_that_does_not_answer_is_reported_and_pinged_again(tmp_path: Path) -> None:
    async def scene(bench: NfcBench) -> None:
        bench.module.deaf = True
        await bench.pass_time(ROUND + PATIENCE + 1)
        assert bench.collector.states[-1] is State.DEGRADED
        bench.module.deaf = False
        await bench.pass_time(PATIENCE + 1)
        assert bench.collector.states[-2:] == [State.DEGRADED, State.OK]

    play(tmp_path, scene)


def test_a_chip_that_hangs_is_reported_and_its_tag_neither_leaves_nor_comes_twice(
    tmp_path: Path,
) -> None:
    async def scene(bench: NfcBench) -> None:
        bench.module.place(TAG)
        await bench.pass_time(1, step=0.02)
        bench.module.hang()
        await bench.pass_time(HUNG - 0.2, step=0.02)
        assert bench.collector.states[-1:] == [State.OK]
        await bench.pass_time(0.5, step=0.02)
        assert bench.collector.states[-1:] == [State.DEGRADED]
        bench.module.deaf = False
        await bench.pass_time(PATIENCE + 1, step=0.02)
        assert bench.collector.states[-1:] == [State.OK]
        assert bench.collector.tags == [(TAG, True)]

    play(tmp_path, scene)


def test_a_tag_lifted_while_the_chip_hangs_leaves_once_the_chip_is_back(tmp_path: Path) -> None:
    async def scene(bench: NfcBench) -> None:
        bench.module.place(TAG)
        await bench.pass_time(1, step=0.02)
        bench.module.hang()
        bench.module.lift()
        await bench.pass_time(HUNG + 0.5, step=0.02)
        assert bench.collector.tags == [(TAG, True)]
        bench.module.deaf = False
        await bench.pass_time(PATIENCE + 1, step=0.02)
        assert bench.collector.tags == [(TAG, True), (TAG, False)]

    play(tmp_path, scene)


def test_a_short_silence_of_the_chip_is_no_sign_that_the_tag_has_left(tmp_path: Path) -> None:
    async def scene(bench: NfcBench) -> None:
        bench.module.place(TAG)
        await bench.pass_time(1, step=0.02)
        bench.module.deaf = True
        await bench.pass_time(HUNG / 2, step=0.02)
        bench.module.deaf = False
        await bench.pass_time(1, step=0.02)
        assert bench.collector.tags == [(TAG, True)]
        assert bench.collector.states == [State.STARTING, State.OK]

    play(tmp_path, scene)
