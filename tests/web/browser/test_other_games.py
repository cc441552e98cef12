"""A few rounds of every other game, on the play page and on phones."""

from itertools import islice

import pytest
from playwright.sync_api import Browser, expect

from tests.web.browser import plan
from tests.web.browser.box import code_of, lay_out, running
from tests.web.browser.robot import choose, option

SEED = 7
GAMES = {"essence": 3, "compass-jewels": 2, "compass-points": 4}
STEPS = 9
AT_THE_BOX = 4
"""Every so many steps, one is taken on the play page, unless it is secret."""


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_a_few_rounds_can_be_played(browser: Browser, game: str) -> None:
    with running(game, GAMES[game], SEED) as box:
        play = box.play(browser)
        lay_out(play)
        expect(play.locator("board-picture svg")).to_be_visible()
        phones = [box.phone(browser, seat, code_of(play)) for seat in range(GAMES[game])]
        steps = plan.steps(game, GAMES[game], SEED, plan.at_random(SEED))
        for i, step in enumerate(islice(steps, STEPS), 1):
            open_ = not step.before.is_secret(step.action)
            if open_ and i % AT_THE_BOX == 0:
                at_box = step.labels_at_the_box()
                expect(option(play, at_box[0])).to_have_count(1)
                choose(play, at_box)
            else:
                choose(phones[step.seat], step.labels)
        voice = plan.voice(step.after)
        prompt = step.after.game.prompt(
            step.after.state, step.after.game.current_player(step.after.state)
        )
        for page in (play, *phones):
            expect(page.locator(".prompt")).to_have_text(voice.long(prompt))
            page.context.close()
