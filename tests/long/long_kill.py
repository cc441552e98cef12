"""A thousand SIGKILLs at random moments, and the time the games take to go on after them."""

from pathlib import Path

import pytest

from tests.crash import test_kill as crash

nursery = crash.nursery


@pytest.mark.parametrize("seed", range(101, 105))
def test_a_thousand_kills_lose_nothing(nursery: crash.Nursery, tmp_path: Path, seed: int) -> None:
    crash.assert_nothing_is_lost(nursery, tmp_path, seed, kills=250)
