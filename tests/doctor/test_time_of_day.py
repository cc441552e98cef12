"""The doctor shows the system's time, which may be wrong: a Pi has no real-time clock."""

from datetime import UTC, datetime

import pytest

from companion.doctor.time_of_day import finding


@pytest.mark.parametrize(
    ("year", "unsure", "sound", "words"),
    [
        (2027, False, True, "2027-01-02 03:04"),
        (2027, True, True, "may be dated wrong"),
        (1970, False, False, "impossible"),
        (1970, True, False, "impossible"),
    ],
)
def test_an_impossible_or_uncertain_time_is_reported(
    year: int, *, unsure: bool, sound: bool, words: str
) -> None:
    verdict = finding(datetime(year, 1, 2, 3, 4, tzinfo=UTC), unsure=unsure)
    assert verdict.sound == sound
    assert words in verdict.words
