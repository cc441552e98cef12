"""A box in its own process, as `companion play` starts it, and browsers that visit it."""

from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, expect

from companion.storage.journal import FILE as JOURNAL
from tests.web.browser import owner
from tests.web.browser.forking import forked

PHONE: Final[ViewportSize] = {"width": 390, "height": 844}
DESK: Final[ViewportSize] = {"width": 1440, "height": 1000}
TELEVISION: Final[ViewportSize] = {"width": 1920, "height": 1080}
NARROW: Final[ViewportSize] = {"width": 320, "height": 640}
LIT: Final = """() => {
  const canvas = document.querySelector("oled-panel canvas");
  const {data} = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
  return data.some((value, i) => i % 4 === 3 && value > 0);
}"""
PATIENCE: Final = 15.0
"""Seconds within which a box must print its address, and later have stopped."""


@dataclass(frozen=True)
class Box:
    """A running box: where it is, and the key of its play page."""

    address: str
    key: str

    @property
    def port(self) -> int:
        """Where it listens."""
        return int(self.address.rpartition(":")[2])

    def code(self) -> str:
        """Return the code by which phones join, without opening a page that shows it."""
        return owner.code(self.address, self.key)

    def lay_out(self) -> str:
        """Confirm without a page that all is laid out; return the code by which phones join."""
        return owner.code(self.address, self.key, owner.lay_out)

    def go_on(self) -> str:
        """Restart the clocks, which stand still after the box was off; return the same code."""
        return owner.code(self.address, self.key, owner.go_on)

    def visit(
        self,
        browser: Browser,
        path: str = "/",
        *,
        english: bool = True,
        **context: Any,  # noqa: ANN401 - arguments of a browser context
    ) -> Page:
        """Open a page in a fresh browser, without cookies."""
        arguments = {**self.settings(english=english), **context}
        return self.follow(browser.new_context(**arguments), path)

    @staticmethod
    def settings(*, english: bool) -> dict[str, Any]:
        """Return the settings that all browsers share."""
        language = "en-GB" if english else "de-DE"
        return {"locale": language, "reduced_motion": "reduce", "service_workers": "block"}

    def follow(self, context: BrowserContext, path: str) -> Page:
        """Open a page in a browser and wait until it is connected to the table."""
        page = context.new_page()
        page.set_default_timeout(10_000)
        page.goto(self.address + path)
        expect(page.locator("body")).to_have_attribute("data-link", "on")
        return page

    def play(self, browser: Browser) -> Page:
        """Open the page that stands in for the hardware, and wait until its panel is lit."""
        page = self.visit(browser, f"/play?key={self.key}", viewport=DESK)
        page.wait_for_function(LIT)
        return page

    def host(self, browser: Browser) -> Page:
        """Open the host's page as the owner of the virtual box, without opening the box's own."""
        return self.follow(self.owner(browser), "/host")

    def owner(self, browser: Browser) -> BrowserContext:
        """Return a fresh browser with the cookies of the owner of the virtual box."""
        context = browser.new_context(**self.settings(english=True), viewport=DESK)
        opened = context.request.get(f"{self.address}/play?key={self.key}")
        assert opened.ok, opened.text()
        return context

    def phone(self, browser: Browser, seat: int, code: str, path: str = "/seat") -> Page:
        """Open a page of a seat on a phone that has joined already."""
        context = browser.new_context(**self.settings(english=True), viewport=PHONE)
        self.take_seat(context, seat, code)
        page = self.follow(context, path)
        expect(page.locator("seat-name .name").or_(page.locator("board-text"))).to_be_visible()
        return page

    def take_seat(self, context: BrowserContext, seat: int, code: str) -> None:
        """Join a seat with a browser, without a page."""
        origin = {"Origin": self.address}
        sat = context.request.post(
            f"{self.address}/api/join", data={"seat": seat, "code": code}, headers=origin
        )
        assert sat.ok, sat.text()

    def sit_down(
        self, browser: Browser, seat: int, code: str, listen: Callable[[Page], None] | None = None
    ) -> Page:
        """Join with a new phone by the form; ``listen`` is called with the page beforehand."""
        page = self.visit(browser, f"/j/{code}", viewport=PHONE)
        if listen is not None:
            listen(page)
        page.locator(f"label[for=seat-{seat}]").click()
        page.locator("button[type=submit]").click()
        expect(page.locator("seat-name .name")).to_be_visible()
        return page


def code_of(page: Page) -> str:
    """Return the join code that the play page or the host's page shows."""
    return page.locator(".join-code strong").inner_text()


@contextmanager
def running(
    game: str,
    players: int,
    seed: int | None,
    state: Path | None = None,
    port: int = 0,
    *,
    robots: int = 0,
) -> Iterator[Box]:
    """Start a box, resuming the game in the folder ``state``; stop it at the end.

    The port 0 stands for any that is free. Without a seed the box commits itself to its draws.
    """
    seats = ("--players", str(players), "--robots", str(robots))
    with TemporaryDirectory() as fresh:
        kept = ("--state", fresh if state is None else str(state), "--port", str(port))
        resumed = state is not None and (state / JOURNAL).exists()
        # Who asks for a game gets a new one where the last one is over.
        chosen = () if resumed else ("--game", game)
        seeded = () if seed is None else ("--seed", str(seed))
        arguments = ("play", *chosen, *seats, *seeded, *kept)
        with forked(arguments, PATIENCE) as line:
            address, _, key = line.rpartition("/play?key=")
            yield Box(address, key)


def lay_out(page: Page) -> None:
    """Confirm on the play page or the host's that all is laid out, if there is anything to."""
    if page.locator("task-list button").count():
        page.get_by_role("button", name="Everything is in place").click()
        expect(page.locator("task-list button")).to_have_count(0)


def close_all(browser: Browser, but: Collection[BrowserContext] = ()) -> None:
    """Close all pages ``but`` those in some contexts, since an open one goes on drawing."""
    for context in browser.contexts:
        if context not in but:
            context.close()


def settled(page: Page) -> None:
    """Wait until the server has answered everything that a page has asked.

    This checks at every frame that the browser draws; `expect` would check less and less often.
    """
    page.wait_for_function("() => !document.querySelector('[aria-busy=true]')")
