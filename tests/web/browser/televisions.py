"""Two televisions that watch a step: one that may move what it shows, and one that may not."""

from collections.abc import Callable
from typing import Final

from playwright.sync_api import Browser, Page, expect

from tests.web.browser import plan
from tests.web.browser.box import TELEVISION, Box
from tests.web.browser.plan import Step
from tests.web.browser.sight import assert_all_in_sight

WATCH: Final = """() => {
  window.held = 0;
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, options) {
    window.held += frames.filter(({transform}) => transform === "scale(1.7)").length ? 1 : 0;
    return animate.call(this, frames, options);
  };
}"""
"""Counts the cards that are held up."""


def assert_watched(
    box: Box, browser: Browser, step: Step, act: Callable[[], None], *, turned: int
) -> None:
    """Let both watch while ``act`` takes a step, which turns so many cards over; close them.

    Both show all of the table, mark what has moved, and tell what is to be done next.
    """
    lively, still = (watching(box, browser, motion) for motion in ("no-preference", "reduce"))
    act()
    for page in (lively, still):
        expect(page.locator(".prompt")).to_have_text(prompt(step))
        assert_all_in_sight(page)
        expect(page.locator(".moved")).not_to_have_count(0)
    held = [page.evaluate("window.held") for page in (lively, still)]
    assert held == [turned, 0]
    for page in (lively, still):
        page.context.close()


def watching(box: Box, browser: Browser, motion: str) -> Page:
    """Return a television that counts the cards which are held up."""
    page = box.visit(browser, viewport=TELEVISION, reduced_motion=motion)
    page.evaluate(WATCH)
    return page


def prompt(step: Step) -> str:
    """Return what pages say after a step that is to be done."""
    after = step.after
    asked = after.game.prompt(after.state, after.game.current_player(after.state))
    return plan.voice(after).long(asked)
