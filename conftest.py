"""Settings for all tests."""

import gc
import os
import signal
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory
from types import FrameType

import pytest
from hypothesis import HealthCheck, settings

from companion.i18n import languages
from companion.storage import state_folder
from tests.durations import Durations
from tests.outcomes import Outcomes
from tests.processor_time import Listing

# How long an example takes proves nothing, since the machine may be a Pi, or busy.
ANY_MACHINE = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("suite", ANY_MACHINE, max_examples=25)
settings.register_profile("long", ANY_MACHINE, max_examples=2000)
settings.load_profile("suite")
_HOMES: list["TemporaryDirectory[str]"] = []
"""The folder of what programs keep for whoever runs them."""
_SELDOM = (20_000, 20, 50)
"""How much new there must be before the collector looks for what nobody needs any more."""


def pytest_configure(config: pytest.Config) -> None:
    """Record how long test files take, speak English, and let the collector look seldom."""
    os.environ["LANGUAGE"] = "en"  # whatever the developer's computer speaks
    _HOMES.append(TemporaryDirectory(prefix="companion-home-"))
    for kept in ("XDG_DATA_HOME", "XDG_STATE_HOME"):
        os.environ[kept] = _HOMES[0].name  # whatever the developer has played
    gc.set_threshold(*_SELDOM)
    # A box keeps the catalogues of a language or two, the tests need all of them in turn.
    languages.parsed = lru_cache(maxsize=None)(languages.parsed.__wrapped__)
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _interrupted)
    config.pluginmanager.register(Durations(config))
    if hasattr(config, "workerinput"):
        config.pluginmanager.register(Outcomes())
    else:
        config.pluginmanager.register(Listing())


def _interrupted(number: int, frame: FrameType | None) -> None:
    """End the run as Python itself does.

    `asyncio.run` leaves this handler alone. It would replace Python's own for a while, and to put
    that back it asks whose handler is set now: the question writes out all that the coroutine has
    returned, states of whole games, twice, and nobody reads it.
    """
    signal.default_int_handler(number, frame)


def pytest_runtest_setup() -> None:
    """Let no test find the sheets of a box that another one has run."""
    os.environ.pop(state_folder.SHEETS, None)


def pytest_collection_finish() -> None:
    """Spare the collector what lives to the end, as the daemon does: a tenth of the whole suite."""
    gc.freeze()


@pytest.hookimpl(tryfirst=True)
def pytest_unconfigure() -> None:
    """Look for what tests have forgotten to close once, before pytest and Python look again."""
    while _HOMES:
        _HOMES.pop().cleanup()
    gc.collect()
    gc.freeze()


@pytest.fixture
def on_a_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the doctor see a disk, even if the tests run in memory or on an overlay."""
    mounts = tmp_path / "mountinfo"
    mounts.write_text("22 1 179:2 / / rw - ext4 /dev/root rw\n", encoding="utf-8")
    monkeypatch.setattr("companion.doctor.state.MOUNTS", mounts)
