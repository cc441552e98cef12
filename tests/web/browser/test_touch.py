"""A whole game on small phones, by touching boards and what is drawn in the hand."""

import pytest
from playwright.sync_api import Browser

from tests.web.browser import plan
from tests.web.browser.box import running
from tests.web.browser.by_touch import assert_over, play_by_touch

GAME, PLAYERS, SEED = "compass-points", 4, 1
"""A game that a goal ends early; `make long` plays all five games."""


@pytest.mark.slow
def test_a_whole_game_is_played_by_touch(browser: Browser) -> None:
    with running(GAME, PLAYERS, SEED) as box:
        steps = plan.steps(GAME, PLAYERS, SEED, plan.at_random(SEED))
        for phone in play_by_touch(box, browser, steps):
            assert_over(phone)
