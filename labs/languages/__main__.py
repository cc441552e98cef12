"""Draw panels and phones in each language on sheets: `make languages` puts them into a folder.

A panel's sheet has the questions before a game and a game from its beginning to its end, of each
game; a phone's has the pages of a box in the middle of a game.
"""

import sys
import tempfile
from collections.abc import Iterator, Sequence
from io import BytesIO
from itertools import islice
from pathlib import Path
from typing import Final

from PIL import Image
from playwright.sync_api import Browser, Page, ViewportSize

from companion.display.painter import paint, rows_of
from companion.engine import registry
from companion.i18n.catalogue import Catalogue
from companion.i18n.languages import LANGUAGES
from companion.table.screens.view import view
from tests.i18n.test_words_fit import LEVELS, SIZES, asked, situations
from tests.web.browser import plan
from tests.web.browser.box import Box, running, settled
from tests.web.browser.conftest import start
from tools.language.walk import NAMES

SEED: Final = 14
PLAYERS: Final = 3
STEPS: Final = 28
GAME: Final = "gilded-compass"
PHONE: Final[ViewportSize] = {"width": 360, "height": 740}
VIEWS: Final = ("/", "/host", "/replay", "/play", "/told", "/games", "/games/figures", "/seat")
ACROSS: Final = 8
"""Pictures beside one another."""
SHOWN: Final = 24
"""Situations of a game on a sheet."""
LONGEST: Final = 1600
"""Pixels of a page that are shown."""
GAP: Final = 6
SCALE: Final = 2
GROUND: Final = (146, 135, 122)


def panels(language: str) -> Iterator[Image.Image]:
    """Yield the questions and the situations of each game on panels of both sizes."""
    for name in registry.names():
        game = registry.load(name)
        voice = Catalogue(language, game, NAMES)
        for lobby in asked(name):
            yield paint(view(lobby, voice, rows_of(SIZES[0])), SIZES[0])
        case = next(case for case in LEVELS if case[:2] == (name, game.levels[-1]))
        found = situations(case)
        for table, size in found[:: -(-len(found) // SHOWN)]:
            yield paint(view(table, voice, rows_of(size)), size)


def joined(box: Box, browser: Browser) -> Page:
    """Return a page on the phone of somebody who plays and owns the box."""
    context = browser.new_context(**box.settings(english=True), viewport=PHONE)
    context.request.get(f"{box.address}/play?key={box.key}")
    box.take_seat(context, 1, box.go_on())
    return context.new_page()


def phones(language: str, address: str, page: Page) -> Iterator[Image.Image]:
    """Yield the pages of a box in a language."""
    for path in VIEWS:
        page.goto(f"{address}{path}?lang={language}")
        page.wait_for_function("(code) => document.documentElement.lang === code", arg=language)
        page.wait_for_load_state("networkidle")
        settled(page)
        picture = Image.open(BytesIO(page.screenshot(full_page=True))).convert("RGB")
        yield picture.crop((0, 0, picture.width, min(picture.height, LONGEST)))


def sheet(pictures: Sequence[Image.Image], scale: int) -> Image.Image:
    """Return pictures beside and below one another, enlarged."""
    rows = [pictures[i : i + ACROSS] for i in range(0, len(pictures), ACROSS)]
    column = max(picture.width for picture in pictures) * scale + GAP
    heights = [max(picture.height for picture in row) * scale + GAP for row in rows]
    whole = Image.new("RGB", (ACROSS * column + GAP, sum(heights) + GAP), GROUND)
    top = GAP
    for row, height in zip(rows, heights, strict=True):
        for at, picture in enumerate(row):
            size = (picture.width * scale, picture.height * scale)
            large = picture.convert("RGB").resize(size, Image.Resampling.NEAREST)
            whole.paste(large, (GAP + at * column, top))
        top += height
    return whole


def main(target: Path) -> int:
    """Write the sheets to a folder."""
    target.mkdir(parents=True, exist_ok=True)
    for language in LANGUAGES:
        sheet([*panels(language)], SCALE).save(target / f"panel-{language}.png", optimize=True)
    *_, last = islice(plan.steps(GAME, PLAYERS, SEED, plan.at_random(SEED)), STEPS)
    browser, stack = start()
    with stack, tempfile.TemporaryDirectory() as folder:
        state = plan.record(Path(folder) / "state", last.after)
        with running(GAME, PLAYERS, SEED, state) as box:
            page = joined(box, browser)
            for language in LANGUAGES:
                sheet([*phones(language, box.address, page)], 1).save(
                    target / f"phone-{language}.png", optimize=True
                )
    print(target)
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
