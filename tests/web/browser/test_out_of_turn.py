"""Phones of those whose turn it is not: they say who is waited for, and act out of turn."""

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.browser.box import code_of, running, settled

SEED = 3
PLAYERS = 3


def press(page: Page, name: str) -> None:
    page.locator("choice-list").get_by_role("button", name=name, exact=True).click()
    settled(page)


@pytest.mark.slow
def test_a_phone_acts_out_of_turn_and_gives_the_turn_back(browser: Browser) -> None:
    with running("open-table", PLAYERS, SEED) as box:
        play = box.play(browser)
        phones = [box.phone(browser, seat, code_of(play)) for seat in range(PLAYERS)]
        names = [phone.locator("seat-name .name").inner_text() for phone in phones]
        ends = [phone.get_by_role("button", name="End the turn", exact=True) for phone in phones]
        seat = next(seat for seat in range(PLAYERS) if ends[seat].is_visible())
        behind, last = (seat + 1) % PLAYERS, (seat + 2) % PLAYERS
        waiting = phones[last].locator("choice-list .wait")
        expect(waiting).to_contain_text(names[seat])
        press(phones[last], f"{names[last]} acts out of turn")
        expect(ends[last]).to_be_visible()
        expect(phones[seat].locator("choice-list .wait")).to_contain_text(names[last])
        press(phones[last], "End the turn")
        expect(ends[seat]).to_be_visible()
        press(phones[behind], f"{names[behind]} has already had the next turn")
        press(phones[seat], "End the turn")
        expect(ends[last]).to_be_visible()
