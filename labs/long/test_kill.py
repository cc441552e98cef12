"""SIGKILLs at random moments: a thousand in play, five hundred on whole evenings."""

from pathlib import Path

import pytest

from tests.storage.crash import test_evening as evenings
from tests.storage.crash import test_kill as crash

nursery = crash.nursery
boxes = evenings.boxes


@pytest.mark.parametrize("seed", range(101, 105))
def test_a_thousand_kills_lose_nothing(nursery: crash.Nursery, tmp_path: Path, seed: int) -> None:
    crash.assert_nothing_is_lost(nursery, tmp_path, seed, kills=250)


@pytest.mark.parametrize("seed", range(101, 105))
def test_five_hundred_kills_on_evenings_lose_nothing(
    boxes: evenings.Boxes, tmp_path: Path, seed: int
) -> None:
    """Play, log edits, leaving, going back, ends, rematches, backups and restores are all met."""
    reports, acts = evenings.assert_nothing_is_lost(boxes, tmp_path, seed, kills=125)
    print(f"seed {seed}: 125 kills, {reports} reports; killed during {dict(acts)}")
    assert acts.keys() >= {"step", "edit", "leave", "rematch", "end", "backup", "restore"}
