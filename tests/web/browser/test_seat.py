"""What a seat's sheet of choices shows on the smallest phones, in a language with long words."""

from pathlib import Path
from typing import Final

from playwright.sync_api import Browser, ViewportSize, expect

from tests.web.browser import plan
from tests.web.browser.box import running
from tests.web.browser.by_touch import SMALL
from tests.web.browser.sight import assert_in_sight

GAME: Final = ("inner-compass", 2, 14)
STEPS: Final = 3
"""After these, whoever is on turn may step, take a card or end the turn, and take a step back."""
PHONES: Final[tuple[ViewportSize, ...]] = (SMALL, {"width": 360, "height": 740})
_HIDDEN: Final = """() => [...document.querySelectorAll(".sheet button")].filter((button) => {
  const {left, right, top, bottom} = button.getBoundingClientRect();
  const isCut = (y) =>
    document.elementFromPoint((left + right) / 2, y)?.closest("button") !== button;
  return button.checkVisibility() && [top + 2, bottom - 2].some(isCut);
}).map((button) => button.innerText)"""
"""The buttons of the sheet of which the upper or the lower end cannot be touched."""


def test_all_that_can_be_done_is_in_sight_in_polish(browser: Browser, tmp_path: Path) -> None:
    begun = plan.record(tmp_path / "game", plan.after(plan.steps(*GAME, plan.brisk), STEPS))
    with running(*GAME, begun) as box:
        context = browser.new_context(**{**box.settings(english=True), "locale": "pl-PL"})
        box.take_seat(context, 0, box.go_on())
        page = box.follow(context, "/seat")
        expect(page.locator("take-back button")).to_contain_text("Cofnij")
        for phone in PHONES:
            page.set_viewport_size(phone)
            assert_in_sight(page, ".sheet", "take-back button")
            assert page.evaluate(_HIDDEN) == []
