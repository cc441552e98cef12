"""The six pages of the README, photographed in the middle of games: `make screens` draws them."""

import sys
import tempfile
from dataclasses import dataclass
from io import BytesIO
from itertools import islice
from pathlib import Path
from typing import Final, Literal

from PIL import Image
from playwright.sync_api import Browser, ViewportSize

from tests.web.browser import plan
from tests.web.browser.box import TELEVISION, close_all, running
from tests.web.browser.by_touch import SMALL
from tests.web.browser.conftest import start

LAPTOP: Final[ViewportSize] = {"width": 1366, "height": 768}
GAP: Final = 10
WIDTH: Final = 1576
GROUND: Final = (146, 135, 122)


@dataclass(frozen=True)
class Shot:
    """A page in the middle of a game; ``seat`` is its owner's, and counts from who is due."""

    game: str
    players: int
    steps: int
    size: ViewportSize
    seat: int | None = None
    english: bool = True
    scheme: Literal["light", "dark"] = "light"


ROWS: Final = (
    (
        Shot("inner-compass", 2, 20, SMALL, 0),
        Shot("gilded-compass", 3, 28, SMALL, 0),
        Shot("compass-points", 4, 13, SMALL, 0),
        Shot("inner-compass", 2, 20, LAPTOP, 1),
    ),
    (
        Shot("essence", 4, 26, TELEVISION),
        Shot("inner-compass", 2, 20, TELEVISION, english=False, scheme="dark"),
    ),
)
SEED: Final = 14


def taken(shot: Shot, browser: Browser, folder: Path) -> Image.Image:
    """Play a game up to a shot, and return the picture."""
    game = (shot.game, shot.players, SEED)
    policy = plan.brisk if shot.game == "inner-compass" else plan.at_random(SEED)
    *_, last = islice(plan.steps(*game, policy), shot.steps)
    table = last.after
    with running(*game, plan.record(folder, table)) as box:
        code = box.go_on()
        if shot.seat is None:
            page = box.visit(browser, english=shot.english, viewport=shot.size)
        else:
            due = table.game.current_player(table.state)
            page = box.phone(browser, (due + shot.seat) % shot.players, code)
            page.set_viewport_size(shot.size)
        page.emulate_media(color_scheme=shot.scheme)
        page.wait_for_load_state("networkidle")
        picture = Image.open(BytesIO(page.screenshot())).convert("RGB")
        close_all(browser)
    return picture


def sheet(rows: list[list[Image.Image]]) -> Image.Image:
    """Return pictures in rows that are all as wide, those of a row all as high."""
    heights = [
        (WIDTH - GAP * (len(row) + 1)) / sum(each.width / each.height for each in row)
        for row in rows
    ]
    whole = Image.new("RGB", (WIDTH, round(sum(heights)) + GAP * (len(rows) + 1)), GROUND)
    top = GAP
    for row, height in zip(rows, heights, strict=True):
        left = GAP
        for each in row:
            size = (round(each.width * height / each.height), round(height))
            whole.paste(each.resize(size, Image.Resampling.LANCZOS), (left, top))
            left += size[0] + GAP
        top += round(height) + GAP
    return whole


def main(target: Path) -> int:
    """Write the sheet to ``target``."""
    browser, stack = start()
    with stack, tempfile.TemporaryDirectory() as folder:
        numbered = enumerate(ROWS)
        rows = [
            [taken(shot, browser, Path(folder) / f"{i}{j}") for j, shot in enumerate(row)]
            for i, row in numbered
        ]
    sheet(rows).quantize(256).save(target, optimize=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
