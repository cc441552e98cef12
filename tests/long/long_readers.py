"""A tag that is left for an hour enters once, and leaves when it is lifted."""

from pathlib import Path

from tests.devices.readers.test_pn532 import lie_still

HOUR = 3600


def test_an_hour_on_a_reader_that_is_asked_all_the_time(tmp_path: Path) -> None:
    lie_still(tmp_path, HOUR)
