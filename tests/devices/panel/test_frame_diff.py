import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from companion.devices.panel.frame_diff import (
    Window,
    pack,
    runs,
    windows,
)

WIDTH, PAGES = 128, 8


def paint(strokes: list[tuple[int, int, int]]) -> bytes:
    frame = bytearray(WIDTH * PAGES)
    for start, length, value in strokes:
        stretch = frame[start : start + length]
        frame[start : start + length] = bytes([value]) * len(stretch)
    return bytes(frame)


FRAMES = st.lists(
    st.tuples(st.integers(0, WIDTH * PAGES - 1), st.integers(1, 60), st.integers(0, 255)),
    max_size=12,
).map(paint)


def redraw(old: bytes, new: bytes, dirty: list[Window]) -> bytes:
    frame = bytearray(old)
    for window in dirty:
        pixels = window.cut(new, WIDTH)
        assert len(pixels) == window.area
        for row, page in enumerate(range(window.top, window.bottom)):
            start = page * WIDTH + window.left
            length = window.right - window.left
            frame[start : start + length] = pixels[row * length : (row + 1) * length]
    return bytes(frame)


def cost(dirty: list[Window], overhead: int) -> int:
    return sum(overhead + window.area for window in dirty)


@pytest.mark.parametrize(("x", "y"), [(0, 0), (5, 9), (127, 63)])
def test_a_pixel_is_a_bit_of_its_page_and_column(x: int, y: int) -> None:
    image = Image.new("1", (WIDTH, 64))
    image.putpixel((x, y), 1)
    frame = pack(image)
    assert len(frame) == 1024
    assert frame[y // 8 * WIDTH + x] == 1 << y % 8
    assert sum(map(bool, frame)) == 1


def test_a_low_panel_has_four_pages() -> None:
    assert pack(Image.new("1", (WIDTH, 32), 1)) == b"\xff" * 512


def test_equal_frames_have_no_windows() -> None:
    frame = paint([(3, 40, 7)])
    assert windows(frame, frame, WIDTH, 10) == []
    assert list(runs(frame, frame, WIDTH, 7)) == []


def test_changes_above_one_another_share_a_window() -> None:
    new = paint([(20, 12, 255), (WIDTH + 20, 12, 255)])
    assert windows(bytes(1024), new, WIDTH, 10) == [Window(0, 2, 20, 32)]


def test_runs_join_upwards_even_if_another_is_far_away() -> None:
    new = paint([(0, 40, 255), (WIDTH, 40, 255), (7 * WIDTH + 127, 1, 255)])
    assert windows(bytes(1024), new, WIDTH, 10) == [Window(0, 2, 0, 40), Window(7, 8, 127, 128)]


def test_changes_far_apart_have_separate_windows() -> None:
    new = paint([(0, 4, 255), (7 * WIDTH + 120, 4, 255)])
    assert windows(bytes(1024), new, WIDTH, 10) == [Window(0, 1, 0, 4), Window(7, 8, 120, 124)]


@pytest.mark.parametrize(("gap", "count"), [(7, 1), (8, 2)])
def test_a_gap_that_is_cheaper_than_a_window_is_sent_along(gap: int, count: int) -> None:
    new = paint([(10, 3, 255), (13 + gap, 3, 255)])
    assert len(list(runs(bytes(1024), new, WIDTH, 7))) == count


@pytest.mark.slow
@given(FRAMES, FRAMES)
def test_windows_turn_one_frame_into_the_other(old: bytes, new: bytes) -> None:
    for overhead in (7, 10):
        assert redraw(old, new, windows(old, new, WIDTH, overhead)) == new
        assert redraw(old, new, list(runs(old, new, WIDTH, overhead))) == new


@given(FRAMES, FRAMES)
def test_windows_cost_no_more_than_the_whole_frame_or_than_runs(old: bytes, new: bytes) -> None:
    bytes_sent = cost(windows(old, new, WIDTH, 10), 10)
    assert bytes_sent <= 10 + len(new)
    assert bytes_sent <= cost(list(runs(old, new, WIDTH, 10)), 10)
    assert cost(list(runs(old, new, WIDTH, 7)), 7) <= PAGES * (7 + WIDTH)
