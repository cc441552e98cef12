"""Long runs of readers: ten thousand events on a bad line, and a tag that lies for an hour."""

from pathlib import Path

import pytest

from tests.devices.readers.kinds import KINDS
from tests.devices.readers.scenes import lie_still, on_a_bad_line

HOUR = 3600
EVENTS = 10_000


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_an_hour_on_a_reader(tmp_path: Path, kind: str) -> None:
    lie_still(tmp_path, KINDS[kind], HOUR)


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_every_intact_event_on_a_bad_line_is_reported(tmp_path: Path, kind: str) -> None:
    readings = on_a_bad_line(tmp_path, KINDS[kind], EVENTS)
    assert readings.phantoms == readings.twice == readings.lost == 0
    assert readings.frames > 4_000
    assert readings.harmed > 60
