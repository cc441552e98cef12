"""Lists tests that take long and lack the mark `slow`, without which they run in `make test`.

What counts is processor time, which depends little on what else the computer does: `.ci/run` fails
if a test is listed. Tests of pages are not, since one browser serves many of them.
"""

import resource
import time
from typing import Final

import pytest

LIMIT: Final = 4.0
"""Seconds: far more than a test is marked for, since the first of several pays for what all keep.

A slow computer that does other things takes twice as long.
"""
MARK: Final = "slow"
BROWSER: Final = "tests/web/browser/"
PROPERTY: Final = "processor time"
"""Where a report keeps the seconds that a test has taken."""


def seconds() -> float:
    """Return the processor time of this process and of all programs it has waited for."""
    programs = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + programs.ru_utime + programs.ru_stime


class Listing:
    """Adds up what the tests have taken and lists those that should be marked."""

    def __init__(self, limit: float = LIMIT) -> None:
        self.limit = limit
        self.total = 0.0
        self.unmarked: list[tuple[float, str]] = []

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        taken = sum(float(str(value)) for name, value in report.user_properties if name == PROPERTY)
        self.total += taken
        is_judged = MARK not in report.keywords and not report.nodeid.startswith(BROWSER)
        if taken > self.limit and is_judged:
            self.unmarked.append((taken, report.nodeid))

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        for line in self.lines():
            terminalreporter.write_line(line)

    def lines(self) -> list[str]:
        """Return a line for each test without the mark, the costliest first, and one for all."""
        listed = [
            f"NOT MARKED {MARK}: {taken:.1f} s of processor time, {name}"
            for taken, name in sorted(self.unmarked, reverse=True)
        ]
        return [*listed, f"{self.total:.0f} s of processor time in tests"] if self.total else listed
