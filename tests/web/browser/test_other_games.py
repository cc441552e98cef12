"""A few rounds of other games, on the play page, on phones, and on a television.

Whole games of compass-jewels are in `test_told.py`.
"""

from itertools import islice
from typing import Final

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.browser import plan
from tests.web.browser.box import TELEVISION, Box, code_of, lay_out, running
from tests.web.browser.robot import choose, option
from tests.web.browser.sight import assert_all_in_sight

SEED = 7
GAMES = {"essence": 3, "compass-points": 4}
STEPS: Final = {"essence": 6, "compass-points": 9}
AT_THE_BOX = 4
"""Every so many steps, one is taken on the play page, unless it is secret."""
TURNED: Final = {"essence": 1, "compass-points": 1}
"""How many cards the last step turns over."""
WATCH: Final = """() => {
  window.held = 0;
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, options) {
    window.held += frames.filter(({transform}) => transform === "scale(1.7)").length ? 1 : 0;
    return animate.call(this, frames, options);
  };
}"""
"""Counts the cards that are held up."""


def watching(box: Box, browser: Browser, motion: str) -> Page:
    """Return a television that counts the cards which are held up."""
    page = box.visit(browser, viewport=TELEVISION, reduced_motion=motion)
    page.evaluate(WATCH)
    return page


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_a_few_rounds_can_be_played(browser: Browser, game: str) -> None:
    with running(game, GAMES[game], SEED) as box:
        play = box.play(browser)
        lay_out(play)
        expect(play.locator("board-picture svg")).to_be_visible()
        phones = [box.phone(browser, seat, code_of(play)) for seat in range(GAMES[game])]
        *steps, last = islice(
            plan.steps(game, GAMES[game], SEED, plan.at_random(SEED)), STEPS[game]
        )
        for i, step in enumerate(steps, 1):
            open_ = not step.before.is_secret(step.action)
            if open_ and i % AT_THE_BOX == 0:
                at_box = step.labels_at_the_box()
                expect(option(play, at_box[0])).to_have_count(1)
                choose(play, at_box)
            else:
                choose(phones[step.seat], step.labels)
        lively, still = (watching(box, browser, motion) for motion in ("no-preference", "reduce"))
        choose(phones[last.seat], last.labels)
        voice = plan.voice(last.after)
        after = last.after
        prompt = after.game.prompt(after.state, after.game.current_player(after.state))
        for page in (lively, still):
            expect(page.locator(".prompt")).to_have_text(voice.long(prompt))
            assert_all_in_sight(page)
            expect(page.locator(".moved")).not_to_have_count(0)
        held = [page.evaluate("window.held") for page in (lively, still)]
        assert held == [TURNED[game], 0]
        for page in (play, *phones, lively, still):
            expect(page.locator(".prompt")).to_have_text(voice.long(prompt))
            page.context.close()
