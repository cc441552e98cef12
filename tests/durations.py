"""Notes in pytest's cache how long each file of tests takes, for `make quick`."""

from collections import defaultdict

import pytest

KEY = "durations/files"


class Durations:
    """Adds up reports; workers send theirs to the process that started them."""

    def __init__(self, config: pytest.Config) -> None:
        self.config = config
        self.took: dict[str, float] = defaultdict(float)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.took[report.nodeid.partition("::")[0]] += report.duration

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        option = self.config.option
        part = any((option.keyword, option.markexpr, *("::" in each for each in self.config.args)))
        cache: pytest.Cache | None = getattr(self.config, "cache", None)
        if cache is None or part or session.testsfailed or hasattr(self.config, "workerinput"):
            return
        known = cache.get(KEY, {})
        new = {path: round(seconds, 3) for path, seconds in self.took.items()}
        cache.set(KEY, {**known, **new})
