"""The form that writes sheets, in a browser: its preview, its mistakes, and a code instead."""

import json
from dataclasses import dataclass, field

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from companion.protocol.http.page_words import page_words
from companion.protocol.http.static_files import read_static
from companion.web.pages import sheets_page
from companion.web.pages.archive_page import PageContext
from companion.web.pages.bundle import script

HOME = "http://box.local"
FRAME = PageContext(
    "en", page_words("en"), host=True, icon="/i.svg", style="/s.css", script="/sheets.js"
)
PANEL = ["#" + "." * 127, *["." * 128] * 63]
LIT = """() => {
  const panel = document.querySelector('#panel').getContext('2d');
  return [...panel.getImageData(0, 0, 2, 1).data].filter((_, at) => at % 4 === 0);
}"""


@dataclass
class Answers:
    """What a box would answer, and what it was sent."""

    mistakes: list[dict[str, str]] = field(default_factory=list)
    sent: list[tuple[str, object]] = field(default_factory=list)

    def answer(self, route: Route) -> None:
        """Answer a request."""
        path = route.request.url.removeprefix(HOME).partition("?")[0]
        if route.request.method == "POST":
            body = json.loads(route.request.post_data or "")
            self.sent.append((path, body))
            told = {"text": "title: X\n", "mistakes": self.mistakes, "panel": PANEL}
            told = {"name": "x-1"} if path == "/sheets/add" else told
            route.fulfill(body=json.dumps(told), content_type="application/json")
        elif path == "/sheets":
            route.fulfill(
                body=sheets_page.sheets_page(FRAME, (), {"red": "Red", "teal": "Teal"}),
                content_type="text/html",
            )
        elif path == "/sheets.js":
            route.fulfill(
                body=script("pages/sheets.js", read_static), content_type="text/javascript"
            )
        else:
            route.fulfill(status=404, body="")


@pytest.fixture
def answers() -> Answers:
    return Answers()


@pytest.fixture
def form(browser: Browser, answers: Answers) -> Page:
    page = browser.new_page(locale="en")
    page.route("**/*", answers.answer)
    page.goto(f"{HOME}/sheets")
    return page


def test_answers_are_pre_given_and_drawn_on_the_panel(form: Page, answers: Answers) -> None:
    expect(form.locator("#text")).to_have_value("title: X\n")
    first = {
        "title": "",
        "least": 2,
        "most": 4,
        "turns": "one_by_one",
        "rounds": "open",
        "scoring": "total",
        "colours": [],
        "icon": "",
    }
    written = {"answers": first, "before": None, "text": ""}
    assert answers.sent[0] == ("/sheets/write", written)
    assert form.evaluate(LIT) == [255, 0]
    with form.expect_response("**/sheets/write*"):
        form.get_by_label("How are points counted?").select_option("each_round")
    second = {**first, "scoring": "each_round"}
    written = {"answers": second, "before": first, "text": "title: X\n"}
    assert answers.sent[-1][1] == written
    with form.expect_response("**/sheets/write*"):
        form.get_by_label("Teal").check()
    written = {"answers": {**second, "colours": ["teal"]}, "before": second, "text": "title: X\n"}
    assert answers.sent[-1][1] == written


def test_mistakes_stand_at_their_field(form: Page, answers: Answers) -> None:
    expect(form.locator("#text")).to_have_value("title: X\n")
    answers.mistakes = [{"field": "players", "sentence": "write the least number first"}]
    form.get_by_label("Players, from").select_option("9")
    expect(form.locator("[data-field=players]")).to_have_text("write the least number first")
    expect(form.locator("[data-field=title]")).to_have_text("")


def test_what_is_pasted_is_checked_and_added(form: Page, answers: Answers) -> None:
    expect(form.locator("#text")).to_have_value("title: X\n")
    with form.expect_request("**/sheets/check*"):
        form.locator("#text").fill("SHEET1:ABC")
    expect(form.locator("#text")).to_have_value("title: X\n")
    assert answers.sent[-1] == ("/sheets/check", {"text": "SHEET1:ABC"})
    with form.expect_request("**/sheets/x-1*"):
        form.get_by_role("button", name="Add to the games").click()
    assert answers.sent[-1] == ("/sheets/add", {"text": "title: X\n"})
