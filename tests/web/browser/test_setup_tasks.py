"""Everybody lays out something else: each phone shows the tasks of its own person."""

from playwright.sync_api import Browser, expect

from tests.web.browser.box import PHONE, TELEVISION, running
from tests.web.browser.sight import assert_all_in_sight

OWN = "task-list[contribute]"
NAMES = ("Player 1", "Player 2", "Red")


def test_each_phone_shows_what_its_person_lays_out(browser: Browser) -> None:
    with running("inner-compass", 3, 14) as box:
        code = box.code()
        phones = [box.phone(browser, seat, code) for seat in range(3)]
        screen = box.visit(browser, viewport=TELEVISION)
        left = screen.locator(".next-tasks")
        # The board and who starts, which is the first player; the cards; the tokens.
        first, second, third = (phone.locator(OWN) for phone in phones)
        expect(first.locator("h2")).to_have_text("Your tasks: 6 left")
        expect(third.locator("h2")).to_have_text("Your tasks: 6 left")
        expect(second).to_contain_text("Lay out: ")
        expect(third.locator(".own-task svg")).to_be_visible()
        for phone in phones:
            expect(phone.locator("choice-list .wait")).to_have_count(0)
        expect(left.locator("li")).to_have_count(3)
        own = phones[1].locator(OWN).locator(".own-task").inner_text().strip()
        expect(left.locator("li").nth(1)).to_contain_text("Player 2: 5 left")
        expect(left.locator("li").nth(1)).to_contain_text(own)
        expect(left.locator("li").nth(2).locator("svg")).to_be_visible()
        assert_all_in_sight(screen)
        second.get_by_role("button", name="Done, next").click()
        expect(left).to_contain_text("Player 2: 4 left")
        expect(first.locator("h2")).to_have_text("Your tasks: 6 left")
        for count in (5, 4, 3, 2, 1):
            first.get_by_role("button", name="Done, next").click()
            expect(first.locator("h2")).to_have_text(f"Your tasks: {count} left")
        first.get_by_role("button", name="Done, next").click()
        expect(first.locator("h2")).to_contain_text("You are done")
        expect(first.locator(".task-owners")).to_contain_text("Player 2: 4 left")
        others = phones[0].locator("task-list:not([contribute])")
        others.get_by_role("button", name="Done: Lay Sadness on space").click()
        expect(third.locator("h2")).to_have_text("Your tasks: 5 left")


def test_a_wide_picture_leaves_the_words_within_the_page(browser: Browser) -> None:
    with running("gilded-compass", 3, 14) as box:
        phone = box.phone(browser, 0, box.code(), "/seat?lang=fr")
        phone.set_viewport_size(PHONE)
        words = phone.locator(OWN).locator(".own-task strong")
        expect(words).to_contain_text("par personne")
        card, column = (
            each.bounding_box() for each in (phone.locator(OWN), phone.locator("turn-banner"))
        )
        assert card is not None
        assert column is not None
        assert card["x"] + card["width"] <= column["x"] + column["width"] + 1
