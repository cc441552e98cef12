"""How soon a page is of use at the first visit on a slow line: 400 kbit/s, 300 ms there and back.

For each page: the seconds until something is seen (first contentful paint), until the game is there
and answers, the bytes that came, the requests, with the WebSocket among them, and its JavaScript
before it is compressed. Measured on a virtual machine, behind a proxy that is such a line (what is
left out lies between):

    gilded-compass table  seen  2.3 s, of use  3.7 s,   72 kB, 5 requests,   91 kB of JavaScript
    gilded-compass join   seen  2.4 s, of use  3.7 s,   74 kB, 5 requests,  102 kB of JavaScript
    gilded-compass seat   seen  2.4 s, of use  4.1 s,   76 kB, 5 requests,  102 kB of JavaScript
    gilded-compass replay seen  2.3 s, of use  3.6 s,   91 kB, 5 requests,   90 kB of JavaScript
    gilded-compass told   seen  2.2 s, of use  3.6 s,   62 kB, 5 requests,   58 kB of JavaScript
    gilded-compass host   seen  2.4 s, of use  4.1 s,   74 kB, 5 requests,  100 kB of JavaScript
    inner-compass  seat   seen  2.5 s, of use  4.2 s,   86 kB, 5 requests,  102 kB of JavaScript
    essence        seat   seen  2.4 s, of use  3.6 s,   69 kB, 5 requests,  102 kB of JavaScript
    compass-points seat   seen  2.4 s, of use  3.6 s,   69 kB, 5 requests,  102 kB of JavaScript
    compass-jewels seat   seen  2.4 s, of use  4.2 s,   96 kB, 5 requests,  102 kB of JavaScript
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
"""Seconds: what people wait for. Nearly all of it is the line, which is as slow anywhere."""
MOST: Final = 12
"""Requests."""
PATHS: Final = {
    "table": "/",
    "join": "/j/{code}",
    "seat": "/seat",
    "replay": "/replay",
    "told": "/told",
    "host": "/host",
}
PLAYERS: Final = {
    "gilded-compass": 5,
    "inner-compass": 4,
    "essence": 7,
    "compass-points": 4,
    "compass-jewels": 2,
}
EACH: Final = [
    *(("gilded-compass", name) for name in PATHS),
    *((game, name) for game in [*PLAYERS][1:] for name in ("table", "seat")),
]
"""All pages of the game with the largest board, and of the others what people look at."""
MOST_JAVASCRIPT: Final = 120_000
"""Bytes, uncompressed."""
SCRIPTS: Final = """() => Promise.all([...document.querySelectorAll("script[src]")].map(
  async ({src}) => (await (await fetch(src)).blob()).size
))"""
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
def box(request: pytest.FixtureRequest) -> Iterator[Box]:
    with running(request.param, PLAYERS[request.param], 14) as box:
        yield box


@pytest.mark.parametrize(("box", "name"), EACH, indirect=["box"])
def test_first_visit_on_a_slow_line(
    request: pytest.FixtureRequest,
    box: Box,
    browser: Browser,
    name: str,
    capsys: pytest.CaptureFixture[str],
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
        came, asked = line.bytes, len(requests)
        javascript = sum(page.evaluate(SCRIPTS))
        game = request.node.callspec.params["box"]
        with capsys.disabled():
            print(
                f"\n{game:14} {name:6} seen {seen:4.1f} s, of use {useful:4.1f} s,"
                f" {came / 1000:4.0f} kB, {asked} requests,"
                f" {javascript / 1000:4.0f} kB of JavaScript"
            )
        close_all(browser)
    assert javascript <= MOST_JAVASCRIPT
    assert useful <= LATEST
    assert asked <= MOST


def visit(page: Page, address: str) -> tuple[float, float]:
    """Return the seconds until something is seen, and until the page can be used."""
    page.goto(address, wait_until="commit")
    expect(page.locator("body")).to_have_attribute("data-link", "on", timeout=30_000)
    expect(page.locator("main")).to_contain_text(re.compile(r"\w"))
    useful: float = page.evaluate("performance.now() / 1000")
    seen: float = page.evaluate(SEEN)
    return seen, useful
