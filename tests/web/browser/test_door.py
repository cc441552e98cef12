"""Secrets in a browser: no key in its history, no cookie for scripts, no foreign code."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, StorageState, expect

from tests.web.browser.box import PHONE, Box, running

GAME, SEED = "inner-compass", 14
LISTEN = """() => {
  window.violations = [];
  addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI, sourceFile }) =>
    window.violations.push(`${violatedDirective} ${blockedURI} ${sourceFile}`));
}"""


@pytest.fixture(scope="module")
def box() -> Iterator[Box]:
    with running(GAME, 2, SEED) as box:
        yield box


@pytest.fixture(scope="module")
def owner(box: Box, browser: Browser) -> StorageState:
    """The cookies of somebody who has the virtual box and sits at its table."""
    context = box.owner(browser)
    box.take_seat(context, 0, box.code())
    cookies = context.storage_state()
    context.close()
    return cookies


def test_no_view_breaks_the_security_policy(
    box: Box, browser: Browser, owner: StorageState
) -> None:
    """Pages have no inline scripts or styles, so that nothing injected into them runs."""
    page = browser.new_context(storage_state=owner).new_page()
    page.add_init_script(f"({LISTEN})()")
    errors: list[str] = []
    page.on("console", lambda entry: errors.append(entry.text) if entry.type == "error" else None)
    page.on("pageerror", lambda error: errors.append(str(error)))
    for path in ("/", "/seat", "/host", "/replay", "/play", "/j/0000"):
        page.goto(box.address + path)
        expect(page.locator("body")).to_have_attribute("data-link", "on")
        for button in page.locator("summary:visible").all():
            button.click()
        language = page.get_by_label("Language", exact=True).or_(
            page.get_by_label("Sprache", exact=True)
        )
        other = {"en": "de", "de": "en"}[language.first.input_value()]
        language.first.select_option(other)
        expect(page.locator("html")).to_have_attribute("lang", other)
        assert page.evaluate("window.violations") == [], path
        assert errors == [], path


def test_injected_scripts_and_styles_are_blocked(box: Box, browser: Browser) -> None:
    """If they were not, the test above would prove nothing."""
    page = box.visit(browser)
    page.evaluate(f"({LISTEN})()")
    page.evaluate("""() => {
      const script = document.createElement("script");
      script.textContent = "window.hacked = true";
      const style = document.createElement("p");
      style.setAttribute("style", "color: red");
      document.body.append(script, style);
    }""")
    page.wait_for_function("window.violations.length >= 2")
    assert page.evaluate("window.hacked") is None


@pytest.fixture(scope="module")
def play(box: Box, browser: Browser) -> Page:
    return box.play(browser)


def test_the_cookie_is_for_no_script_and_no_other_site(play: Page) -> None:
    (cookie,) = play.context.cookies()
    assert cookie["httpOnly"]
    assert cookie["sameSite"] == "Strict"
    assert play.evaluate("document.cookie") == ""


def test_the_key_is_in_no_address_after_the_first_visit(box: Box, play: Page) -> None:
    assert box.key not in play.url
    assert traces(play) == []
    play.go_back()
    assert box.key not in play.url
    play.go_forward()
    assert play.url == f"{box.address}/play"


def traces(page: Page) -> list[str]:
    """Return every place where a page's scripts could find the key or a cookie."""
    texts = page.evaluate("""() => [
      location.href, document.referrer, document.cookie,
      ...performance.getEntries().map(({ name }) => name),
      ...Object.values(localStorage), ...Object.values(sessionStorage),
    ]""")
    return [text for text in texts if "key=" in text or "companion=" in text]


def test_the_code_leaves_the_address_but_not_the_form(box: Box, browser: Browser) -> None:
    page = box.visit(browser, "/j/4711", viewport=PHONE)
    assert page.url == f"{box.address}/seat"
    expect(page.locator("#code")).to_have_value("4711")
    page.reload()
    expect(page.locator("#code")).to_have_value("4711")
    page.goto(f"{box.address}/host")
    page.go_back()
    assert page.url == f"{box.address}/seat"
