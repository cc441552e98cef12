"""A page that loses its connection says so, reconnects by itself, and is up to date again."""

import random
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from shutil import copy

import pytest
from playwright.sync_api import Browser, Page, WebSocketRoute, expect

from companion.storage.logins import FILE as LOGINS
from companion.table.table import Table
from tests.web.browser import plan
from tests.web.browser.box import Box, code_of, lay_out, running
from tests.web.browser.robot import choose, log_length

GAME, SEED = "inner-compass", 14
STEPS = 6
LATE = 3.5
"""Seconds after which a page tells of a tap without an answer, and gives the line up."""


@dataclass
class Cable:
    """The connection of a page, which can be cut and restored."""

    addresses: list[str] = field(default_factory=list)
    cut: bool = False
    frozen: bool = False
    """Whether the line is open and swallows messages, as where a phone leaves its network."""
    swallows: str = "both"
    """On which way: there, back or both."""
    _routes: list[WebSocketRoute] = field(default_factory=list)

    def plug(self, page: Page) -> None:
        page.route_web_socket(lambda address: "/ws?" in address, self._connect)

    def _connect(self, route: WebSocketRoute) -> None:
        self.addresses.append(route.url)
        if self.cut:
            route.close()
        else:
            server = route.connect_to_server()
            self._routes.append(route)
            route.on_message(lambda message: self._pass("there", server, message))
            server.on_message(lambda message: self._pass("back", route, message))

    def _pass(self, way: str, to: WebSocketRoute, message: str | bytes) -> None:
        if not (self.frozen and self.swallows in (way, "both")):
            to.send(message)

    def pull(self) -> None:
        self.cut = True
        for route in self._routes:
            route.close()

    def mend(self) -> None:
        self.cut = False


def read(page: Page) -> Callable[[str], list[str]]:
    return lambda selector: page.locator(selector).all_inner_texts()


@pytest.fixture(scope="module")
def begun() -> Table:
    """A game in which both have placed their pieces and moved."""
    return plan.after(plan.steps(GAME, 2, SEED, plan.brisk), STEPS)


@pytest.fixture(scope="module")
def box(begun: Table, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Box]:
    """A box at which only the page that is cut off misses moves."""
    with running(GAME, 2, SEED, plan.record(tmp_path_factory.mktemp("box") / "game", begun)) as box:
        yield box


@pytest.mark.slow
def test_a_page_that_was_cut_off_catches_up(box: Box, browser: Browser, begun: Table) -> None:
    phones = [box.phone(browser, seat, box.code()) for seat in range(2)]
    cable = Cable()
    table = plugged(box, browser, cable)
    expect(table.locator("site-header .link")).to_be_hidden()
    cable.pull()
    expect(table.locator("site-header .link")).to_contain_text("comes back by itself")
    missed = list(islice(plan.steps_from(begun, random.Random(SEED), plan.brisk), STEPS))
    assert {step.seat for step in missed} == {0, 1}
    for step in missed:
        choose(phones[step.seat], step.labels)
    cable.mend()
    expect(table.locator("site-header .link")).to_be_hidden(timeout=15_000)
    assert "since=" in cable.addresses[-1]
    fresh = box.visit(browser)
    expect(table.locator("game-log .entry")).to_have_count(log_length(fresh))
    for selector in ("game-log .entry", ".prompt", "board-picture li"):
        assert read(table)(selector) == read(fresh)(selector)
    due = [phone for phone in phones if phone.title().startswith("● Your turn · ")]
    assert len(due) == 1
    expect(due[0].locator(".player.is-me.is-due")).to_have_count(1)
    for phone in phones:
        expect(phone.locator("turn-alert[data-called]")).to_have_count(1)


def plugged(box: Box, browser: Browser, cable: Cable, path: str = "/") -> Page:
    """Open a page, by default the table's, behind a cable that can be cut."""
    context = browser.new_context(locale="en-GB")
    page = context.new_page()
    cable.plug(page)
    page.goto(box.address + path)
    if not cable.cut:
        expect(page.locator("body")).to_have_attribute("data-link", "on")
    return page


def test_a_replay_waits_until_it_knows_the_game(box: Box, browser: Browser) -> None:
    cable = Cable(cut=True)
    page = plugged(box, browser, cable, "/replay")
    to_the_end = page.get_by_role("button", name="To the end")
    expect(to_the_end).to_be_disabled()
    cable.mend()
    to_the_end.click()
    expect(page.locator(".steps .count")).to_have_text(re.compile(r"^([1-9]\d*) / \1$"))


