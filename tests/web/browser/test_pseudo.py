"""With every text twice as long, no page cuts anything off unseen, and none is English.

All pages are visited: those of boxes before a game, while pieces are laid out, and in the middle of
a game of each level of each game; a game in a file of its own; and those of the hub.
"""

import os
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

import msgspec
import pytest
from playwright.sync_api import APIRequestContext, Browser, BrowserContext, Page, ViewportSize

from companion.i18n.languages import LANGUAGES, own_name
from tests.hub.club.operator_client import WORD
from tests.i18n.pseudo import ENGLISH, PSEUDO, with_packages
from tests.i18n.test_pseudo import TITLES
from tests.web.browser import test_hub as of_hub
from tests.web.browser.pseudo_served import BEGUN, CARD, Place, Places, levels

PHONE: Final[ViewportSize] = {"width": 360, "height": 740}
_CUT: Final = """() => {
  const isClipped = (part) => getComputedStyle(part).clipPath === "inset(50%)";
  const isSpoken = (part) => part && (isClipped(part) || isSpoken(part.parentElement));
  const isSeen = (part) => part.getClientRects().length > 0 && !part.closest(".skip");
  const isDrawn = (part) => isSeen(part) && !isSpoken(part);
  const all = [...document.querySelectorAll("body *")].filter(isDrawn);
  const hides = (part) => {
    const {overflowX, textOverflow} = getComputedStyle(part);
    if (part.closest(".bar") && overflowX === "auto") return true;
    return overflowX === "hidden" && textOverflow !== "ellipsis";
  };
  const named = (part) => `${part.localName}.${part.className}: ${part.textContent.trim()}`;
  const cut = all.filter((part) => hides(part) && part.scrollWidth > part.clientWidth + 1);
  const isWide = document.documentElement.scrollWidth > innerWidth + 1;
  const isScroller = (part) => getComputedStyle(part).overflowX === "auto";
  const scrolls = (part) => part && (isScroller(part) || scrolls(part.parentElement));
  const sticksOut = (part) => part.getBoundingClientRect().right > innerWidth + 1;
  const wide = all.filter((part) => sticksOut(part) && !scrolls(part.parentElement));
  return [...cut, ...(isWide ? wide.slice(-1) : [])].map(named);
}"""
"""What a page cuts off without an ellipsis, or puts aside in its bar; and, if it is wider than the
phone, the innermost part that is."""
_TEXTS: Final = """() => {
  const found = [document.title];
  const kept = "script, style, code, time, noscript, canvas, textarea, [lang]:not(html), .rule";
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const {parentElement: part, data} = texts.currentNode;
    if (data.trim() && part && !part.closest(kept)) found.push(data.trim());
  }
  for (const name of ["aria-label", "title", "placeholder", "alt", "aria-description"])
    for (const part of document.body.querySelectorAll(`[${name}]`))
      if (!part.matches(kept)) found.push(part.getAttribute(name).trim());
  return found.filter((text) => text);
}"""
ZONES: Final = ("Asia/Tokyo", "Europe/Berlin")
_KEPT: Final = re.compile(
    r"https?://\S*|\S+\.local\S*|^[a-z]+(?:-\w+)+:.*|/(?:tmp|dev/shm)/.*|\bboard\b|^:1: title:"
    + "".join(f"|{re.escape(name)}" for name in (*ZONES, *TITLES, *map(own_name, LANGUAGES)))
)
"""What is the same in all languages: addresses, titles of games, names of languages and of time
zones, ids of places, a reader's own name, and keys of a sheet."""
_OF_THE_CLUB: Final = re.compile(r"\bAnn|Ben|Cleo|Cup|club / b1|Back room|Table 1|no answer")
"""What the people of the club have named, and what a box has said in words of its own."""


class Visit(msgspec.Struct, frozen=True):
    """Somebody who opens a page: nobody known, the box's owner, a player, an operator."""

    place: str
    path: str
    who: str = ""

    def __str__(self) -> str:
        """Return what names it in a list of tests."""
        return "-".join(filter(None, (self.place, self.who, self.path)))


