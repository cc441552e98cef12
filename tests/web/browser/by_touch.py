"""Games played by touch alone: spaces of the boards, and what is drawn in the hand."""

from collections.abc import Iterable
from typing import Final

from playwright.sync_api import Browser, Locator, Page, ViewportSize, expect

from companion.web.views import offer as offers
from companion.web.views.position import Position
from tests.web.browser import plan
from tests.web.browser.box import Box, settled
from tests.web.browser.plan import Step
from tests.web.touches import touches

SMALL: Final[ViewportSize] = {"width": 360, "height": 640}
HAND: Final = "choice-list > .options .option"
"""The buttons that are not part of the list of what can be touched on the board."""


def play_by_touch(box: Box, browser: Browser, steps: Iterable[Step]) -> list[Page]:
    """Play steps with a small phone for each seat, and return the phones."""
    code = box.lay_out()
    phones: dict[int, Page] = {}
    for step in steps:
        if step.seat not in phones:
            phones[step.seat] = small_phone(box, browser, step.seat, code)
        take(phones[step.seat], step)
    return list(phones.values())


def small_phone(box: Box, browser: Browser, seat: int, code: str) -> Page:
    """Open a seat's page on the smallest phone."""
    phone = box.phone(browser, seat, code)
    phone.set_viewport_size(SMALL)
    return phone


def take(phone: Page, step: Step) -> None:
    """Take an action by touch, and never from the folded list."""
    offer, voice = offers.for_seat(Position(step.before), step.seat), plan.voice(step.before)
    for touched in touches(offer, step.action):
        if touched.place:
            show(phone, touched.place).click()
        elif touched.choice is not None:
            name = offers.option_name(step.before, touched.choice)
            phone.locator(HAND).get_by_text(voice.long(name), exact=True).first.click()
        settled(phone)


def show(phone: Page, place: str) -> Locator:
    """Return the target on a place, once the part of the board is shown large in which it lies."""
    target = phone.locator(f".target[data-place='{place}']:visible")
    marked = phone.locator(".overview .is-open")
    expect(target.or_(marked).first).to_be_visible()
    for part in [each.get_attribute("data-part") for each in marked.all()]:
        if target.count():
            break
        phone.locator(f".overview [data-part={part}]").click()
    return target


def assert_over(phone: Page) -> None:
    expect(phone.locator("turn-banner.is-over")).to_be_visible()
