"""A whole game of Inner Compass for two on pages, from the first piece to the last point."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.web.browser import plan
from tests.web.browser.box import running
from tests.web.browser.conftest import start
from tests.web.browser.test_whole_game import GAME, SEED, play_on_phones


@pytest.fixture
def browser() -> Iterator[Browser]:
    started, stack = start()
    with stack:
        yield started


def test_two_people_play_a_whole_game(browser: Browser) -> None:
    with running(GAME, 2, SEED) as box:
        box.lay_out()
        play_on_phones(box, browser, list(plan.steps(GAME, 2, SEED, plan.brisk)))
