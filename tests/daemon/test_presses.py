"""What a turn costs a thumb, on pins and tags: a short form of ``labs/bench/test_presses.py``.

Only rows of the table that hold are here; the bench prints them all, and fails where one does not.
"""

import asyncio
from pathlib import Path
from statistics import median

import pytest

from tests.daemon.presses import CASES, Case, counted
from tests.daemon.sensible import KnobHand
from tests.matrix import covering

HOLDS = (
    *(case.name for case in CASES if case.name.endswith(", table")),
    "Sheet, points of four after a round",
    "Inner Compass, track",
    "Inner Compass, scoring",
    "Inner Compass, full",
    "Essence, round of four, on the box",
)
TURNS = 5
BOTH = [(case, tags) for case in CASES if case.name in HOLDS for tags in (True, False)]
CELLS = covering(BOTH, lambda cell: (cell[0].name, cell[1]))


@pytest.mark.slow
@pytest.mark.matrix
@pytest.mark.parametrize(
    ("case", "tags"), CELLS, ids=[f"{case}-{'tags' if tags else 'keys'}" for case, tags in CELLS]
)
def test_a_turn_takes_no_more_presses_than_the_table_says(
    case: Case,
    tags: bool,  # noqa: FBT001 - a parameter of the test
    tmp_path: Path,
) -> None:
    thumb = asyncio.run(counted(case, tmp_path, tags=tags, turns=TURNS))
    assert len(thumb.counted) == TURNS
    assert median(thumb.counted) <= (case.tags if tags else case.keys)


@pytest.mark.slow
def test_points_of_four_by_knob_take_no_more_inputs_than_the_table_says(tmp_path: Path) -> None:
    case = next(case for case in CASES if case.knob is not None)
    hand = asyncio.run(counted(case, tmp_path, tags=False, turns=TURNS, by=KnobHand))
    assert len(hand.counted) == TURNS
    assert case.knob is not None
    assert median(hand.counted) <= case.knob


@pytest.mark.slow
@pytest.mark.parametrize("tags", [True, False], ids=["tags", "keys"])
def test_a_memory_at_track_level_takes_its_token_or_emotion_and_done(
    tags: bool,  # noqa: FBT001 - a parameter of the test
    tmp_path: Path,
) -> None:
    case = next(case for case in CASES if case.name == "Inner Compass, track")
    thumb = asyncio.run(counted(case, tmp_path, tags=tags, turns=15))
    made = [thumb.counted[turn] for turn in thumb.memories]
    assert case.memory is not None
    assert made
    assert median(made) <= case.memory[0 if tags else 1]