def visits(place: str, who: str, *paths: str) -> Iterator[Visit]:
    """Yield visits of somebody."""
    yield from (Visit(place, path, who) for path in paths)


HUB: Final = "hub"
LIVE: Final = ("/", "/table", "/seat", "/host", "/replay", "/play", "/told", "/j/{code}")
"""Pages that follow the table."""
RECORDED: Final = range(1, len(levels()) + 1)
"""The numbers of the games in the archive: one of each level of each game."""
VISITS: Final = (
    *visits(CARD, "", "/", "/seat", "/host", "/told", "/j/{code}", "/computer", "/nowhere"),
    *visits(CARD, "player", "/seat", "/told"),
    *visits(CARD, "owner", "/", "/host", "/replay", "/play", "/told", "/games", "/games/figures"),
    *visits(CARD, "owner", "/games/1/delete", "/sheets", "/sheets/club"),
    *visits(CARD, "owner", "/sheets/phase-10"),
    *visits(CARD, "owner", "/computer", "/computer/off", "/computer/restart"),
    *visits(CARD, "owner", *(f"/games/{number}" for number in RECORDED)),
    *visits(CARD, "owner", *(f"/games/{number}.html" for number in RECORDED)),
    *visits(BEGUN, "owner", "/", "/table", "/host", "/replay", "/play"),
    *visits(BEGUN, "player", "/seat", "/told"),
    *(
        visit
        for game, level in levels()
        for visit in (
            *visits(f"{game}-{level}", "owner", "/", "/play", "/host", "/replay"),
            *visits(f"{game}-{level}", "player", "/seat", "/told"),
        )
    ),
    *visits(HUB, "", *of_hub.FOR_ALL, "/login", "/table/club/b1", "/players", "/nowhere"),
    *visits(HUB, "operator", *of_hub.FOR_OPERATORS, *of_hub.ALIKE, "/removals"),
)
BOX_DATA: Final = frozenset(
    {
        *("/computer/log.txt", "/computer/state.json", "/games.{form}", "/games/backup.tar"),
        *("/manifest.webmanifest", "/rules/{language}/{rule}.json", "/sheets/{name}.yaml"),
        *("/static/{file}", "/words/{language}.json", "/worker.js", "/ws"),
        *("/{letter}/{number}", "/{letter}/{number}/{key}"),
    }
)
"""Addresses of a box that are no pages."""
HUB_DATA: Final = frozenset(
    {
        *("/table/{site}/{box}/view.json", "/games.csv", "/games/{journal}/{play}.jsonl"),
        *("/news", "/metrics", "/words/{language}.json", "/hub", "/static"),
        *("/sheets.json", "/sheets/{name}.yaml"),
    }
)
"""Addresses of a hub that are no pages."""


