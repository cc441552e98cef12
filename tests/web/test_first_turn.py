"""From power-on to the first turn by phone: within 90 seconds, without a key of the box."""

import asyncio
from pathlib import Path

import pytest

from tests.web.first_turn import first_time_by_phone


@pytest.mark.slow
def test_three_phones_lead_to_the_first_turn_without_a_key_of_the_box(tmp_path: Path) -> None:
    budget = asyncio.run(first_time_by_phone(tmp_path, "inner-compass", 3))
    assert budget.seconds <= 90
