"""With every text twice as long, no page cuts anything off unseen, and none is English."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from typing import Final

import pytest
from playwright.sync_api import Browser, ViewportSize

from companion.i18n.languages import LANGUAGES, own_name
from tests.i18n.pseudo import ENGLISH, PSEUDO, with_package
from tests.web.browser.box import Box

PHONE: Final[ViewportSize] = {"width": 360, "height": 740}
_CUT: Final = """() => {
  const isDrawn = (part) => part.getClientRects().length > 0 && !part.closest(".unseen, .skip");
  const all = [...document.querySelectorAll("body *")].filter(isDrawn);
  const hides = (part) => {
    const {overflowX, textOverflow} = getComputedStyle(part);
    if (part.closest(".bar") && overflowX === "auto") return true;
    return overflowX === "hidden" && textOverflow !== "ellipsis";
  };
  const cut = all.filter((part) => hides(part) && part.scrollWidth > part.clientWidth + 1);
  const wide = document.documentElement.scrollWidth > innerWidth + 1 ? ["the page"] : [];
  return [...wide, ...cut.map((part) => `${part.localName}.${part.className}`)];
}"""
"""What a page cuts off without an ellipsis, or puts aside in its bar; and whether it is wider than
the phone."""
_TEXTS: Final = """() => {
  const found = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const kept = "script, style, code, time, noscript, canvas, [lang]:not(html), .rule";
  while (texts.nextNode()) {
    const {parentElement: part, data} = texts.currentNode;
    if (data.trim() && part && !part.closest(kept)) found.push(data.trim());
  }
  return found;
}"""
_KEPT: Final = re.compile(
    r"https?://\S+|\S+\.local\S*|(?:Order of the )?(?:Gilded |Inner )?Compass(?: Points| Jewels)?"
    r"|Essence|^[a-z]+(?:-\w+)+:.*|^\(\(•\)\) board$|^board: |/tmp/.*|\[[^]]*\]"
)
"""What is the same in all languages: addresses, titles, ids of places, a reader's own name; and
what the language has said."""
VIEWS: Final = ("/", "/host", "/replay", "/play", "/told", "/games", "/games/figures", "/nowhere")


@pytest.fixture(scope="module")
def box(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Box]:
    """A box that speaks the pseudo-language: a copy of the program with one folder more."""
    folder = tmp_path_factory.mktemp("pseudo")
    with_package(folder)
    command = [sys.executable, "-m", "companion", "play", "--game", "inner-compass", "--seed", "14"]
    environment = {**os.environ, "PYTHONPATH": str(folder), "LANGUAGE": PSEUDO}
    started = subprocess.Popen(
        [*command, "--players", "2", "--port", "0", "--state", str(folder / "state")],
        cwd=folder,
        env=environment,
        stdout=subprocess.PIPE,
        encoding="utf-8",
    )
    assert started.stdout is not None
    address, _, key = started.stdout.readline().strip().rpartition("/play?key=")
    yield Box(address, key)
    started.terminate()
    assert started.wait(30) == 0
    started.stdout.close()


@pytest.mark.parametrize("view", VIEWS)
def test_a_page_is_neither_english_nor_cut_off_unseen(
    box: Box, browser: Browser, view: str
) -> None:
    context = browser.new_context(locale="en-GB", reduced_motion="reduce", viewport=PHONE)
    context.request.get(f"{box.address}/play?key={box.key}")
    page = context.new_page()
    page.goto(f"{box.address}{view}?lang={PSEUDO}")
    page.wait_for_function("() => document.documentElement.lang === 'xx'")
    if view in VIEWS[:5]:
        page.wait_for_function("() => document.body.dataset.link === 'on'")
    page.wait_for_function("() => !document.querySelector('[aria-busy=true]')")
    assert page.evaluate(_CUT) == []
    said = {_KEPT.sub("", words) for words in page.evaluate(_TEXTS)} - {*map(own_name, LANGUAGES)}
    assert {words for words in said if ENGLISH.search(words)} == set()
    context.close()
