"""Whole games without a look at the board: through the accessibility tree, and with keys alone."""

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.browser import plan
from tests.web.browser.box import Box, code_of, running, settled
from tests.web.browser.plan import Step

GAME, PLAYERS, SEED = "compass-jewels", 2, 22
"""A game of few steps."""


def seated(box: Box, browser: Browser, path: str) -> list[Page]:
    """Return a page for each seat."""
    play = box.play(browser)
    code = code_of(play)
    play.close()
    pages = [box.phone(browser, seat, code) for seat in range(PLAYERS)]
    for page in pages:
        page.goto(box.address + path)
        expect(page.locator("body")).to_have_attribute("data-link", "on")
    return pages


def steps() -> list[Step]:
    return list(plan.steps(GAME, PLAYERS, SEED, plan.at_random(SEED)))


@pytest.mark.slow
def test_a_whole_game_is_played_through_the_accessibility_tree(browser: Browser) -> None:
    with running(GAME, PLAYERS, SEED) as box:
        pages = seated(box, browser, "/told")
        for step in steps():
            page, voice = pages[step.seat], plan.voice(step.before)
            prompt = step.before.game.prompt(step.before.state, step.seat)
            expect(page.get_by_role("status").first).to_contain_text(voice.long(prompt))
            for label in step.labels:
                page.get_by_role("button", name=label, exact=True).first.click()
                settled(page)
        for page in pages:
            expect(page.get_by_role("heading", level=1)).to_contain_text("win")
            expect(
                page.get_by_role("region", name="Board").or_(page.get_by_text("a1:"))
            ).not_to_have_count(0)


@pytest.mark.slow
def test_a_whole_game_is_played_with_the_keyboard(browser: Browser) -> None:
    with running(GAME, PLAYERS, SEED) as box:
        pages = seated(box, browser, "/seat")
        for step in steps():
            page = pages[step.seat]
            for label in step.labels:
                press(page, label)
        for page in pages:
            expect(page.locator("turn-banner.is-over")).to_be_visible()


def press(page: Page, label: str) -> None:
    """Go with Tab to the choice with a label, unfolding the list on the way, and press it."""
    page.locator("main").focus()
    for _ in range(90):
        page.keyboard.press("Tab")
        here = page.evaluate(
            "() => { const at = document.activeElement;"
            " return [at.localName, at.innerText ?? '', Boolean(at.closest('details[open]'))]; }"
        )
        if here[0] == "summary" and not here[2]:
            page.keyboard.press("Enter")
        elif here[0] == "button" and here[1].strip() == label:
            page.keyboard.press("Enter")
            settled(page)
            return
    raise AssertionError(f"no key leads to {label!r}")
