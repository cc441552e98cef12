"""What the last move has changed is marked, and ringed what others have done since one's turn.

The games are played in this process; their messages reach one page through its own line.
"""

import json
from collections.abc import Iterator
from typing import Final

import pytest
from playwright.sync_api import Browser, Page, WebSocketRoute, expect

from companion.web.views.viewer import Viewer
from tests.web.browser.box import DESK, Box, running
from tests.web.scene import GAMES, Scene, Wired

MOST: Final = 400
"""Steps within which another player has changed something since one's own turn."""


@pytest.fixture(scope="module")
def box() -> Iterator[Box]:
    """A box that gives out its pages; what it says of its own game is not listened to."""
    with running("compass-jewels", 2, 1) as box:
        yield box


class Line:
    """A line between a page and a seat of a game that is played here."""

    def __init__(self, scene: Scene, seat: int) -> None:
        """Attach a phone; ``pushed`` is what the page's end of the line is called with."""
        self.scene = scene
        self.wired: Wired = scene.connect(Viewer(seat=seat))
        self.page: WebSocketRoute | None = None
        self.first = json.dumps(
            {"kind": "state", "seq": 1, "reset": True, "view": self.wired.phone.view, "log": []}
        )

    def open(self, page: WebSocketRoute) -> None:
        """Say what there is to a page that has come, and whatever it asks, that it is done."""
        self.page = page
        role = {"seat": self.wired.client.viewer.seat, "host": False, "play": False}
        page.on_message(lambda said: page.send(json.dumps(answer(str(said)))))
        page.send(json.dumps({"kind": "hello", "seq": 1, "run": 1, "role": role, "languages": []}))
        page.send(self.first)

    def pass_on(self) -> None:
        """Tell the page what has happened."""
        assert self.page is not None
        for message in self.scene.pull(self.wired):
            self.page.send(message)

    def lying(self) -> dict[str, list[tuple[object, ...]]]:
        """Return what the seat sees on each space."""
        all_: dict[str, list[tuple[object, ...]]] = {}
        for sprite in self.wired.phone.view["sprites"]:
            look = tuple(sprite[key] for key in ("look", "sign", "turn", "piece"))
            all_.setdefault(sprite["place"], []).append(look)
        return all_

    @property
    def is_mine(self) -> bool:
        """Whether the seat is due."""
        choices = self.wired.phone.view["choices"]
        return bool(choices and choices["mine"])


def answer(said: str) -> dict[str, object]:
    return {"kind": "done", "of": json.loads(said)["id"]}


def places(page: Page, name: str) -> set[str]:
    """Return the places that are marked on a board."""
    return set(
        page.locator(f".rings .{name}").evaluate_all("all => all.map((one) => one.dataset.place)")
    )


@pytest.mark.parametrize("game", GAMES)
def test_the_last_move_is_marked_and_news_are_ringed(box: Box, browser: Browser, game: str) -> None:
    line = Line(Scene(game), 0)
    context = browser.new_context(**box.settings(english=True), viewport=DESK)
    context.route_web_socket(lambda address: "/ws?" in address, line.open)
    page = box.follow(context, "/seat")
    expect(page.locator(".rings > *")).to_have_count(0)
    left: dict[str, list[tuple[object, ...]]] | None = None
    for _ in zip(line.scene.play(), range(MOST), strict=False):
        was_mine, before = line.is_mine, line.lying()
        line.pass_on()
        now = line.lying()
        if was_mine and not line.is_mine:
            left = now
        moved, news = changed(before, now), changed(left, now) if left else set()
        if moved and news and not was_mine:
            break
    else:
        pytest.fail("nobody has changed anything")
    page.wait_for_function(
        "count => document.querySelectorAll('.rings .news').length === count", arg=len(news)
    )
    assert places(page, "news") == news
    assert places(page, "moved") == moved


def changed(
    before: dict[str, list[tuple[object, ...]]], now: dict[str, list[tuple[object, ...]]]
) -> set[str]:
    return {place for place in before.keys() | now.keys() if before.get(place) != now.get(place)}
