"""The hub's pages in a browser: by phone and on a television, light and dark, checked by axe."""

import os
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Browser, Page, expect

from tests.web.browser.box import NARROW, TELEVISION
from tests.web.browser.test_views import keep, violations_of

ALIKE: Final = ("/players", "/tournaments", "/office", "/groups", "/audit", "/logs")
"""Pages made of parts that the others have: looked at when pictures are taken."""
FOR_ALL: Final = ("/", "/games", "/games/j1/1", "/boxes/club/b1")
FOR_OPERATORS: Final = (
    *("/boxes", "/accounts", "/tournaments/1", "/enrolment"),
    *(ALIKE if os.environ.get("PICTURES") == "keep" else ()),
)


def look(page: Page, address: str, at: int) -> None:
    """Look at a page in both schemes; languages and sizes take turns."""
    language, size = (("en", TELEVISION), ("de", NARROW))[at % 2]
    page.set_viewport_size(size)
    page.goto(f"{address}?lang={language}")
    expect(page.locator("html")).to_have_attribute("lang", language)
    expect(page.get_by_role("navigation").first).to_be_visible()
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        expect(page.locator("html")).to_have_attribute("data-scheme", scheme)
        name = address.rpartition(":")[2].partition("/")[2].replace("/", "-") or "tables"
        keep(page, f"hub-{name}-{language}-{scheme}")
    assert violations_of(page) == [], address
    page.set_viewport_size(NARROW)
    width = page.evaluate("document.documentElement.scrollWidth")
    assert width <= NARROW["width"], address


def test_all_pages_of_the_hub(browser: Browser, tmp_path: Path) -> None:
    """Somebody looks, then logs in, and sets a group."""
    from tests.hub.club.operator_client import WORD
    from tests.web.browser.served_hub import serving

    with serving(tmp_path) as hub:
        context = browser.new_context()
        console: list[Any] = []
        context.on("console", lambda message: console.append(message.text))
        context.on("weberror", lambda error: console.append(str(error.error)))
        page = context.new_page()
        for at, path in enumerate(FOR_ALL):
            look(page, hub.address + path, at)
        page.goto(f"{hub.address}/groups?lang=en")
        assert violations_of(page) == []
        page.get_by_label("name").fill("Ann")
        page.get_by_label("password").fill(WORD)
        page.get_by_role("main").get_by_role("button", name="log in").click()
        page.get_by_label("brightness").select_option("low")
        page.get_by_role("button", name="set the boxes").click()
        expect(page.locator(".group .state-line")).to_have_text("pending: 1")
        for at, path in enumerate(FOR_OPERATORS):
            look(page, hub.address + path, at)
        assert console == [], "a policy is violated, or an error was raised"
        context.close()
