"""One Chromium for all tests of pages that follow one another."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.web.browser.box import close_all
from tools.programs import CHROMIUM, NODE

FLAGS: Final = (
    "--no-sandbox",
    # One process draws, and one shows all pages: a tenth of the processor time.
    "--in-process-gpu",
    "--process-per-site",
    "--renderer-process-limit=1",
)
RUNNING = pytest.StashKey[tuple[Browser, ExitStack]]()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Start with the files that have slow tests: begun last, one would run on alone."""
    here = [item for item in items if Path(__file__).parent in item.path.parents]
    slow = {item.path for item in here if item.get_closest_marker("slow")}
    here.sort(key=lambda item: item.path not in slow)
    items[:] = [item for item in items if item not in here] + here


@pytest.fixture(scope="module")
def browser(request: pytest.FixtureRequest) -> Browser:
    """Return the Chromium; start it if it is not running, or fail and say how to get one."""
    stash = request.config.stash
    if RUNNING not in stash:
        stash[RUNNING] = start()
    return stash[RUNNING][0]


def start() -> tuple[Browser, ExitStack]:
    """Start a Chromium; return it with the stack that closes it."""
    path, node = CHROMIUM.find(), NODE.find()
    if path is None or node is None:
        pytest.fail("There is no Chromium that works: run .venv/bin/python -m tools.programs")
    with pytest.MonkeyPatch.context() as patch, ExitStack() as stack:
        patch.setenv("PLAYWRIGHT_NODEJS_PATH", node)
        playwright = stack.enter_context(sync_playwright())
        started = playwright.chromium.launch(executable_path=path, args=FLAGS)
        stack.callback(started.close)
        return started, stack.pop_all()


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> None:
    """Close Chromium after the last test of pages: Playwright allows no other event loop."""
    stash = item.config.stash
    over = nextitem is None or Path(__file__).parent not in nextitem.path.parents
    if over and RUNNING in stash:
        stash[RUNNING][1].close()
        del stash[RUNNING]


@pytest.fixture(autouse=True)
def _no_page_stays(browser: Browser) -> Iterator[None]:
    """Close the pages of one test before the next one runs, but not those of a whole file."""
    shared = browser.contexts
    yield
    close_all(browser, but=shared)
