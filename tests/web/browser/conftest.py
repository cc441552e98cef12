"""The system's Chromium, one for all tests of a process."""

import shutil
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.web.browser.box import close_all

NAMES = (
    "chromium-headless-shell",  # draws no windows: a third faster
    "chromium",
    "chromium-browser",
    "google-chrome-stable",
    "google-chrome",
)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Start Chromium, or fail and say how to get it.

    For one module at a time: while Playwright runs, its event loop does, and no other can.
    """
    path = next(filter(None, map(shutil.which, NAMES)), None)
    if path is None:
        pytest.fail(
            "There is no Chromium to test the pages with: sudo apt install chromium-headless-shell"
        )
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield started
        started.close()


@pytest.fixture(autouse=True)
def _no_page_stays(browser: Browser) -> Iterator[None]:
    """What one test has opened costs the next one nothing."""
    yield
    close_all(browser)
