"""What holds for all tests."""

import pytest
from hypothesis import HealthCheck, settings

# How long an example takes depends on the machine, a Pi or a busy one included: it proves nothing.
settings.register_profile(
    "any-machine", deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("any-machine")


@pytest.fixture(autouse=True)
def _in_english(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is said does not depend on who runs the tests."""
    monkeypatch.setenv("LANGUAGE", "en")
