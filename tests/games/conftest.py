"""Marks tests of the conformance kit that play many games to compare them: they are slow."""

from pathlib import Path
from typing import Final

import pytest

COSTLY: Final = frozenset(
    {
        "test_a_guess_allows_the_same_actions",
        "test_a_guess_fits_what_the_seat_sees",
        "test_displays_show_no_secret",
        "test_invariants_hold",
        "test_play_is_repeatable",
        "test_undo_leads_back",
        "test_who_is_next_depends_on_no_secret",
    }
)
"""Where each game inherits its tests, a mark cannot be written beside them."""


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = Path(__file__).parent
    for item in items:
        is_conformance = item.path.name == "test_conformance.py" and here in item.path.parents
        if is_conformance and getattr(item, "originalname", "") in COSTLY:
            item.add_marker(pytest.mark.slow)
