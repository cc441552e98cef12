"""Each game before it begins, on each screen: what is decided, by whom, and how others join."""

from collections.abc import Iterator, Sequence
from typing import Final

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from companion.engine import registry
from tests.web.browser.box import Box, settled
from tests.web.browser.gathering import between_games, come, reachable
from tests.web.browser.sight import assert_all_in_sight, assert_in_sight
from tests.web.browser.test_lobby import PHONES, SCREENS

PEOPLE: Final = ("Maximiliane", "Çağla", "Ben", "Dan")
QUESTION: Final = ("h1.turn-name", ".bar .title")
INVITATION: Final = (".join-qr", ".join-code strong")
MOST: Final = 8
"""Questions that a phone may be asked before a game."""

pytestmark = pytest.mark.slow


class Gathering:
    """A box and people who have come by phone; the first of them leads."""

    def __init__(self, box: Box, browser: Browser, code: str, names: Sequence[str]) -> None:
        self.box, self.browser, self.names = box, browser, names
        self.phones = [box.follow(each, "/seat") for each in come(box, browser, names, code)]

    def pages(
        self, path: str, sizes: Sequence[ViewportSize], seat: int | None = None
    ) -> Iterator[Page]:
        """Yield a page in each language, size and scheme, with the cookie of a seat."""
        cookie = None if seat is None else self.phones[seat].context.storage_state()
        for locale in ("de-DE", "en-GB"):
            page = reachable(self.box, self.browser, path, locale=locale, storage_state=cookie)
            for size in sizes:
                page.set_viewport_size(size)
                for scheme in ("light", "dark"):
                    page.emulate_media(color_scheme=scheme)
                    yield page
            page.context.close()

    def assert_question_in_sight(self) -> None:
        """Check televisions, the phone that leads, and another one."""
        for page in self.pages("/", SCREENS):
            assert_in_sight(page, *QUESTION, *INVITATION, ".asked", ".arrived")
            expect(page.locator(".asked")).to_contain_text(self.names[0])
            assert_all_in_sight(page)
        for page in self.pages("/seat", PHONES, 0):
            assert_in_sight(page, *QUESTION, "seat-name .name")
            answer = page.locator("lobby-form .option, .is-asked .primary").first
            expect(answer).to_be_in_viewport(ratio=1)
        for page in self.pages("/seat", PHONES, 1):
            assert_in_sight(page, *QUESTION, "seat-name .name", ".asked")
            expect(page.locator(".asked")).to_contain_text(self.names[0])

    def assert_setup_in_sight(self, *more: str) -> None:
        """Check that televisions show who lays out what, without scrolling."""
        for page in self.pages("/", SCREENS):
            expect(page.locator(".player")).to_have_count(len(self.names))
            assert_in_sight(page, *QUESTION, ".player", ".next-tasks li", *more)
            assert_all_in_sight(page)


def draw(people: Gathering) -> None:
    """Let the box draw once everybody has joined in, if the setup draws anything."""
    lead = people.phones[0]
    if not lead.get_by_role("button", name="Join in").count():
        return
    for phone in people.phones:
        phone.get_by_role("button", name="Join in").click()
    expect(lead.get_by_role("button", name="Join in")).to_have_count(0)


@pytest.mark.parametrize("name", registry.names())
def test_every_screen_shows_what_is_decided_by_whom(browser: Browser, name: str) -> None:
    game = registry.load(name)
    with between_games("inner-compass", None) as (box, code):
        count = next(number for number in (3, 2, 4) if number in game.players)
        people = Gathering(box, browser, code, PEOPLE[:count])
        lead, *_, last = people.phones
        people.assert_question_in_sight()
        lead.locator("lobby-form .option").get_by_text(game.title, exact=True).click()
        settled(lead)
        for _ in range(MOST):
            if lead.locator("lobby-form").is_hidden():
                break
            people.assert_question_in_sight()
            lead.locator(".is-asked .primary, lobby-form .option").first.click()
            settled(lead)
        expect(lead.locator("body")).not_to_have_class("in-lobby")
        draw(people)
        if lead.locator("body.in-setup").count():
            people.assert_setup_in_sight()
            last.get_by_role("button", name="Leave the seat").click()
            last.get_by_role("button", name="Really?").click()
            people.assert_setup_in_sight(*INVITATION)
