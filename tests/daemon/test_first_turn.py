"""From power-on to the first turn: on a new box, and as last time; `make bench` has all games."""

import asyncio
from pathlib import Path

import pytest

from tests.daemon.first_turn import as_last_time, first_time


@pytest.mark.slow
def test_a_new_box_leads_to_the_first_turn_with_few_presses(tmp_path: Path) -> None:
    budget = asyncio.run(first_time(tmp_path, "inner-compass", 3, named=False))
    assert budget.presses <= 40
    assert budget.seconds <= 150


@pytest.mark.slow
def test_three_strangers_enter_their_names_within_the_time(tmp_path: Path) -> None:
    assert asyncio.run(first_time(tmp_path, "inner-compass", 3, named=True)).seconds <= 150


@pytest.mark.slow
def test_as_last_time_is_two_presses_and_one_for_the_draw(tmp_path: Path) -> None:
    """The draw is verifiable: the box commits itself to a secret before somebody presses a key."""
    budget = asyncio.run(as_last_time(tmp_path, "inner-compass", 3))
    assert budget.presses <= 2 + 1
    assert budget.seconds <= 15
