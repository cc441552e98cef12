"""Draws in a browser: phones join in, and a page repeats them without a network."""

import re
from hashlib import sha256
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.engine import registry
from companion.i18n.catalogue import Catalogue
from companion.records.draw_page import draw_page
from companion.records.draws import check_draws
from tests.committed_games import committed_game, record_of
from tests.web.browser.box import TELEVISION, code_of, running
from tests.web.browser.test_share import check

RECORD = record_of(committed_game("inner-compass", "full", steps=60))
SLIDE = "document.getAnimations().some(each => each.effect.target.matches('draw-result li'))"
GAME = registry.load("inner-compass")


def opened(
    browser: Browser, path: Path, language: str, scheme: Literal["light", "dark"] = "light"
) -> Page:
    """Open a page from a disk, without any network; a script that fails is an error."""
    context = browser.new_context(
        offline=True, color_scheme=scheme, viewport={"width": 360, "height": 640}, locale=language
    )
    page = context.new_page()
    trouble: list[str] = []
    page.on("pageerror", lambda error: trouble.append(str(error)))
    page.goto(path.as_uri())
    assert not trouble
    return page


@pytest.mark.parametrize(("language", "scheme"), [("en", "light"), ("de", "dark")])
def test_a_page_repeats_all_draws(
    browser: Browser, tmp_path: Path, language: str, scheme: Literal["light", "dark"]
) -> None:
    voice = Catalogue(language, GAME, RECORD.setup.players)
    checks = check_draws(GAME, RECORD)
    path = tmp_path / "draws.html"
    path.write_text(draw_page(GAME, checks, voice, language), encoding="utf-8")
    page = opened(browser, path, language, scheme)
    check(page)
    expect(page.locator("[data-outcome=right]:visible")).to_have_count(len(checks))
    expect(page.locator(".wrong:visible")).to_have_count(0)
    recorded = [pick for found in checks if found.reveal for pick in found.reveal.picks]
    assert page.locator("[data-repeated]").all_inner_texts() == recorded
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_page_shows_what_does_not_fit(browser: Browser, tmp_path: Path) -> None:
    voice = Catalogue("en", GAME, RECORD.setup.players)
    html = draw_page(GAME, check_draws(GAME, RECORD), voice, "en")
    secret = re.search(r"&quot;secret&quot;:&quot;([0-9a-f])", html)
    assert secret is not None
    other = "1" if secret[1] == "0" else "0"
    path = tmp_path / "draws.html"
    path.write_text(f"{html[: secret.start(1)]}{other}{html[secret.end(1) :]}", encoding="utf-8")
    page = opened(browser, path, "en")
    expect(page.locator(".wrong:visible")).to_have_count(1)
    expect(page.locator(".wrong:visible")).to_contain_text("not the one that the box was bound to")


def test_phones_join_in_before_the_first_draw(browser: Browser) -> None:
    with running("inner-compass", 2, None) as box:
        page = box.visit(browser, f"/play?key={box.key}", viewport={"width": 1280, "height": 800})
        expect(page.locator("task-list h2")).to_have_text("Draw")
        expect(page.get_by_role("button", name="Draw now", exact=True)).to_be_visible()
        number = re.search(
            r"Draw ([0-9a-f]{4} [0-9a-f]{4})", page.locator("task-list").inner_text()
        )
        assert number is not None
        code = code_of(page)
        phones = [box.sit_down(browser, seat, code) for seat in range(2)]
        for phone in phones:
            expect(phone.locator("task-list[contribute]")).to_contain_text(number[1])
            expect(phone.get_by_role("button", name="Join in")).to_be_in_viewport()
            phone.get_by_role("button", name="Join in").click()
        expect(page.get_by_role("button", name="Draw now", exact=True)).to_have_count(0)
        expect(page.locator("task-list h2")).to_have_text("Lay out")
        expect(phones[0].get_by_role("button", name="Join in")).to_have_count(0)


def test_a_draw_is_shown_on_the_television_and_on_phones(browser: Browser) -> None:
    with running("inner-compass", 2, None) as box:
        code = box.code()
        television = box.visit(browser, viewport=TELEVISION, reduced_motion="no-preference")
        still = box.visit(browser, viewport=TELEVISION)
        phone = box.phone(browser, 0, code)
        for page in (television, still, phone):
            expect(page.locator("draw-result")).to_be_hidden()
        play = box.play(browser)
        play.get_by_role("button", name="Draw now", exact=True).click()
        expect(television.locator("draw-result .slides li").last).to_be_attached()
        assert television.evaluate(SLIDE)
        texts = television.locator("draw-result li").all_inner_texts()
        assert len(texts) >= 6
        for page in (television, still, phone):
            shown = page.locator("draw-result")
            expect(shown).to_be_visible()
            assert shown.locator("li").all_inner_texts() == texts
            bound, secret = shown.locator("code").all_inner_texts()
            assert sha256(bytes.fromhex(secret)).hexdigest() == bound
        assert not still.evaluate(SLIDE)
