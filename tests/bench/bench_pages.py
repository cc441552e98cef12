"""How soon a page is of use at the first visit on a slow line: 400 kbit/s, 300 ms there and back.

For each page: the seconds until something is seen (first contentful paint), until the game is there
and answers, the bytes that came, and the requests, with the WebSocket among them. Measured on a
virtual machine, behind a proxy that is such a line:

    table    seen  2.3 s, of use  3.8 s,   62 kB, 5 requests
    join     seen  2.5 s, of use  3.9 s,   64 kB, 5 requests
    seat     seen  2.5 s, of use  3.9 s,   65 kB, 5 requests
    replay   seen  2.3 s, of use  3.6 s,   79 kB, 5 requests
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.browser.box import PHONE, Box, close_all, code_of, running
from tests.web.browser.conftest import start
from tests.web.browser.slow_line import slow_line

BITS: Final = 400_000.0
TRIP: Final = 0.3
LATEST: Final = 5.0
"""Seconds."""
MOST: Final = 12
"""Requests."""
PATHS: Final = {"table": "/", "join": "/j/{code}", "seat": "/seat", "replay": "/replay"}
GAME: Final = ("gilded-compass", 5, 14)
"""The game with the largest board."""
SEEN: Final = """() => new Promise((resolve) => {
  new PerformanceObserver((list) => {
    const paint = list.getEntriesByName("first-contentful-paint")[0];
    if (paint) resolve(paint.startTime / 1000);
  }).observe({ type: "paint", buffered: true });
})"""


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    started, stack = start()
    with stack:
        yield started


@pytest.fixture(scope="module")
def box() -> Iterator[Box]:
    with running(*GAME) as box:
        yield box


@pytest.mark.parametrize("name", PATHS)
def test_first_visit_on_a_slow_line(
    box: Box, browser: Browser, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code = code_of(box.host(browser))
    close_all(browser)
    with slow_line(box.port, BITS, TRIP) as line:
        far = replace(box, address=f"http://127.0.0.1:{line.port}")
        page = browser.new_context(**far.settings(english=True), viewport=PHONE).new_page()
        if name == "seat":
            sat = page.context.request.post(
                f"{far.address}/api/join",
                data={"seat": 0, "code": code},
                headers={"Origin": far.address},
            )
            assert sat.ok
        line.bytes = 0
        requests: list[str] = []
        page.on("request", lambda request: requests.append(request.url))
        page.on("websocket", lambda socket: requests.append(socket.url))
        seen, useful = visit(page, far.address + PATHS[name].format(code=code))
        with capsys.disabled():
            print(
                f"\n{name:8} seen {seen:4.1f} s, of use {useful:4.1f} s,"
                f" {line.bytes / 1000:4.0f} kB, {len(requests)} requests"
            )
        close_all(browser)
    assert useful <= LATEST
    assert len(requests) <= MOST


def visit(page: Page, address: str) -> tuple[float, float]:
    """Return the seconds until something is seen, and until the page can be used."""
    page.goto(address, wait_until="commit")
    expect(page.locator("body")).to_have_attribute("data-link", "on", timeout=30_000)
    expect(page.locator("main")).to_contain_text(re.compile(r"\w"))
    useful: float = page.evaluate("performance.now() / 1000")
    seen: float = page.evaluate(SEEN)
    return seen, useful
