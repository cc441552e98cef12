"""A whole game on small phones, by touching boards and what is drawn in the hand.

One step is taken on the play page, and televisions watch when a card is turned.
"""

from functools import partial
from typing import Final

import pytest
from playwright.sync_api import Browser, expect

from tests.web.browser import plan
from tests.web.browser.box import Box, running
from tests.web.browser.by_touch import assert_over, small_phone, take
from tests.web.browser.plan import Step
from tests.web.browser.robot import choose, option
from tests.web.browser.televisions import assert_watched, prompt

GAME, PLAYERS, SEED = "compass-points", 4, 982
"""A game that a goal ends early, with actions of all kinds; `make long` plays all five games."""
AT_THE_BOX: Final = 3
"""Which step is taken on the play page."""


@pytest.mark.slow
def test_a_whole_game_is_played_by_touch(browser: Browser) -> None:
    steps = [*plan.steps(GAME, PLAYERS, SEED, plan.at_random(SEED))]
    watched = next(i for i, step in enumerate(steps) if step.verb == "turn")
    with running(GAME, PLAYERS, SEED) as box:
        code = box.lay_out()
        phones = [small_phone(box, browser, seat, code) for seat in range(PLAYERS)]
        for i, step in enumerate(steps):
            act = partial(take, phones[step.seat], step)
            if i == AT_THE_BOX:
                take_at_the_box(box, browser, step)
            elif i == watched:
                assert_watched(box, browser, step, act, turned=1)
            else:
                act()
            for phone in phones if i == watched else ():
                expect(phone.locator(".prompt")).to_have_text(prompt(step))
        for phone in phones:
            assert_over(phone)


def take_at_the_box(box: Box, browser: Browser, step: Step) -> None:
    """Take a step on the play page, which shows the board, and what is to be done next."""
    play = box.play(browser)
    expect(play.locator("board-picture svg")).to_be_visible()
    at_box = step.labels_at_the_box()
    expect(option(play, at_box[0])).to_have_count(1)
    choose(play, at_box)
    expect(play.locator(".prompt")).to_have_text(prompt(step))
    play.context.close()
