"""A Chromium, one for all tests of a process."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, sync_playwright

from tools.programs import CHROMIUM, NODE


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Start Chromium, or fail and say how to get it.

    For one module at a time: while Playwright runs, its event loop does, and no other can.
    """
    path, node = CHROMIUM.find(), NODE.find()
    if path is None or node is None:
        pytest.fail("There is no Chromium that works: run .venv/bin/python -m tools.programs")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PLAYWRIGHT_NODEJS_PATH", node)
        with sync_playwright() as playwright:
            started = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
            yield started
            started.close()
