"""One person with a phone among robots: their moves are told, and say why if one taps."""

import re
from typing import Final

from playwright.sync_api import Browser, expect

from tests.web.browser.box import running
from tests.web.browser.robot import choose

WORDS: Final = {"en": ("Why this?", "Estimate: "), "de": ("Warum das?", "Schätzung: ")}


def test_a_robot_says_what_it_expects(browser: Browser) -> None:
    with running("compass-points", 4, 3, robots=3) as box:
        phone = box.sit_down(browser, 0, box.code())
        choose(phone, ["To the north"])
        expect(phone.locator("notice-bar details")).to_be_visible(timeout=20_000)
        phone.get_by_role("button", name="Menu").click()
        why = phone.locator("notice-bar details")
        for language, (ask, told) in WORDS.items():
            phone.locator("site-header select").select_option(language)
            expect(why.locator("summary")).to_have_text(ask)
            expect(why.locator("p")).to_have_text(re.compile(re.escape(told)), timeout=20_000)
            expect(why.locator("p")).to_be_hidden()
