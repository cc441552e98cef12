"""The sand timer of the table: turned on the host's page, and seen on television and phones."""

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.browser.box import PHONE, TELEVISION, Box, running

BAR = "getComputedStyle(document.querySelector('sand-timer .bar'))"


def watching(
    box: Box,
    browser: Browser,
    path: str,
    **more: Any,  # noqa: ANN401 - arguments of a browser context
) -> Page:
    """Open a page whose clock a test advances."""
    context = browser.new_context(**{**box.settings(english=True), **more})
    context.clock.install()
    return box.follow(context, path)


@pytest.mark.slow
def test_everybody_sees_how_much_time_is_left(browser: Browser) -> None:
    with running("party-with-timer", 4, 3) as box:
        host = box.host(browser)
        tv = watching(box, browser, "/", viewport=TELEVISION)
        moving = watching(box, browser, "/", viewport=PHONE, reduced_motion="no-preference")
        for page in (tv, moving):
            expect(page.locator("sand-timer")).to_be_hidden()
        host.get_by_text("All clocks").click()
        host.get_by_role("button", name="Sand timer: 1:00", exact=True).click()
        for page in (tv, moving):
            expect(page.locator("sand-timer .time")).to_be_visible()
            expect(page.locator("sand-timer .time")).to_have_text(re.compile("^(1:00|0:5)"))
        for page in (tv, moving):
            page.clock.fast_forward(21_000)
            expect(page.locator("sand-timer .time")).to_have_text(re.compile("^0:[23]"))
        assert tv.evaluate(f"{BAR}.display") == "none", "reduced motion"
        assert moving.evaluate(f"{BAR}.animationName") == "drain"
        box_of = tv.locator("sand-timer .time").bounding_box()
        assert box_of is not None
        assert box_of["height"] > 40
        for page in (tv, moving):
            page.clock.fast_forward(41_000)
            expect(page.locator("sand-timer .told")).to_have_text("Time is up")
            page.clock.fast_forward(16_000)
            expect(page.locator("sand-timer")).to_be_hidden()
        host.get_by_role("button", name="Lay the sand timer aside").click()
        expect(host.get_by_role("button", name="Sand timer: 1:00")).to_be_visible()


@pytest.mark.slow
def test_a_phone_shows_it_above_its_choices(browser: Browser) -> None:
    with running("party-with-timer", 4, 3) as box:
        host = box.host(browser)
        context = browser.new_context(**{**box.settings(english=True), "viewport": PHONE})
        context.clock.install()
        box.take_seat(context, 0, box.code())
        phone = box.follow(context, "/seat")
        expect(phone.locator("sand-timer")).to_be_hidden()
        host.get_by_text("All clocks").click()
        host.get_by_role("button", name="Sand timer: 1:00", exact=True).click()
        expect(phone.locator("sand-timer .time")).to_have_text(re.compile("^(1:00|0:5)"))
        timer = phone.locator(".sheet sand-timer").bounding_box()
        choices = phone.locator(".sheet choice-list").bounding_box()
        assert timer is not None
        assert choices is not None
        assert 0 <= timer["y"] < timer["y"] + timer["height"] <= choices["y"]
        assert choices["y"] + choices["height"] <= PHONE["height"]
        phone.clock.fast_forward(62_000)
        expect(phone.locator("sand-timer .told")).to_have_text("Time is up")
