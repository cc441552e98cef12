"""Everything can be done with keys alone, and screen readers announce what to do."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.browser import plan
from tests.web.browser.box import Box, lay_out, running, settled
from tests.web.browser.robot import log_length

GAME, SEED = "inner-compass", 14
HOLD = 90
"""Milliseconds for which a key is held."""


@pytest.fixture(scope="module")
def box() -> Iterator[Box]:
    """A box at which the first piece is placed at last."""
    with running(GAME, 2, SEED) as box:
        yield box


@pytest.fixture(scope="module")
def play(box: Box, browser: Browser) -> Page:
    return box.play(browser)


def focused(page: Page, attribute: str) -> str | None:
    value = page.evaluate(f"document.activeElement.getAttribute({attribute!r})")
    return None if value is None else str(value)


def test_the_first_tab_stop_skips_the_header(play: Page) -> None:
    play.keyboard.press("Tab")
    assert focused(play, "class") == "skip"
    play.keyboard.press("Enter")
    assert focused(play, "id") == "main"


def test_keys_press_the_buttons_of_the_box(play: Page) -> None:
    tasks = play.locator("task-list li")
    count = tasks.count()
    play.locator("[data-button=a]").focus()
    play.keyboard.press("Enter", delay=HOLD)
    expect(tasks).to_have_count(count - 1)
    play.keyboard.press("a", delay=HOLD)
    expect(tasks).to_have_count(count - 2)
    play.keyboard.press("b", delay=HOLD)
    expect(tasks).to_have_count(0)


def test_buttons_say_what_they_do_now_in_the_language_of_the_page(browser: Browser) -> None:
    with running(GAME, 2, SEED) as box:
        page = box.play(browser)
        # Only a disabled button cannot be pressed; one without effect can, as on any box.
        expect(page.get_by_role("button", name="Joystick up: no effect now")).to_be_enabled()
        expect(page.locator("[data-slot=up]")).to_contain_class("is-idle")
        expect(page.locator("[data-slot=a] small")).to_have_text("laid")
        lay_out(page)
        named = page.get_by_role("button", name="Button A: choose; hold: correct")
        expect(named).to_be_visible()
        expect(page.locator("[data-slot=up]")).not_to_contain_class("is-idle")
        german = box.visit(browser, f"/play?key={box.key}", english=False)
        expect(german.locator("[data-slot=b] small")).to_have_text("Uhr")


def test_a_key_lays_and_lifts_a_piece(play: Page) -> None:
    lay_out(play)
    piece = play.locator(".tray [data-piece=token-R]")
    piece.focus()
    play.keyboard.press("Enter")
    expect(play.locator(".reader .piece")).to_have_count(1)
    expect(piece).to_be_focused()
    play.keyboard.press("Enter")
    expect(play.locator(".reader .piece")).to_have_count(0)


def test_arrow_keys_move_across_the_board_and_the_focus_stays_among_the_choices(
    box: Box, browser: Browser, play: Page
) -> None:
    lay_out(play)
    first, *_ = plan.steps(GAME, 2, SEED, plan.brisk)
    phone = box.phone(browser, first.seat, box.code())
    lines = log_length(phone)
    phone.locator(".as-list summary").focus()
    phone.keyboard.press("Enter")
    phone.keyboard.press("Tab")
    expect(phone.locator(".option").first).to_be_focused()
    phone.keyboard.press("Enter")
    settled(phone)
    expect(phone.locator("game-log .entry")).to_have_count(lines + 1)
    expect(phone.locator("live-region")).to_contain_text("Player 1. Put the piece on a space")
    go_across_the_board(play)


def go_across_the_board(play: Page) -> None:
    """Place the second piece of the game with arrow keys, away from the first one in a corner."""
    first = play.locator(".target[tabindex='0']")
    expect(first).to_have_attribute("data-place", "c1")
    first.focus()
    for key in ("ArrowRight", "ArrowDown", "ArrowDown", "ArrowUp"):
        play.keyboard.press(key)
    assert focused(play, "data-place") == "d2"
    assert "d2: " in str(focused(play, "aria-label"))
    play.keyboard.press("Enter")
    settled(play)
    expect(play.locator(".sprite.loose[data-place=d2]")).to_have_count(1)


def test_a_button_is_down_as_long_as_its_key(play: Page) -> None:
    button = play.locator("[data-button=a]")
    button.focus()
    play.keyboard.down("a")
    expect(button).to_have_class("key is-down")
    play.keyboard.up("a")
    expect(button).to_have_class("key")


def test_a_button_stays_down_and_focused_while_the_pad_is_drawn_again(
    box: Box, browser: Browser, play: Page
) -> None:
    first, *_ = plan.steps(GAME, 2, SEED, plan.brisk)
    other = 1 - first.seat
    button = play.locator("[data-button=a]")
    button.focus()
    play.keyboard.down("a")
    expect(button).to_have_class("key is-down")
    box.take_seat(browser.new_context(), other, box.code())
    expect(play.locator("player-list .player").nth(other).locator(".phone")).to_be_visible()
    expect(button).to_have_class("key is-down")
    expect(button).to_be_focused()
    play.keyboard.up("a")
    expect(button).to_have_class("key")


def test_keys_step_through_a_game(browser: Browser, tmp_path: Path) -> None:
    table = plan.after(plan.steps(GAME, 2, SEED, plan.brisk), 20)
    with running(GAME, 2, SEED, plan.record(tmp_path / "game", table)) as box:
        page = box.visit(browser, "/replay")
        slider = page.locator("#step")
        expect(slider).to_be_enabled()
        slider.focus()
        page.keyboard.press("End")
        last = slider.get_attribute("max")
        expect(page.locator(".count")).to_have_text(f"{last} / {last}")
        end = page.locator(".step-label").inner_text()
        page.keyboard.press("ArrowLeft")
        expect(page.locator(".step-label")).not_to_have_text(end)
        page.keyboard.press("ArrowRight")
        expect(page.locator(".step-label")).to_have_text(end)
        page.get_by_label("Speed").select_option("4")
        page.get_by_role("button", name="Play by itself").press("Enter")
        expect(page.locator(".count")).not_to_have_text(f"0 / {last}")
        page.get_by_role("button", name="Stop").press("Enter")
