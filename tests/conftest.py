"""What holds for all tests."""

import pytest
from hypothesis import HealthCheck, settings

# How long an example takes depends on the machine, a Pi or a busy one included: it proves nothing.
ANY_MACHINE = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("suite", ANY_MACHINE, max_examples=40)
settings.register_profile("long", ANY_MACHINE, max_examples=2000)
settings.load_profile("suite")


@pytest.fixture(autouse=True)
def _in_english(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is said does not depend on who runs the tests."""
    monkeypatch.setenv("LANGUAGE", "en")
