"""A tag that is left for an hour enters once, and leaves when it is lifted."""

from pathlib import Path

import pytest

from tests.devices.readers.kinds import KINDS
from tests.devices.readers.scenes import lie_still

HOUR = 3600


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_an_hour_on_a_reader(tmp_path: Path, kind: str) -> None:
    lie_still(tmp_path, KINDS[kind], HOUR)
