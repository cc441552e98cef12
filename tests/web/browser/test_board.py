"""The board: pieces glide and can be dragged; score lines point at what they count."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.browser import plan
from tests.web.browser.box import DESK, NARROW, Box, code_of, lay_out, running, settled
from tests.web.browser.robot import choose, lay, lift, log_length

GAME, SEED = "inner-compass", 14
GLIDES = "document.getAnimations().some(glide => glide.effect.target.matches('.drawing'))"


@pytest.fixture(scope="module")
def shared() -> Iterator[Box]:
    """A box at which no test makes a move."""
    with running(GAME, 2, SEED) as box:
        yield box


@pytest.fixture
def box() -> Iterator[Box]:
    with running(GAME, 2, SEED) as box:
        yield box


@pytest.fixture
def play(box: Box, browser: Browser) -> Page:
    page = box.play(browser)
    lay_out(page)
    return page


def test_pieces_glide_unless_the_browser_asks_for_reduced_motion(
    box: Box, browser: Browser, play: Page
) -> None:
    table = box.visit(browser, reduced_motion="no-preference")
    still = box.visit(browser, reduced_motion="reduce")
    for page in (table, still):
        page.evaluate(
            "() => { window.glides = false; const step = () => {"
            f"window.glides ||= {GLIDES}; requestAnimationFrame(step); }}; step(); }}"
        )
    first, *_ = plan.steps(GAME, 2, SEED, plan.brisk)
    choose(box.phone(browser, first.seat, code_of(play)), first.labels)
    for page in (table, still):
        expect(page.locator(".sprite.loose[data-place=a1]")).to_have_count(1)
    table.wait_for_function("window.glides")
    expect(still.locator(".moved[data-place=a1]")).to_have_count(1)
    assert not still.evaluate("window.glides")


def test_a_piece_can_be_dragged_to_where_it_may_go(box: Box, browser: Browser, play: Page) -> None:
    steps = list(zip(plan.steps(GAME, 2, SEED, plan.brisk), range(2), strict=False))
    phones = [box.phone(browser, seat, code_of(play)) for seat in range(2)]
    for step, _ in steps:
        choose(phones[step.seat], step.labels)
    last, _ = steps[-1]
    expect(play.locator("game-log .entry")).to_have_count(log_length(phones[last.seat]))
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
    lay_out(play)
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
        phone = box.phone(browser, 0, code_of(box.host(browser)))
        private = phone.locator("line-list[source=private] .line").first
        expect(private).to_contain_text("Your EP before the final scoring")


def test_on_a_phone_the_board_comes_first_and_the_rest_can_be_swiped(
    shared: Box, browser: Browser
) -> None:
    page = shared.visit(browser, viewport=NARROW)
    main = page.locator("board-picture[part=main] svg")
    box = main.bounding_box()
    assert box is not None
    assert box["width"] > 0.85 * NARROW["width"]
    strips = page.locator(".strips board-picture")
    expect(strips).to_have_count(5)
    page.set_viewport_size(DESK)
    expect(page.locator("board-picture[part=all] svg")).to_be_visible()
    expect(strips).to_have_count(0)


def test_a_touch_that_is_not_legal_says_why(box: Box, browser: Browser, play: Page) -> None:
    first, *_ = plan.steps(GAME, 2, SEED, plan.brisk)
    code = code_of(play)
    mover, other = (box.phone(browser, seat, code) for seat in (first.seat, 1 - first.seat))
    other.locator(".space[data-place=a1]").click(force=True)
    refused = other.locator("notice-bar.is-refused")
    expect(refused).to_contain_text("It is not your turn")
    expect(refused).to_contain_text("Sadness: Happiness costs 1 card, Sadness and Fear cost 2")
    mover.locator(".strips .space[data-place=track-1]").click(force=True)
    expect(mover.locator("notice-bar.is-refused")).to_be_visible()
