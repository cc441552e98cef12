"""What a phone shows of each game at a glance, upright and on its side."""

from itertools import islice
from pathlib import Path
from typing import Final, Literal

import pytest
from playwright.sync_api import Browser, expect

from companion.engine.ranking import points_of
from companion.table.state import Table
from tests.web.browser import plan
from tests.web.browser.box import running
from tests.web.browser.in_hand import PHONES, SMALL, UPRIGHT, faults
from tests.web.browser.robot import choose

SEED: Final = 14
GAMES: Final = {
    "inner-compass": (2, 20),
    "gilded-compass": (3, 28),
    "compass-points": (4, 13),
    "essence": (4, 26),
    "compass-jewels": (2, 12),
}
"""Players, and after how many steps the game is looked at."""
MOMENTS: Final = ("my turn", "not my turn", "end")
_NARROW: Final = """(each) => {
  const style = {display: "block", width: "1.2em", overflowWrap: "anywhere", whiteSpace: "normal"};
  Object.assign(each.style, style);
}"""
LEGIBLE: Final = 24
"""Pixels of a thing that people must recognise."""


def seat_at(table: Table, moment: str) -> int:
    """Return a seat to which a moment of a game belongs."""
    active = table.game.active_players(table.state)
    if moment == "my turn":
        return active[0]
    others = [seat for seat in range(len(table.setup.players)) if seat not in active]
    return others[0] if others else 0


@pytest.mark.slow
@pytest.mark.parametrize("moment", MOMENTS)
@pytest.mark.parametrize("name", GAMES)
def test_turn_choices_and_what_is_mine_are_in_sight(
    name: str, moment: Literal["my turn", "not my turn", "end"], browser: Browser, tmp_path: Path
) -> None:
    players, steps = GAMES[name]
    policy = plan.brisk if name == "inner-compass" else plan.at_random(SEED)
    played = plan.steps(name, players, SEED, policy)
    table = plan.after(played) if moment == "end" else plan.after(islice(played, steps))
    with running(name, players, SEED, plan.record(tmp_path / "game", table)) as box:
        code = box.code() if moment == "end" else box.go_on()
        page = box.phone(browser, seat_at(table, moment), code)
        for phone in PHONES:
            page.set_viewport_size(phone)
            assert faults(page) == {}, phone


_HEIGHT: Final = """(each) => each.querySelector(".drawing").getBoundingClientRect().height"""


def test_pawns_that_share_a_field_are_legible_one_tap_later(browser: Browser) -> None:
    with running("essence", 7, SEED) as box:
        page = box.phone(browser, 0, box.lay_out())
        for phone in PHONES:
            page.set_viewport_size(phone)
            page.locator(".glance[data-part=place]").click()
            page.locator(".closer").click()
            pawns = page.locator(".place .sprite.loose[data-key^=pawn]")
            expect(pawns).to_have_count(7)
            assert min(pawn.evaluate(_HEIGHT) for pawn in pawns.all()) >= LEGIBLE, phone
            page.evaluate("scrollTo(0, 0)")
            expect(pawns.first).to_be_in_viewport(ratio=1)
            page.locator(".closer").click()


@pytest.mark.parametrize("selector", [".option", ".glance small", ".turn-name", ".prompt"])
def test_a_word_that_breaks_over_two_lines_is_a_fault(selector: str, browser: Browser) -> None:
    with running("essence", 4, SEED) as box:
        page = box.phone(browser, 0, box.lay_out())
        page.set_viewport_size(UPRIGHT)
        assert "broken" not in faults(page)
        page.locator(selector).last.evaluate(_NARROW)
        assert "broken" in faults(page)


def test_ones_own_dice_are_in_the_first_screen(browser: Browser, tmp_path: Path) -> None:
    """They lay six swipes away, at 2509 pixels from the left."""
    name = "gilded-compass"
    players, steps = GAMES[name]
    table = plan.after(plan.steps(name, players, SEED, plan.at_random(SEED)), steps)
    with running(name, players, SEED, plan.record(tmp_path / "game", table)) as box:
        page = box.phone(browser, seat_at(table, "my turn"), box.go_on())
        page.set_viewport_size(SMALL)
        dice = page.locator("seat-tray [part$=dice] .sprite")
        expect(dice).to_have_count(1)
        expect(dice).to_be_in_viewport(ratio=1)
        expect(page.locator(".turn-name")).to_have_text("Your turn")
        expect(page.locator("turn-banner")).to_have_class("is-mine is-teal")
        expect(page.locator(".place .caption").first).to_have_text("Auction House")


@pytest.mark.slow
def test_points_are_counted_up_and_a_touch_ends_it(browser: Browser, tmp_path: Path) -> None:
    name = "inner-compass"
    *_, last = plan.steps(name, 2, SEED, plan.brisk)
    final = sorted(map(str, points_of(last.after.game, last.after.state)), key=int, reverse=True)
    with running(name, 2, SEED, plan.record(tmp_path / "game", last.before)) as box:
        code = box.go_on()
        still, lively = (box.phone(browser, seat, code) for seat in (last.seat, 1 - last.seat))
        lively.emulate_media(reduced_motion="no-preference")
        choose(still, last.labels)
        sums = [page.locator(".podium-step strong") for page in (still, lively)]
        expect(sums[0]).to_have_text(final)
        expect(lively.locator(".podium-step .because").first).not_to_be_empty()
        lively.locator(".podium").click()
        expect(sums[1]).to_have_text(final)
        expect(lively.locator(".podium-step .because")).to_have_text(["", ""])
        for page in (still, lively):
            expect(page.get_by_role("heading", level=1)).to_have_count(1)


def test_a_host_finds_one_heading_with_and_without_the_code(browser: Browser) -> None:
    with running("inner-compass", 2, SEED) as box:
        for page in (box.host(browser), box.visit(browser, "/host")):
            expect(page.locator("h1")).to_have_count(1)
