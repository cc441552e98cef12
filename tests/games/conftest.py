"""Marks slow tests of the conformance kit, and plays the games that all its tests look at."""

from pathlib import Path
from typing import Final

import pytest

from companion.engine.conformance import GameConformance

COSTLY: Final = frozenset(
    {
        "test_a_guess_allows_the_same_actions",
        "test_a_guess_fits_what_the_seat_sees",
        "test_a_guess_knows_no_secret",
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


@pytest.fixture(autouse=True, scope="class")
def _plays(request: pytest.FixtureRequest) -> None:
    """Play the games, of which the class keeps all positions: no single test takes that time."""
    if isinstance(request.cls, type) and issubclass(request.cls, GameConformance):
        request.cls.known()
        request.cls.refusals()
