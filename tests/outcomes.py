"""What a worker tells of a test: how it went, once, instead of each step on the way."""

import pytest
from _pytest.runner import runtestprotocol


class Outcomes:
    """Halves the messages about a test that passes: to send and read them took longer than many do.

    A fixture's time counts as the test's; whatever fails or is skipped is told as ever.
    """

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item, nextitem: pytest.Item | None) -> bool:
        reports = runtestprotocol(item, log=False, nextitem=nextitem)
        called = next((report for report in reports if report.when == "call"), None)
        for report in reports:
            if report is called:
                report.duration = sum(each.duration for each in reports)
            if report is called or not report.passed:
                item.ihook.pytest_runtest_logreport(report=report)
        item.ihook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)
        return True
