"""A whole game without a look at the board: through the accessibility tree, and with keys alone."""

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.browser import plan
from tests.web.browser.box import running, settled
from tests.web.browser.plan import Step
from tests.web.browser.robot import option

GAME, PLAYERS, SEED = "compass-jewels", 2, 22
"""A game of few steps, in which either player places pieces and moves."""


@pytest.mark.slow
def test_a_whole_game_is_played_by_somebody_who_hears_it_and_somebody_with_keys(
    browser: Browser,
) -> None:
    with running(GAME, PLAYERS, SEED) as box:
        code = box.code()
        text_page = box.phone(browser, 0, code, "/told")
        keys = box.phone(browser, 1, code)
        for step in plan.steps(GAME, PLAYERS, SEED, plan.at_random(SEED)):
            if step.seat:
                for label in step.labels:
                    press(keys, label)
            else:
                act_on_what_is_told(text_page, step)
        expect(text_page.get_by_role("heading", level=1)).to_have_text("A draw")
        expect(
            text_page.get_by_role("region", name="Board").or_(text_page.get_by_text("a1:"))
        ).not_to_have_count(0)
        expect(keys.locator("turn-banner.is-over")).to_be_visible()


def act_on_what_is_told(page: Page, step: Step) -> None:
    """Hear what is to be done, and press the buttons by their names, as a screen reader does."""
    prompt = step.before.game.prompt(step.before.state, step.seat)
    words = plan.voice(step.before).long(prompt)
    expect(page.get_by_role("status").first).to_contain_text(words)
    for label in step.labels:
        page.get_by_role("button", name=label, exact=True).first.click()
        settled(page)


def press(page: Page, label: str) -> None:
    """Go with Tab to the choice with a label, unfolding the list on the way, and press it."""
    option(page, label).first.wait_for(state="attached")
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
