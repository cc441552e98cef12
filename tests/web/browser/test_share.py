"""The archive's pages and a game in a file of its own, in a real browser."""

from importlib.resources import files
from pathlib import Path
from typing import Any, Final, Literal

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.records.jsonl import GameRecord
from companion.web.routes import shared_game
from tests.records.exports.played import records

AXE: Final = (files("axe_playwright_python") / "axe.min.js").read_text(encoding="utf-8")


def opened(
    browser: Browser,
    folder: Path,
    recorded: GameRecord,
    language: str,
    **given: Any,  # noqa: ANN401 - of a context
) -> Page:
    """Open a game from a disk, without any network; a script that fails is an error."""
    path = folder / "game.html"
    path.write_text(shared_game.shared_game(recorded, language), encoding="utf-8")
    # The page forbids foreign scripts, and axe is one.
    context = browser.new_context(offline=True, bypass_csp=True, **given)
    page = context.new_page()
    trouble: list[str] = []
    page.on("pageerror", lambda error: trouble.append(str(error)))
    page.goto(path.as_uri())
    expect(page.locator("step-slider .count")).to_contain_text(f"{len(recorded.entries)} /")
    assert not trouble
    return page


def check(page: Page) -> None:
    page.evaluate(AXE)
    found = page.evaluate("axe.run().then((result) => result.violations)")
    assert [rule["id"] for rule in found] == []


@pytest.mark.parametrize(("language", "scheme"), [("en", "light"), ("de", "dark")])
def test_a_game_opens_from_a_disk_and_keeps_nobody_out(
    browser: Browser, tmp_path: Path, language: str, scheme: Literal["light", "dark"]
) -> None:
    (recorded,) = records("compass-points", 1)
    page = opened(browser, tmp_path, recorded, language, color_scheme=scheme)
    check(page)
    last = page.locator(".player .total").all_inner_texts()
    page.locator("step-slider button").first.click()
    expect(page.locator(".count")).to_have_text(f"0 / {len(recorded.entries)}")
    assert page.locator(".player .total").all_inner_texts() != last
    page.locator("step-slider button").last.click()
    assert page.locator(".player .total").all_inner_texts() == last
