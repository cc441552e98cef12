"""Tags that lie still never leave: the firmware under MicroPython, on readers of every mood."""

import subprocess
from typing import Final

import pytest

from tests.firmware.board import FIRMWARE, MODEL, interpreter
from tests.matrix import WHOLE

ASKS = 400


def news_of(asks: int, seed: int) -> str:
    """Return how many news were wrong, and in which way; see `model/table.py`."""
    run = subprocess.run(
        [interpreter(), str(MODEL / "table.py"), str(asks), str(seed)],
        env={"MICROPYPATH": f"{FIRMWARE}:{MODEL}"},
        capture_output=True,
        text=True,
        check=True,
    )
    made, _, wrong = run.stdout.partition("; ")
    assert int(made) >= asks
    return wrong


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_no_tag_enters_or_leaves_that_does_not_move(seed: int) -> None:
    """Two and three on a reader, silence, damage, collisions with parity errors, brown-outs."""
    assert news_of(ASKS, seed) == "0; "


MOST_LEAVING: Final = 500
"""Milliseconds after which 99 of 100 tags that are lifted have left; issue 43 sets it."""


def weak_tags(*words: object) -> tuple[int, int]:
    """Return the two numbers that `model/weak_tags.py` prints."""
    run = subprocess.run(
        [interpreter(), str(MODEL / "weak_tags.py"), *map(str, words)],
        env={"MICROPYPATH": f"{FIRMWARE}:{MODEL}"},
        capture_output=True,
        text=True,
        check=True,
    )
    first, second = run.stdout.split()
    return int(first), int(second)


@pytest.mark.slow
@pytest.mark.matrix
@pytest.mark.parametrize("readers", [6, 16])
@pytest.mark.parametrize("percent", [10, 33, 50])
def test_a_weak_tag_that_lies_still_never_leaves(readers: int, percent: int) -> None:
    """An hour of emulated time in `make matrices`, five minutes here."""
    seconds = 3600 if WHOLE else 300
    asks, left = weak_tags("lying", readers, percent, seconds, 1)
    assert asks > 5 * seconds
    assert left == 0


@pytest.mark.slow
@pytest.mark.parametrize("readers", [6, 16])
@pytest.mark.parametrize("percent", [0, 10, 33, 50])
def test_a_tag_that_is_lifted_leaves_soon(readers: int, percent: int) -> None:
    _, slowest = weak_tags("lifted", readers, percent, 200, 1)
    assert slowest <= MOST_LEAVING
