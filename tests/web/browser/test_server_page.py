"""What the scripts of pages that the server has written share, on pages of games; without a box."""

import json
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from companion.protocol.http.page_words import page_words
from companion.protocol.http.static_files import read_static
from companion.storage.journal.archive import Size
from companion.web.pages import archive_page
from companion.web.pages.archive_page import PageContext
from companion.web.pages.bundle import script
from tests.records.exports.played import played

HOME = "http://box.local"
(GAME,) = played("compass-points", 1)


@dataclass
class Answers:
    """What a box would answer, and what it was asked and sent."""

    refusal: str = ""
    asked: list[str] = field(default_factory=list)
    sent: list[tuple[str, str | None]] = field(default_factory=list)

    def answer(self, route: Route) -> None:
        """Answer a request in the language that its address asks for."""
        address = route.request.url.removeprefix(HOME)
        path, _, query = address.partition("?")
        language = query.removeprefix("lang=") or "en"
        frame = PageContext(language, page_words(language), host=True, script="/archive.js")
        pages = {
            "/games": archive_page.listing(frame, (GAME,), {}, 0, Size(1, 0)),
            "/games/1/delete": archive_page.delete_page(frame, GAME),
        }
        if route.request.method == "POST":
            self.sent.append((address, route.request.post_data))
            refused = json.dumps({"error": {"message": self.refusal}})
            route.fulfill(status=409 if self.refusal else 204, body=refused)
        elif path in pages:
            self.asked.append(address)
            route.fulfill(body=pages[path], content_type="text/html")
        elif path == "/archive.js":
            route.fulfill(
                body=script("pages/archive.js", read_static), content_type="text/javascript"
            )
        else:
            route.fulfill(status=404)


@pytest.fixture
def answers() -> Answers:
    return Answers()


def opened(browser: Browser, answers: Answers, path: str, locale: str = "en-GB") -> Page:
    page = browser.new_context(locale=locale, color_scheme="dark").new_page()
    page.route("**/*", answers.answer)
    page.goto(f"{HOME}{path}")
    return page


def test_a_page_in_another_language_is_asked_for_again_and_so_are_those_it_leads_to(
    browser: Browser, answers: Answers
) -> None:
    page = opened(browser, answers, "/games", "de-DE")
    page.wait_for_url(f"{HOME}/games?lang=de")
    expect(page.locator("html")).to_have_attribute("data-scheme", "dark")
    (link,) = page.locator("a[href*='/games/figures']").all()
    assert link.get_attribute("href") == f"{HOME}/games/figures?lang=de"
    assert page.locator(".bar a").first.get_attribute("href") == "/", "it finds its own language"
    assert answers.asked == ["/games", "/games?lang=de"]


def test_a_page_in_the_right_language_stays_as_it_is(browser: Browser, answers: Answers) -> None:
    page = opened(browser, answers, "/games")
    expect(page.locator("html")).to_have_attribute("data-scheme", "dark")
    assert page.locator("a[href='/games/figures']").count() == 1
    assert answers.asked == ["/games"]


def test_what_is_refused_is_told_and_may_be_tried_again(browser: Browser, answers: Answers) -> None:
    page = opened(browser, answers, "/games/1/delete")
    answers.refusal = "A game goes on."
    button, failed = page.locator("button"), page.locator(".failed")
    button.click()
    expect(failed).to_have_text("A game goes on.")
    page.route("**/delete?*", lambda route: route.abort())
    button.click()
    expect(failed).to_contain_text("TypeError")
    page.unroute("**/delete?*")
    answers.refusal = ""
    button.click()
    page.wait_for_url(f"{HOME}/games")
    assert answers.sent == [("/games/1/delete?lang=en", None)] * 2


def test_a_backup_is_sent_as_it_is(browser: Browser, answers: Answers, tmp_path: Path) -> None:
    (tmp_path / "backup.tar").write_text("games", encoding="utf-8")
    answers.refusal = "This is not a backup."
    page = opened(browser, answers, "/games")
    page.locator("#restore").set_input_files(tmp_path / "backup.tar")
    with page.expect_request("**/games/restore?*") as request:
        page.locator("button[data-restore]").click()
    assert request.value.headers["content-type"] == "application/x-tar"
    expect(page.locator(".failed")).to_have_text("This is not a backup.")
    assert [address for address, _ in answers.sent] == ["/games/restore?lang=en"]
