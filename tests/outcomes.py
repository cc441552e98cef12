"""What a worker tells of a test: how it went, once, instead of each step on the way."""

from collections.abc import Generator

import pytest
from _pytest.runner import runtestprotocol

from tests import processor_time


class Outcomes:
    """Halves the messages about a test that passes: to send and read them took longer than many do.

    A fixture's time counts as the test's, its processor time only if no other test shares the
    fixture; whatever fails or is skipped is told as ever.
    """

    def __init__(self) -> None:
        self.shared = 0.0
        self.sharing = False

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item, nextitem: pytest.Item | None) -> bool:
        begun, self.shared = processor_time.seconds(), 0.0
        reports = runtestprotocol(item, log=False, nextitem=nextitem)
        taken = processor_time.seconds() - begun - self.shared
        called = next((report for report in reports if report.when == "call"), None)
        for report in reports:
            if report is called:
                report.duration = sum(each.duration for each in reports)
                report.user_properties.append((processor_time.PROPERTY, round(taken, 3)))
            if report is called or not report.passed:
                item.ihook.pytest_runtest_logreport(report=report)
        item.ihook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)
        return True

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_fixture_setup(
        self, fixturedef: pytest.FixtureDef[object]
    ) -> Generator[None, object, object]:
        if fixturedef.scope == "function" or self.sharing:
            return (yield)
        begun, self.sharing = processor_time.seconds(), True
        try:
            return (yield)
        finally:
            self.sharing = False
            self.shared += processor_time.seconds() - begun
