"""The box on the play page: its panel pixel by pixel, its lamps, its sound."""

from collections.abc import Callable, Iterator
from functools import partial

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.browser.box import Box, lay_out, running
from tests.web.browser.robot import tap

GAME, SEED = "inner-compass", 14
LIT = """canvas => {
  const {data} = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
  return data.filter((value, i) => i % 4 === 3 && value > 0).length;
}"""
PIXELS = """canvas => canvas.toDataURL()"""
DARKEN = """() => {
  document.querySelector("oled-panel").show(new Uint8Array(1 + (128 * 64) / 8));
  return document.querySelector(".asleep").textContent;
}"""
REMIND = """() => {
  const {store} = document.querySelector("notice-bar");
  const notice = {message: "Still to do: lay it", rule: "", refused: false, due: true, why: ""};
  store.take({kind: "state", seq: store.seq, reset: false, view: {notice}, log: []});
}"""
SOUNDS = """() => {
  window.tones = [];
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function () {
    window.tones.push(this.frequency.value);
    start.call(this);
  };
}"""


@pytest.fixture(scope="module")
def box() -> Iterator[Box]:
    with running(GAME, 2, SEED) as box:
        yield box


@pytest.fixture(scope="module")
def play(box: Box, browser: Browser) -> Page:
    """The play page, which all tests share as people do: none needs it as it was at the start."""
    return box.play(browser)


def test_each_pixel_of_the_panel_covers_whole_pixels_of_the_screen(play: Page) -> None:
    canvas = play.locator("oled-panel canvas")
    assert (canvas.get_attribute("width"), canvas.get_attribute("height")) == ("128", "64")
    bounds = canvas.bounding_box()
    assert bounds is not None
    assert (bounds["width"] % 128, bounds["height"] % 64) == (0, 0)
    assert bounds["width"] >= 256
    assert 300 < canvas.evaluate(LIT) < 128 * 64 / 2


def test_pressing_a_button_changes_the_panel(play: Page) -> None:
    canvas = play.locator("oled-panel canvas")
    before = canvas.evaluate(LIT)
    tap(play, "a")
    play.wait_for_function(
        f"before => ({LIT})(document.querySelector('canvas')) !== before", arg=before
    )


def test_the_knob_turns_with_the_wheel_and_by_keys_and_is_pressed(
    box: Box, browser: Browser
) -> None:
    play = box.play(browser)
    lay_out(play)
    knob = play.locator("button.is-knob[data-button=knob]")
    labels = play.locator("[data-slot=knob] small")
    expect(labels).to_contain_text("turn")
    shown = play.locator("oled-panel canvas")
    turns: tuple[Callable[[], None], ...] = (
        partial(play.mouse.wheel, 0, 120),
        partial(play.keyboard.press, "ArrowDown"),
    )
    for turn in turns:
        before = shown.evaluate(PIXELS)
        knob.hover()
        knob.focus()
        turn()
        play.wait_for_function(
            f"before => ({PIXELS})(document.querySelector('canvas')) !== before", arg=before
        )
    before = shown.evaluate(PIXELS)
    knob.click()
    play.wait_for_function(
        f"before => ({PIXELS})(document.querySelector('canvas')) !== before", arg=before
    )


def test_a_dark_panel_says_that_any_key_wakes_it(play: Page) -> None:
    expect(play.locator(".asleep")).to_be_empty()
    assert play.evaluate(DARKEN) == "The panel is asleep: any key wakes it."


def test_what_is_still_to_be_done_is_not_ticked_off(play: Page) -> None:
    play.evaluate(REMIND)
    notice = play.locator("notice-bar")
    expect(notice).to_contain_text("Still to do: lay it")
    expect(notice).to_contain_text("…")
    expect(notice).not_to_contain_text("✓")


def test_the_lamp_of_the_player_on_turn_is_also_described_in_words(play: Page) -> None:
    lay_out(play)
    due = play.locator(".player.is-due")
    expect(due).to_have_count(1)
    expect(play.locator(".lamp.is-lit")).to_have_count(1)
    name = due.locator(".name").inner_text()
    expect(play.locator(".lamp.is-lit .unseen")).to_have_text(f"{name}: lit")


def test_the_buzzer_is_silent_until_somebody_asks_for_sound(play: Page) -> None:
    play.evaluate(SOUNDS)
    lay_out(play)
    expect(play.locator(".lamp.is-lit")).to_have_count(1)
    assert play.evaluate("window.tones") == []
    play.get_by_role("button", name="Sound off").click()
    expect(play.get_by_role("button", name="Sound on")).to_be_focused()
    play.locator(".tray [data-piece=token-R]").click()
    play.wait_for_function("() => window.tones.length > 0")


def test_a_page_in_german_shows_a_panel_in_german(box: Box, browser: Browser) -> None:
    play = box.visit(browser, f"/play?key={box.key}", english=False)
    host = box.follow(play.context, "/host")
    expect(host.locator("#box-language")).to_have_value("de")
    play.get_by_label("Sprache", exact=True).first.select_option("en")
    expect(host.locator("#box-language")).to_have_value("en")
