import asyncio
from collections.abc import Awaitable, Callable
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.devices import DeviceStatus, State, TagEvent
from companion.devices.readers.hid import EVENT, HOLD_OFF, PAUSE, HidReader, KeyParser
from companion.emulation.hid import (
    DROPPED,
    KEY,
    KEYS,
    REPORT,
    SHIFT,
    SYN,
    EmulatedHid,
    event,
    key_events,
    typed_events,
)
from companion.emulation.manual_clock import ManualClock
from tests.devices.readers.bench import Bench, perform

TAG, OTHER = "0004837234", "04A1B2C3D4E5F6"
TAGS = st.text("0123456789ABCDEF", min_size=8, max_size=20)
ENTER, KEYPAD_ENTER, KEYPAD_1, Q = 28, 96, 79, 16
RARE = st.integers(0, 0xFFFF)


def feed(line: bytes, cuts: list[int] | None = None) -> list[str]:
    borders = sorted({cut % (len(line) + 1) for cut in cuts or []} | {0, len(line)})
    parser = KeyParser()
    return [tag for start, end in pairwise(borders) for tag in parser.feed(line[start:end])]


def keys(number: str) -> bytes:
    return b"".join(key_events(1, KEYS[digit]) for digit in number)


def test_a_letter_is_typed_while_shift_is_held() -> None:
    line = key_events(1, KEYS["A"], shift=True)
    events = [EVENT.unpack_from(line, start) for start in range(0, len(line), EVENT.size)]
    pressed = [(code, value) for _, _, kind, code, value in events if kind == KEY]
    assert pressed == [(SHIFT, 1), (KEYS["A"], 1), (KEYS["A"], 0), (SHIFT, 0)]


class TestKeyParser:
    def test_the_size_of_an_event_is_the_kernels(self) -> None:
        assert EVENT.size in {16, 24}

    def test_digits_then_enter(self) -> None:
        assert feed(typed_events(TAG, 5.0)) == [TAG]
        assert feed(typed_events(OTHER, 5.0)) == [OTHER]

    def test_small_letters_become_capitals(self) -> None:
        assert feed(keys("DEADBEEF\n")) == ["DEADBEEF"]

    def test_the_keypad_types_digits_too(self) -> None:
        assert feed(key_events(1, KEYPAD_1) * 8 + key_events(1, KEYPAD_ENTER)) == ["11111111"]

    @given(st.lists(TAGS, max_size=5), st.lists(st.integers(0, 5000)))
    def test_events_may_arrive_in_any_pieces(self, tags: list[str], cuts: list[int]) -> None:
        assert feed(b"".join(typed_events(tag, n) for n, tag in enumerate(tags)), cuts) == tags

    @pytest.mark.parametrize(
        "line",
        [
            keys("1234567\n"),
            keys("1" * 21 + "\n"),
            keys("12345678") + key_events(1, Q) + keys("\n"),
            keys("12345678") + key_events(1, KEYS["1"], shift=True) + keys("\n"),
            keys("1234") + key_events(1 + PAUSE + 0.1, KEYS["5"]) + key_events(1.7, ENTER),
            keys("1234") + key_events(0.5, KEYS["5"]) * 4 + key_events(0.5, ENTER),
        ],
        ids=["short", "long", "another key", "a sign", "pause", "clock set back"],
    )
    def test_a_line_that_is_not_a_number_is_counted_and_the_next_is_read(self, line: bytes) -> None:
        parser = KeyParser()
        assert parser.feed(line + typed_events(TAG, 9)) == [TAG]
        assert parser.bad >= 1

    def test_enter_alone_is_ignored(self) -> None:
        parser = KeyParser()
        assert parser.feed(keys("\n\n")) == []
        assert parser.bad == 0

    def test_a_key_that_is_held_counts_once(self) -> None:
        held = event(1, KEY, KEYS["1"], 2) * 9
        assert feed(keys("1234567") + held + keys("8\n")) == ["12345678"]

    def test_keys_that_the_kernel_dropped_spoil_only_their_line(self) -> None:
        lost = event(1, SYN, DROPPED, 0) + keys("5")[: 2 * EVENT.size] + event(1, SYN, REPORT, 0)
        line = keys("12345678") + lost + keys("90\n")
        parser = KeyParser()
        assert parser.feed(line + typed_events(OTHER, 1.1)) == [OTHER]
        assert parser.bad == 1

    def test_a_dropped_enter_costs_at_most_one_burst_of_keys(self) -> None:
        """The number before it cannot then be told from the next."""
        parser = KeyParser()
        line = keys("12345678") + event(1, SYN, DROPPED, 0) + event(1, SYN, REPORT, 0)
        assert parser.feed(line + typed_events(OTHER, 1.1) + typed_events(TAG, 1.2)) == [TAG]
        parser = KeyParser()
        assert parser.feed(line + typed_events(OTHER, 1.1 + PAUSE)) == [OTHER]

    def test_a_shift_released_while_keys_were_dropped_does_not_stick(self) -> None:
        lost = event(1, SYN, DROPPED, 0) + event(1, SYN, REPORT, 0)
        assert feed(event(1, KEY, SHIFT, 1) + lost + keys("\n") + typed_events(TAG, 2)) == [TAG]

    @given(st.binary())
    def test_no_bytes_do_any_harm(self, noise: bytes) -> None:
        feed(noise)

    @given(st.lists(st.tuples(st.integers(0, 20), RARE, RARE, st.integers(0, 2))))
    def test_no_events_do_any_harm_and_the_next_number_is_read(
        self, events: list[tuple[int, int, int, int]]
    ) -> None:
        noise = b"".join(event(*fields) for fields in events)
        calm = event(30, SYN, REPORT, 0) + event(30, KEY, SHIFT, 0) + event(30, KEY, 54, 0)
        for tag in (tags := feed(noise + calm + typed_events(TAG, 31))):
            assert 8 <= len(tag) <= 20
        assert tags[-1] == TAG


HidBench = Bench[HidReader, EmulatedHid]


def play(folder: Path, scene: Callable[[HidBench], Awaitable[object]]) -> None:
    def made() -> HidBench:
        clock, loop = ManualClock(), asyncio.get_running_loop()
        module = EmulatedHid(folder / "keys", clock)
        return Bench(module, HidReader("tray", str(module.port), clock, loop), clock)

    perform(made, scene)


def test_a_swipe_is_reported_with_reader_and_zone(tmp_path: Path) -> None:
    async def scene(bench: HidBench) -> None:
        assert not bench.reader.presence
        bench.module.place(TAG)
        await bench.settle()
        assert bench.collector.reports == [
            DeviceStatus("tray", State.OK, str(bench.module.port)),
            TagEvent("tray", "tray", TAG, present=True),
        ]

    play(tmp_path, scene)


def test_the_same_number_right_after_is_the_same_swipe(tmp_path: Path) -> None:
    async def scene(bench: HidBench) -> None:
        for _ in range(3):
            bench.module.place(TAG)
            await bench.pass_time(HOLD_OFF - 0.1)
        await bench.pass_time(HOLD_OFF)
        bench.module.place(TAG)
        await bench.settle()
        assert bench.collector.tags == [(TAG, True)] * 2

    play(tmp_path, scene)


def test_a_line_that_is_not_a_number_is_a_bad_frame(tmp_path: Path) -> None:
    async def scene(bench: HidBench) -> None:
        await bench.send(keys("123\n"))
        assert bench.collector.tags == []
        assert bench.reader.bad_frames == 1

    play(tmp_path, scene)
