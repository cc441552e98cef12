"""A pytest plugin that records which test runs which lines, and how long each test takes.

    pytest -p labs.mutants.recorder

Each process writes `build/mutants/recorded-PID.json`: tests with seconds, and for each file of the
program the tests that ran each line. Lines that run while modules are imported belong to no test.
"""

import json
import os
from collections import defaultdict
from collections.abc import Generator
from pathlib import Path
from typing import Final

import pytest
from coverage import Coverage

ROOT: Final = Path(__file__).parents[2]
FOLDER: Final = ROOT / "build" / "mutants"


class Recorder:
    """Tells coverage which test is running."""

    def __init__(self) -> None:
        self.coverage = Coverage(data_file=None, source=["companion"], branch=False)
        self.seconds: dict[str, float] = {}

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        """Attribute the lines that a test runs to its name."""
        self.coverage.switch_context(item.nodeid)
        try:
            return (yield)
        finally:
            self.coverage.switch_context("")

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Add up the seconds of setup, call and teardown."""
        before = self.seconds.get(report.nodeid, 0.0)
        self.seconds[report.nodeid] = before + report.duration

    def pytest_sessionfinish(self) -> None:
        """Write the recording of this process."""
        self.coverage.stop()
        data = self.coverage.get_data()
        tests = sorted(self.seconds)
        number = {test: i for i, test in enumerate(tests)}
        lines: dict[str, dict[int, list[int]]] = {}
        for file in data.measured_files():
            tests_by_line: dict[int, list[int]] = defaultdict(list)
            for line, contexts in data.contexts_by_lineno(file).items():
                tests_by_line[line] = sorted(number[test] for test in contexts if test in number)
            lines[str(Path(file).relative_to(ROOT))] = tests_by_line
        FOLDER.mkdir(parents=True, exist_ok=True)
        recorded = {"tests": [(test, round(self.seconds[test], 4)) for test in tests]}
        path = FOLDER / f"recorded-{os.getpid()}.json"
        path.write_text(json.dumps({**recorded, "lines": lines}), encoding="utf-8")


def pytest_configure(config: pytest.Config) -> None:
    """Record in this process, unless it only starts workers."""
    if hasattr(config, "workerinput") or not config.getoption("numprocesses", None):
        recorder = Recorder()
        recorder.coverage.start()
        config.pluginmanager.register(recorder)
