"""Tags that lie still never leave: the firmware under MicroPython, on readers of every mood."""

import subprocess

import pytest

from tests.firmware.board import FIRMWARE, MODEL, interpreter

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


@pytest.mark.parametrize("seed", range(3))
def test_no_tag_enters_or_leaves_that_does_not_move(seed: int) -> None:
    """Two and three on a reader, silence, damage, collisions with parity errors, brown-outs."""
    assert news_of(ASKS, seed) == "0; "