def test_a_tap_on_a_bad_line_is_told_of_and_counts_once_or_never(browser: Browser) -> None:
    """It is cut first; then it swallows what is said to the box, and then what the box says."""
    with running(GAME, 2, SEED) as box:
        code = box.lay_out()
        first, *_ = plan.steps(GAME, 2, SEED, plan.brisk)
        phone = box.phone(browser, first.seat, code)
        cable = Cable()
        cable.plug(phone)
        phone.clock.install()
        phone.reload()
        notice, link = phone.locator("notice-bar"), phone.locator("site-header .link")
        target = phone.locator(".target").first
        expect(target).to_be_visible()
        before = log_length(phone)
        cable.pull()
        expect(link).to_be_visible()
        target.click(force=True)
        expect(notice).to_contain_text("The box does not answer")
        cable.mend()
        expect(link).to_be_hidden(timeout=15_000)
        tap_on_a_frozen_line(phone, cable, "there")
        expect(notice).to_contain_text("Your tap has not arrived, and never will: tap again.")
        expect(phone.locator("game-log .entry")).to_have_count(before)
        tap_on_a_frozen_line(phone, cable, "back")
        expect(phone.locator("[aria-busy=true]")).to_have_count(0)
        expect(phone.locator("game-log .entry")).to_have_count(before + 1)
        assert log_length(box.visit(browser)) == before + 1


def tap_on_a_frozen_line(phone: Page, cable: Cable, way: str) -> None:
    """Touch the board while the line swallows what goes one way; mend it once that is told."""
    cable.swallows, cable.frozen = way, True
    phone.locator(".target").first.click(force=True)
    phone.clock.pause_at(phone.evaluate("Date.now()") / 1000 + LATE)
    phone.clock.run_for(100)
    expect(phone.locator("notice-bar")).to_contain_text("The box has not answered yet")
    expect(phone.locator("site-header .link")).to_contain_text("comes back by itself")
    cable.frozen = False
    phone.clock.resume()
    expect(phone.locator("site-header .link")).to_be_hidden(timeout=15_000)


def test_pages_come_back_by_themselves_when_the_box_has_restarted(
    browser: Browser, tmp_path: Path
) -> None:
    """Without ``--state`` only the codes and seats are kept, and a new game begins."""
    with running(GAME, 2, SEED, tmp_path) as box:
        play = box.play(browser)
        lay_out(play)
        code = code_of(play)
        phone = box.sit_down(browser, 1, code)
        host = box.follow(play.context, "/host")
        installed = box.visit(browser, "/seat", service_workers="allow")
        installed.evaluate("navigator.serviceWorker.ready")
        box.follow(installed.context, "/seat").close()
    installed.reload()
    expect(installed.locator("site-header .link")).to_contain_text("comes back by itself")
    for page in (play, phone, host):
        expect(page.locator("site-header .link")).to_contain_text("comes back by itself")
    with running(GAME, 2, SEED, tmp_path, box.port):
        for page in (play, phone, host, installed):
            expect(page.locator("site-header .link")).to_be_hidden(timeout=15_000)
        expect(phone.locator("seat-name .name")).to_be_visible()
        expect(host.locator("host-controls")).to_be_visible()
        assert code_of(play) == code
    host.close()
    installed.close()
    fresh = tmp_path / "fresh"
    fresh.mkdir()
    copy(tmp_path / LOGINS, fresh)
    with running(GAME, 2, SEED, fresh, box.port):
        for page in (play, phone):
            expect(page.locator("site-header .link")).to_be_hidden(timeout=15_000)
        expect(play.get_by_role("button", name="Everything is in place")).to_be_visible()
        expect(phone.locator("seat-name .name")).to_be_visible()
        assert code_of(play) == code


def test_a_page_that_wakes_up_or_has_been_forgotten_goes_on(box: Box, browser: Browser) -> None:
    page = browser.new_context(locale="en-GB").new_page()
    page.clock.install()
    page.goto(box.address)
    expect(page.locator("body")).to_have_attribute("data-link", "on")
    with page.expect_websocket() as opened:
        page.clock.fast_forward(60_000)
    assert "since=" in opened.value.url, "it asks for what it has missed, and at once"
    page.goto(f"{box.address}/play")
    link = page.locator("site-header .link")
    expect(link).to_contain_text("open the address")
    expect(link.get_by_role("link", name="Watch the table")).to_be_visible()
    other = page.context.new_page()
    other.goto(f"{box.address}/play?key={box.key}")
    expect(page.locator("site-header .link")).to_be_hidden(timeout=15_000)
