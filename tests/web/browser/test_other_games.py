"""A round of Essence on the play page and on phones, while televisions watch.

`test_touch.py` plays Compass Points to the end, `test_accessible_game.py` Compass Jewels.
"""

from functools import partial
from itertools import islice
from typing import Final

import pytest
from playwright.sync_api import Browser, expect

from tests.web.browser import plan
from tests.web.browser.box import code_of, lay_out, running
from tests.web.browser.robot import choose, option
from tests.web.browser.televisions import assert_watched, prompt

GAME, PLAYERS, SEED = "essence", 3, 7
STEPS: Final = 6
AT_THE_BOX: Final = 3
"""Which step is taken on the play page."""


@pytest.mark.slow
def test_a_round_can_be_played(browser: Browser) -> None:
    with running(GAME, PLAYERS, SEED) as box:
        play = box.play(browser)
        lay_out(play)
        expect(play.locator("board-picture svg")).to_be_visible()
        phones = [box.phone(browser, seat, code_of(play)) for seat in range(PLAYERS)]
        *steps, last = islice(plan.steps(GAME, PLAYERS, SEED, plan.at_random(SEED)), STEPS)
        assert any(step.before.is_secret(step.action) for step in steps)
        for i, step in enumerate(steps):
            if i == AT_THE_BOX:
                at_box = step.labels_at_the_box()
                expect(option(play, at_box[0])).to_have_count(1)
                choose(play, at_box)
            else:
                choose(phones[step.seat], step.labels)
        act = partial(choose, phones[last.seat], last.labels)
        assert_watched(box, browser, last, act, turned=1)
        for page in (play, *phones):
            expect(page.locator(".prompt")).to_have_text(prompt(last))
