"""Quiet hours, in which nothing may sound."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.settings.quiet_hours import QuietHours, minute_of_day

MINUTES = st.integers(0, 1439)


@pytest.mark.parametrize(
    ("minute", "quiet"), [(1319, False), (1320, True), (0, True), (419, True), (420, False)]
)
def test_they_may_span_midnight(minute: int, quiet: bool) -> None:  # noqa: FBT001 - a table
    assert QuietHours(22 * 60, 7 * 60).hold(minute) is quiet


@given(begin=MINUTES, end=MINUTES, minute=MINUTES)
def test_swapping_start_and_end_gives_the_rest_of_the_day(
    begin: int, end: int, minute: int
) -> None:
    if begin != end:
        assert QuietHours(begin, end).hold(minute) is not QuietHours(end, begin).hold(minute)


@given(MINUTES)
def test_equal_start_and_end_mean_never(minute: int) -> None:
    assert not QuietHours(minute, minute).hold(minute)


def test_they_are_in_the_time_zone_of_the_box() -> None:
    evening = time.mktime((2026, 3, 1, 22, 15, 59, 0, 0, -1))
    assert minute_of_day(evening) == 22 * 60 + 15
