"""When nothing may sound."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.settings.quiet_hours import QuietHours, minute_of_day

MINUTES = st.integers(0, 1439)


@pytest.mark.parametrize(
    ("minute", "quiet"), [(1319, False), (1320, True), (0, True), (419, True), (420, False)]
)
def test_they_last_over_midnight(minute: int, quiet: bool) -> None:  # noqa: FBT001 - a table
    assert QuietHours(22 * 60, 7 * 60).hold(minute) is quiet


@given(begin=MINUTES, end=MINUTES, minute=MINUTES)
def test_what_is_left_of_the_day_is_the_same_hours_the_other_way_round(
    begin: int, end: int, minute: int
) -> None:
    if begin != end:
        assert QuietHours(begin, end).hold(minute) is not QuietHours(end, begin).hold(minute)


@given(MINUTES)
def test_hours_without_length_never_hold(minute: int) -> None:
    assert not QuietHours(minute, minute).hold(minute)


def test_the_minute_is_that_of_the_boxs_time_zone() -> None:
    evening = time.mktime((2026, 3, 1, 22, 15, 59, 0, 0, -1))
    assert minute_of_day(evening) == 22 * 60 + 15