@pytest.fixture(scope="module")
def places(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Places]:
    """Serve the boxes and the hub with copies of the packages that have one language more."""
    folder = tmp_path_factory.mktemp("pseudo")
    with_packages(folder)
    (folder / "kept").mkdir()
    root = str(Path(__file__).parents[3])
    started = subprocess.Popen(
        [sys.executable, "-m", "tests.web.browser.pseudo_served", str(folder / "kept")],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": os.pathsep.join((str(folder), root)), "LANGUAGE": PSEUDO},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    assert started.stdin is not None
    assert started.stdout is not None
    yield msgspec.json.decode(started.stdout.readline(), type=Places)
    started.stdin.close()
    assert started.wait(30) == 0
    started.stdout.close()


@pytest.fixture(scope="module")
def contexts(browser: Browser, places: Places) -> Iterator[dict[tuple[str, str], BrowserContext]]:
    """Return the browsers of all who visit."""
    known = {}
    for place, who in dict.fromkeys((visit.place, visit.who) for visit in VISITS):
        context = browser.new_context(
            locale="en-GB", reduced_motion="reduce", viewport=PHONE, service_workers="block"
        )
        enter(context.request, place_of(places, place), who, is_seated=place != CARD)
        known[place, who] = context
    yield known
    for context in known.values():
        context.close()


def enter(request: APIRequestContext, place: Place, who: str, *, is_seated: bool) -> None:
    """Let a browser be somebody."""
    origin = {"Origin": place.address}
    if who == "owner":
        answer = request.get(f"{place.address}/play?key={place.key}")
    elif who == "player":
        seat = {"seat": 0} if is_seated else {"name": "Ŷ1"}
        data = {**seat, "code": place.code}
        answer = request.post(f"{place.address}/api/join", data=data, headers=origin)
    elif who == "operator":
        form: dict[str, str | float | bool] = {"name": "Ann", "password": WORD}
        answer = request.post(f"{place.address}/login", form=form, headers=origin)
    else:
        return
    assert answer.ok, answer.text()


def place_of(places: Places, name: str) -> Place:
    """Return where something is served."""
    return places.hub if name == HUB else places.boxes[name]


def opened(page: Page, visit: Visit, place: Place, folder: Path) -> None:
    """Open a page and wait until it says everything."""
    path = visit.path.format(code=place.code)
    address = f"{place.address}{path}?lang={PSEUDO}"
    if path.endswith(".html"):
        file = folder / "game.html"
        file.write_bytes(page.request.get(address).body())
        address = file.as_uri()
    page.goto(address)
    page.wait_for_function("() => document.documentElement.lang === 'xx'")
    if visit.place != HUB and visit.path in LIVE:
        page.wait_for_function("() => document.body.dataset.link === 'on'")
    page.wait_for_function("() => !document.querySelector('[aria-busy=true]')")


def english(texts: Iterable[str]) -> set[str]:
    """Return the texts that are in no other language."""
    bare = {_OF_THE_CLUB.sub("", _KEPT.sub("", words)) for words in texts}
    return {words for words in bare if ENGLISH.search(words)}


@pytest.mark.slow
@pytest.mark.parametrize("visit", VISITS, ids=str)
def test_a_page_is_neither_english_nor_cut_off_unseen(
    places: Places, contexts: dict[tuple[str, str], BrowserContext], visit: Visit, tmp_path: Path
) -> None:
    page = contexts[visit.place, visit.who].new_page()
    opened(page, visit, place_of(places, visit.place), tmp_path)
    texts = page.evaluate(_TEXTS)
    assert any(words.startswith("[") for words in texts), "the page says nothing"
    assert page.evaluate(_CUT) == []
    assert english(texts) == set()
    page.close()


@pytest.mark.slow
def test_all_pages_are_visited(places: Places) -> None:
    """Whatever answers a browser is visited, or no page."""
    assert of_path(places.boxes[CARD], VISITS) == BOX_DATA
    assert of_path(places.hub, VISITS) == HUB_DATA
    assert {visit.place for visit in VISITS} == {HUB, *places.boxes}


def of_path(place: Place, visited: Iterable[Visit]) -> set[str]:
    """Return the addresses of a place at which nobody has been."""
    paths = {visit.path for visit in visited}
    parts = {"number": r"\d+", "play": r"\d+", "letter": "[a-z]", "form": r"\w+"}

    def pattern(route: str) -> str:
        split = re.split(r"\{(\w+)\}", route)
        return "".join(
            parts.get(part, "[^/]+") if number % 2 else re.escape(part)
            for number, part in enumerate(split)
        )

    return {
        route
        for route in place.routes
        if not any(re.fullmatch(pattern(route), path) for path in paths)
    }


@pytest.mark.parametrize(
    ("fault", "is_cut"),
    [
        ("<p>Undo it</p>", False),
        ('<p aria-label="Undo it">[á]</p>', False),
        ("<p>[ţáķé á: Undo it]</p>", False),
        ('<p style="width: 3rem; overflow: hidden">[ťóóóóóóóóóóóóóóóóóóóó]</p>', True),
        ('<p style="width: 500px">[á]</p>', True),
    ],
)
def test_a_fault_on_a_page_is_found(browser: Browser, fault: str, is_cut: bool) -> None:  # noqa: FBT001 - of a case
    page = browser.new_page(viewport=PHONE)
    page.set_content(f"<body><p>[á á]</p>{fault}</body>")
    assert bool(page.evaluate(_CUT)) == is_cut
    assert bool(english(page.evaluate(_TEXTS))) != is_cut
    page.close()
