"""Every view in both colour schemes, checked by axe.

With ``PICTURES=keep`` pictures go to `build/web`; `make screens` puts them on one sheet, with those
of `screens_views.py`.
"""

import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, WebSocketRoute, expect

from tests.web.browser import plan
from tests.web.browser.box import DESK, NARROW, PHONE, TELEVISION, Box, close_all, running
from tests.web.browser.sight import assert_nothing_typed_is_broken

PICTURES: Final = Path(__file__).parents[3] / "build" / "web"
AXE: Final = (files("axe_playwright_python") / "axe.min.js").read_text(encoding="utf-8")
SEED: Final = 14
STEPS: Final = 30


@dataclass(frozen=True)
class Scene:
    """Boxes in the middle and at the end of a game, and the cookies of owner and player."""

    middle: Box
    end: Box
    owner: Any
    seat: Any
    code: str


@pytest.fixture(scope="module")
def scene(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Scene]:
    folder = tmp_path_factory.mktemp("scene")
    game, short = ("inner-compass", 2, SEED), ("compass-points", 4, SEED)
    begun = plan.record(folder / "middle", plan.after(plan.steps(*game, plan.brisk), STEPS))
    over = plan.record(folder / "end", plan.after(plan.steps(*short, plan.at_random(SEED))))
    with running(*game, begun) as middle, running(*short, over) as end:
        code = middle.go_on()
        owner, seat = middle.owner(browser), browser.new_context()
        middle.take_seat(seat, 0, code)
        known = Scene(middle, end, owner.storage_state(), seat.storage_state(), code)
        close_all(browser)
        yield known


VIEWS: Final[Mapping[str, tuple[str, ViewportSize, str]]] = {
    "table": ("/", TELEVISION, ""),
    "join": ("/j/{code}", PHONE, ""),
    "seat": ("/seat", PHONE, "seat"),
    "host-code": ("/host", PHONE, ""),
    "host": ("/host", DESK, "owner"),
    "replay": ("/replay", DESK, ""),
    "play": ("/play", DESK, "owner"),
    "told": ("/told", PHONE, "seat"),
}


def visit(
    scene: Scene,
    browser: Browser,
    view: str,
    language: str,
    **more: Any,  # noqa: ANN401 - arguments of a browser context
) -> tuple[Page, list[str]]:
    """Open a view as the person it is for; return it with the messages of its console."""
    path, size, who = VIEWS[view]
    box = scene.end if view == "replay" else scene.middle
    state = getattr(scene, who) if who else None
    context = browser.new_context(
        **{
            **box.settings(english=language == "en"),
            "viewport": size,
            "service_workers": "allow",  # a blocked one complains in the console
            **more,
        },
        storage_state=state,
    )
    console: list[str] = []
    context.on("console", lambda message: console.append(message.text))
    context.on("weberror", lambda error: console.append(str(error.error)))
    page = box.follow(context, path.format(code=scene.code))
    if view == "replay":
        page.locator(".steps button").last.click()
        page.locator("score-list button.rule").first.click()
        expect(page.locator("score-list .rule-words").first).not_to_be_empty()
        page.locator(".score-line.has-places").first.focus()
    return page, console


def violations_of(page: Page, *rules: str) -> list[str]:
    """Return the violations found by axe, grave or not, of these rules or of all.

    Single rules are not asked about drawings, whose texts axe leaves undecided anyway.
    """
    page.evaluate(f"globalThis.axe || (() => {{ {AXE} }})()")
    options = {"resultTypes": ["violations"], **({"runOnly": rules} if rules else {})}
    where = {"exclude": ["svg"]} if rules else {"include": ["html"]}
    asked = [where, options]
    violations = page.evaluate("asked => axe.run(...asked)", asked)["violations"]
    return [
        f"{rule['id']} ({rule['impact']}): {node['target']} {node['failureSummary']}"
        for rule in violations
        for node in rule["nodes"]
    ]


@pytest.mark.slow
@pytest.mark.parametrize("view", VIEWS)
def test_a_view_is_accessible(scene: Scene, browser: Browser, view: str) -> None:
    """Whole in German, whose words are longer, and dark; in light its colours."""
    page, console = visit(scene, browser, view, "de", color_scheme="dark")
    expect(page.locator("html")).to_have_attribute("lang", "de")
    expect(page.locator("html")).to_have_attribute("data-scheme", "dark")
    assert violations_of(page) == []
    page.emulate_media(color_scheme="light")
    expect(page.locator("html")).to_have_attribute("data-scheme", "light")
    assert violations_of(page, "color-contrast", "link-in-text-block") == []
    assert console == [], "a policy is violated, or an error was raised"
    page.set_viewport_size(NARROW)
    page.wait_for_function(
        "width => document.documentElement.scrollWidth <= width", arg=NARROW["width"]
    )
    for width in (304, 320, 360, 396) if page.locator("join-card").count() else ():
        page.set_viewport_size({"width": width, "height": 640})
        assert_nothing_typed_is_broken(page)


def of_an_unsure_box(
    browser: Browser, box: Box, *, english: bool = True, viewport: ViewportSize = DESK
) -> Page:
    """Open the table as a real box shows it whose copy nobody has compared.

    The hardware here is emulated, which owns no copy: what it says is changed on the line.
    """

    def connect(page: WebSocketRoute) -> None:
        page.connect_to_server().on_message(
            lambda said: page.send(
                said.replace('"unsure":false', '"unsure":true') if isinstance(said, str) else said
            )
        )

    context = browser.new_context(**box.settings(english=english), viewport=viewport)
    context.route_web_socket(lambda address: "/ws?" in address, connect)
    return box.follow(context, "/")


def test_points_are_marked_until_the_copy_has_been_compared(scene: Scene, browser: Browser) -> None:
    plain, marked = scene.end.visit(browser), of_an_unsure_box(browser, scene.end)
    for points in (".player .total", ".podium strong", "score-list .total", "score-list .points"):
        expect(plain.locator(points).first).to_be_visible()
        without = plain.locator(points).all_inner_texts()
        expect(marked.locator(points)).to_have_text([f"~{text}" for text in without])
    expect(marked.locator("score-list .hint")).to_contain_text("before the next game begins")
    expect(plain.locator("score-list .hint")).to_have_count(0)
    keep(marked, "unsure")
    phone = of_an_unsure_box(browser, scene.end, english=False, viewport=PHONE)
    for points in (".podium strong", "score-list .total"):
        expect(phone.locator(points).first).to_have_text(re.compile("^~"))
    expect(phone.locator("score-list .hint")).to_contain_text("bevor die nächste Partie beginnt")


def keep(page: Page, name: str) -> None:
    """Save a picture for people to look at, if somebody wants it."""
    if os.environ.get("PICTURES") != "keep":
        return
    PICTURES.mkdir(parents=True, exist_ok=True)
    page.evaluate("scrollTo(0, 0)")
    page.screenshot(path=PICTURES / f"{name}.png")
