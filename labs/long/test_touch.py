"""Whole games of all kinds on phones of 360x640, by touch alone."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.web.browser import plan
from tests.web.browser.box import close_all, running
from tests.web.browser.by_touch import assert_over, play_by_touch
from tests.web.browser.conftest import start

GAMES = {
    "inner-compass": (2, 14),
    "essence": (3, 7),
    "compass-jewels": (2, 4),
    "compass-points": (4, 7),
    "gilded-compass": (2, 5),
}


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    started, stack = start()
    with stack:
        yield started


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_is_played_by_touch(chromium: Browser, game: str) -> None:
    players, seed = GAMES[game]
    policy = plan.brisk if game == "inner-compass" else plan.at_random(seed)
    with running(game, players, seed) as box:
        for phone in play_by_touch(box, chromium, plan.steps(game, players, seed, policy)):
            assert_over(phone)
    close_all(chromium)
