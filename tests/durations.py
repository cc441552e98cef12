"""Records in pytest's cache how long each test file takes, for `make quick`: without slow tests."""

from collections import defaultdict

import pytest

from tests.processor_time import MARK

KEY = "durations/files"
WHOLE = ("", f"not {MARK}")
"""The choices of marks that take all the tests of a file that count."""


class Durations:
    """Adds up the durations of tests; workers send theirs to the process that started them."""

    def __init__(self, config: pytest.Config) -> None:
        self.config = config
        self.seconds: dict[str, float] = defaultdict(float)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if MARK not in report.keywords:
            self.seconds[report.nodeid.partition("::")[0]] += report.duration

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        option = self.config.option
        part = any(
            (
                option.keyword,
                option.markexpr not in WHOLE,
                *("::" in argument for argument in self.config.args),
            )
        )
        cache: pytest.Cache | None = getattr(self.config, "cache", None)
        if cache is None or part or session.testsfailed or hasattr(self.config, "workerinput"):
            return
        known = cache.get(KEY, {})
        new = {path: round(seconds, 3) for path, seconds in self.seconds.items()}
        cache.set(KEY, {**known, **new})
