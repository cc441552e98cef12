"""The board: pieces glide and can be dragged; score lines point at what they count."""

from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.table.narrowing.intent import values
from tests.web.browser import plan
from tests.web.browser.box import DESK, NARROW, Box, running, settled
from tests.web.browser.robot import choose, lay, lift

GAME, SEED = "inner-compass", 14
GLIDES = "document.getAnimations().some(glide => glide.effect.target.matches('.drawing'))"


@pytest.fixture(scope="module")
def shared() -> Iterator[Box]:
    """A box at which no test makes a move."""
    with running(GAME, 2, SEED) as box:
        box.lay_out()
        yield box


def test_pieces_glide_or_jump_and_can_be_dragged_to_where_they_may_go(browser: Browser) -> None:
    """They jump where the browser asks for reduced motion, as that of the play page does."""
    begun, second = islice(plan.steps(GAME, 2, SEED, plan.brisk), 2)
    with running(GAME, 2, SEED) as box:
        phones = [box.phone(browser, seat, box.lay_out()) for seat in range(2)]
        choose(phones[begun.seat], begun.labels)
        table = box.visit(browser, reduced_motion="no-preference")
        still = box.play(browser)
        for page in (table, still):
            page.evaluate(
                "() => { window.glides = false; const step = () => {"
                f"window.glides ||= {GLIDES}; requestAnimationFrame(step); }}; step(); }}"
            )
        choose(phones[second.seat], second.labels)
        start = str(values(second.action)["space"])
        for page in (table, still):
            expect(page.locator(f".sprite.loose[data-place={start}]")).to_have_count(1)
        table.wait_for_function("window.glides")
        expect(still.locator(f".moved[data-place={start}]")).to_have_count(1)
        assert not still.evaluate("window.glides")
        drag_the_pawn(still)


def drag_the_pawn(play: Page) -> None:
    """Drag the pawn of the player on turn to a space where it may go."""
    pawn = play.locator(".sprite.loose[data-piece=seat-1]")
    start = pawn.get_attribute("data-place")
    targets = play.locator(".target")
    place = targets.first.get_attribute("data-place")
    assert place != start
    pawn.drag_to(targets.first)
    settled(play)
    expect(play.locator(f".sprite.loose[data-place={place}]")).to_have_count(1)


def test_a_useless_piece_is_refused_with_the_reason(shared: Box, browser: Browser) -> None:
    play = shared.play(browser)
    lay(play, "token-R")
    refusal = play.locator("notice-bar.is-refused")
    expect(refusal).to_contain_text("First place the pieces.")
    expect(refusal.locator(".rule")).to_have_text("IC-SETUP-10")
    lift(play)


def test_a_score_line_marks_the_spaces_that_it_counts(browser: Browser, tmp_path: Path) -> None:
    table = plan.after(plan.steps(GAME, 2, SEED, plan.brisk))
    with running(GAME, 2, SEED, plan.record(tmp_path / "game", table)) as box:
        page = box.visit(browser)
        line = page.locator(".score-line.has-places").first
        line.hover()
        count = page.locator(".mark").count()
        assert count > 0
        page.locator(".turn-name").hover()
        expect(page.locator(".mark")).to_have_count(0)
        line.focus()
        expect(page.locator(".mark")).to_have_count(count)
        phone = box.phone(browser, 0, box.code())
        private = phone.locator("line-list[source=private] .line").first
        expect(private).to_contain_text("Your EP before the final scoring")


def test_a_phone_shows_one_place_large_and_the_others_in_small(
    shared: Box, browser: Browser
) -> None:
    page = shared.visit(browser, viewport=NARROW)
    main = page.locator(".place board-picture[part=place] svg")
    box = main.bounding_box()
    assert box is not None
    assert box["width"] > 0.85 * NARROW["width"]
    overview = page.locator(".overview small")
    expect(overview).to_have_text(["Board", "Track", "Qualities", "Cards", "Player 1", "Player 2"])
    overview.get_by_text("Track").click()
    expect(page.locator(".place board-picture[part=zone-1] svg")).to_be_visible()
    expect(main).to_be_hidden()
    page.set_viewport_size(DESK)
    expect(page.locator("board-picture[part=all] svg")).to_be_visible()
    expect(overview).to_have_count(0)


def test_a_touch_that_is_not_legal_says_why(shared: Box, browser: Browser) -> None:
    first, *_ = plan.steps(GAME, 2, SEED, plan.brisk)
    code = shared.code()
    mover, other = (shared.phone(browser, seat, code) for seat in (first.seat, 1 - first.seat))
    other.locator(".place .space[data-place=a1]").click(force=True)
    refused = other.locator("notice-bar.is-refused")
    expect(refused).to_contain_text("It is not your turn")
    expect(refused).to_contain_text("Sadness: Happiness costs 1 card, Sadness and Fear cost 2")
    mover.locator(".overview small").get_by_text("Track").click()
    mover.locator(".place .space[data-place=track-1]").click(force=True)
    expect(mover.locator("notice-bar.is-refused")).to_be_visible()
