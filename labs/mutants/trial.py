"""Try one mutant against the tests that run its lines, in a forked process."""

import json
import os
import signal
import sys
import time
from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType
from typing import Final

import pytest

from labs.mutants.imported import VARIABLE, install

PATIENCE: Final = 30.0
"""Seconds that any test may take, beside many times what it took when it was recorded."""
MANY: Final = 30
BROKEN: Final = 99
PRELOADED: Final = ("-W", "ignore::pytest.PytestAssertRewriteWarning")
"""What was imported before the fork is not rewritten."""


@dataclass(eq=False)
class Chosen:
    """A pytest plugin that runs chosen tests, in order, until their time is up."""

    seconds: Mapping[str, float]
    """How long each test took when it was recorded."""
    order: Mapping[str, int]
    """The position of each test to run; if empty, all collected tests run."""
    budget: float
    """Seconds of processor time; 0 means no limit."""
    killer: str = ""
    ran: int = 0
    finished: bool = True
    _began: float = field(default_factory=time.process_time)

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Keep the chosen tests, in their order, or else put the fastest first."""
        if self.order:
            items[:] = [item for item in items if item.nodeid in self.order]
            items.sort(key=lambda item: self.order[item.nodeid])
        else:
            items.sort(key=lambda item: self.seconds.get(item.nodeid, 1.0))

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        """Stop a test that takes far too long, and the session when its time is up."""
        limit = PATIENCE + MANY * self.seconds.get(item.nodeid, 1.0)
        signal.signal(signal.SIGALRM, _stop)
        signal.alarm(round(limit))
        try:
            return (yield)
        finally:
            signal.alarm(0)
            self.ran += 1
            if self.budget and time.process_time() - self._began > self.budget:
                self.finished = False
                item.session.shouldstop = "its time is up"

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Record which test found the mistake."""
        if report.failed and not self.killer:
            self.killer = report.nodeid


def _stop(_number: int, _frame: FrameType | None) -> None:
    raise TimeoutError("the test runs for ever")


def start(file: Path, source: Path, tests: Sequence[str], chosen: Chosen, verdict: Path) -> int:
    """Fork a process that tries a mutant and writes a verdict; return its process id."""
    pid = os.fork()
    if pid:
        return pid
    os.setsid()
    with verdict.with_suffix(".log").open("wb") as stream:
        os.dup2(stream.fileno(), 1)
        os.dup2(stream.fileno(), 2)
    os.environ[VARIABLE] = json.dumps({"file": str(file), "source": str(source)})
    install()
    options = ("-x", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", "--tb=short", *PRELOADED)
    try:
        code = int(pytest.main([*options, *tests], plugins=[chosen]))
    except BaseException as error:  # noqa: BLE001 - somebody must look at any other error
        print(repr(error))
        code = BROKEN
    if code in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
        status = "survived"
    elif code == pytest.ExitCode.TESTS_FAILED or chosen.killer:
        status = "killed"
    elif code == pytest.ExitCode.INTERRUPTED:  # an error at import, or the time was up
        status = "killed" if chosen.finished else "unfinished"
    else:
        status = "broken"
    result = {"status": status, "killer": chosen.killer or f"exit {code}", "ran": chosen.ran}
    verdict.write_text(json.dumps(result), encoding="utf-8")
    sys.stdout.flush()
    os._exit(0)
