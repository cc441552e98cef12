"""The hub's pages in a browser: by phone and on a television, light and dark, checked by axe."""

import asyncio
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import Thread
from typing import Any, Final

from aiohttp.test_utils import TestServer
from playwright.sync_api import Browser, Page, expect

from companion_hub.broker_accounts import Enrolment
from companion_hub.club.accounts import Role
from companion_hub.club.enrolments import Enrolments, Place
from companion_hub.club.groups import Wanted
from companion_hub.club.tournament import Kind, Tournament
from companion_hub.pages.server import Pages
from companion_hub.settings import Offered
from companion_hub.wire import Origin
from tests.hub.club.desk import CHEAP, WORD, Ledger
from tests.hub.scene import Scene, Told, scene
from tests.web.browser.box import NARROW, TELEVISION
from tests.web.browser.test_views import keep, violations_of

STATE: Final = {
    "v": 1,
    "phase": "playing",
    "title": "Compass",
    "players": ["Ann", "Ben"],
    "player": "Ben",
    "points": [3, 5],
    "awaited": [1],
    "round": 7,
    "readers_bad": ["board"],
    "turn_since": "2026-01-01T00:00:00+00:00",
}
HEALTH: Final = {
    "v": 1,
    "devices": {"board": {"state": "absent", "detail": "no answer"}},
    "bad_frames": {"board": 3},
    "disk_free_mb": 900,
    "temperature": 45,
}
ALIKE: Final = ("/players", "/tournaments", "/office", "/groups", "/audit", "/logs")
"""Pages made of parts that the others have: looked at when pictures are taken."""
FOR_ALL: Final = ("/", "/games", "/games/j1/1", "/boxes/club/b1")
FOR_OPERATORS: Final = (
    *("/boxes", "/accounts", "/tournaments/1", "/enrolment"),
    *(ALIKE if os.environ.get("PICTURES") == "keep" else ()),
)


@dataclass
class Hub:
    """A hub that is served in a thread of its own: Playwright allows no other event loop."""

    folder: Path
    address: str = ""
    loop: asyncio.AbstractEventLoop | None = None
    ended: asyncio.Event | None = None

    async def serve(self) -> None:
        """Serve until it is ended."""
        async with scene(self.folder) as there:
            how = Enrolment(Ledger(), Offered(), "club")
            pages = Pages(there.store, there.live, there.counts, there.answer, enrolment=how)
            pages.accounts.cost = CHEAP
            await furnish(there, pages)
            server = TestServer(pages.app())
            await server.start_server()
            self.address = str(server.make_url("/")).rstrip("/")
            self.loop, self.ended = asyncio.get_running_loop(), asyncio.Event()
            await self.ended.wait()
            await server.close()


async def furnish(there: Scene, pages: Pages) -> None:
    """Let a club have a box, a game, a group and a tournament."""
    told = Told()
    await pages.accounts.add("Ann", WORD, Role.ADMIN)
    for name, data in (("status", told.status()), ("state", STATE), ("health", HEALTH)):
        await there.hear(name, data)
    wanted = Wanted({"sound": "off"}, "2.0")
    report = {"v": 1, "of": wanted.mark, "settings": {}, "refused": {"version": "in-game"}}
    await there.hear("cfg/reported", report)
    await there.hear("log/1", told.log(1, 3))
    await there.hear("result", told.result(3))
    assert pages.enrolment is not None
    taken = Enrolments(there.store, pages.enrolment.broker)
    asked = await taken.ask("127.0.0.1")
    await taken.admit(asked.code, Place(Origin("club", "b1"), "Table 1", "Back room"), "Ann")
    await pages.groups.add("Back room")
    await pages.groups.want("Back room", wanted)
    await pages.groups.put(Origin("club", "b1"), "Back room")
    cup = Tournament(0, "Cup", "compass-jewels", Kind.SWISS, 2, 2, 3)
    number = await pages.tournaments.make(cup)
    await pages.tournaments.enter(number, ("Ann", "Ben", "Cleo"))
    await pages.tournaments.set_rooms(number, [("club", "b1")])
    await pages.tournaments.pair(number)
    await pages.tournaments.decide(number, (1, 1), (1, 2))
    await pages.tournaments.pair(number)


@contextmanager
def serving(folder: Path) -> Iterator[Hub]:
    """Serve a hub."""
    hub = Hub(folder)
    thread = Thread(target=asyncio.run, args=(hub.serve(),), daemon=True)
    thread.start()
    while hub.ended is None and thread.is_alive():
        thread.join(0.01)
    assert hub.loop is not None
    assert hub.ended is not None
    try:
        yield hub
    finally:
        hub.loop.call_soon_threadsafe(hub.ended.set)
        thread.join()


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
        expect(page.locator(".group .course")).to_have_text("pending: 1")
        for at, path in enumerate(FOR_OPERATORS):
            look(page, hub.address + path, at)
        assert console == [], "a policy is violated, or an error was raised"
        context.close()
