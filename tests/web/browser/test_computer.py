"""The page of the computer: what its script sends, and how it follows an update; without a box."""

import json
from dataclasses import dataclass, field

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from companion.protocol.http.page_words import page_words
from companion.protocol.http.static_files import read_static
from companion.session.computer_control import UpdateProgress
from companion.web.pages import computer_page
from companion.web.pages.archive_page import PageContext
from companion.web.pages.bundle import script
from companion.web.pages.computer_page import CardStatus, UpdateStatus

HOME = "http://box.local"
FRAME = PageContext(
    "en", page_words("en"), host=True, icon="/i.svg", style="/s.css", script="/computer.js"
)
ZONES = ("Asia/Tokyo", "Europe/Berlin")
COMING = UpdateStatus(UpdateProgress("h", "nothing"), (), played=True)
SHOWN = CardStatus("Asia/Tokyo", ZONES, "12:00", "http://hub", COMING)


@dataclass
class Answers:
    """What a box would answer, and what it was sent."""

    state: dict[str, object] = field(default_factory=lambda: {"lines": [], "waits": False})
    refusal: str = ""
    sent: list[tuple[str, object]] = field(default_factory=list)

    def answer(self, route: Route) -> None:
        """Answer a request."""
        path = route.request.url.removeprefix(HOME).partition("?")[0]
        if route.request.method == "POST":
            self.sent.append((path, json.loads(route.request.post_data or "")))
            refused = json.dumps({"error": {"message": self.refusal}})
            route.fulfill(status=409 if self.refusal else 204, body=refused)
        elif path == "/computer":
            page = computer_page.computer_page(FRAME, "1.0.0", SHOWN)
            route.fulfill(body=page, content_type="text/html")
        elif path == "/computer/off":
            route.fulfill(
                body=computer_page.confirm_page(FRAME, "off", ""), content_type="text/html"
            )
        elif path == "/computer.js":
            route.fulfill(
                body=script("pages/computer.js", read_static), content_type="text/javascript"
            )
        elif path == "/computer/state.json":
            route.fulfill(body=json.dumps(self.state), content_type="application/json")
        else:
            route.fulfill(status=404)


@pytest.fixture
def answers() -> Answers:
    return Answers()


@pytest.fixture
def page(browser: Browser, answers: Answers) -> Page:
    page = browser.new_context(locale="en-GB").new_page()
    page.route("**/*", answers.answer)
    return page


def test_forms_are_sent_and_an_update_is_followed(page: Page, answers: Answers) -> None:
    answers.state = {"lines": ["12 of 233 MB have come."], "waits": False}
    page.goto(f"{HOME}/computer")
    expect(page.locator("#progress")).to_have_text("12 of 233 MB have come.")
    expect(page.locator("#now")).to_be_hidden()
    page.locator("#address").fill("https://example.org/x")
    answers.state = {"lines": ["it waits"], "waits": True}
    page.get_by_role("button", name="Fetch it").click()
    expect(page.locator("#progress")).to_have_text("it waits")
    page.get_by_role("button", name="Nobody plays: install it now").click()
    answers.refusal = "A game goes on."
    page.get_by_role("button", name="Fetch the newest update of the hub").click()
    expect(page.locator(".failed")).to_have_text("A game goes on.")
    answers.refusal = ""
    page.locator("#zone").select_option("Europe/Berlin")
    with page.expect_navigation():
        page.get_by_role("button", name="Set it").click()
    assert answers.sent == [
        ("/computer/update", {"address": "https://example.org/x"}),
        ("/computer/now", {}),
        ("/computer/update", {"address": "http://hub/updates/newest"}),
        ("/computer/zone", {"zone": "Europe/Berlin"}),
    ]


def test_a_computer_that_goes_off_need_not_answer(page: Page, answers: Answers) -> None:
    page.goto(f"{HOME}/computer/off")
    answers.refusal = "Not saved yet."
    page.get_by_role("button", name="Switch off").click()
    expect(page.locator(".failed")).to_have_text("Not saved yet.")
    page.route("**/computer/off?*", lambda route: route.abort())
    page.get_by_role("button", name="Switch off").click()
    expect(page.locator(".done")).to_contain_text("pull the plug")
