"""What a host can do: pause, undo, correct, set language, sound and brightness, the next game."""

import json
import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, WebSocketRoute, expect

from tests.web.browser import plan
from tests.web.browser.box import PHONE, Box, code_of, lay_out, running, settled
from tests.web.browser.robot import choose, option, tap

GAME, SEED = "inner-compass", 14
SQUARES = 5
"""So many answers are squares of a picture."""


@pytest.fixture(scope="module")
def box() -> Iterator[Box]:
    """A box that tests leave as they have found it, as far as the next ones ask."""
    with running(GAME, 2, SEED) as box:
        yield box


@pytest.fixture(scope="module")
def host(box: Box, browser: Browser) -> Page:
    """The host's page; whoever has the virtual box is its host."""
    page = box.host(browser)
    lay_out(page)
    return page


@pytest.fixture(scope="module")
def play(box: Box, browser: Browser) -> Page:
    return box.play(browser)


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()
    settled(page)


def test_a_wrong_code_makes_nobody_a_host(box: Box, browser: Browser) -> None:
    page = box.visit(browser, "/host")
    page.locator("#code").fill("000")
    press(page, "Go on")
    expect(page.locator(".form-error")).to_have_text("This code is not right.")
    expect(page.locator("host-controls")).to_be_hidden()


def test_pausing_stops_the_clocks_for_all(host: Page, play: Page) -> None:
    press(host, "Pause")
    expect(play.locator(".chip-paused")).to_be_visible()
    press(host, "Go on")
    expect(play.locator(".chip-paused")).to_have_count(0)


def test_other_times_are_set_and_a_clock_is_stopped(host: Page, play: Page) -> None:
    """What the host types stays while the clocks go on, and everybody sees the new times."""
    controls = host.locator("clock-controls")
    controls.get_by_text("All clocks").click()
    host.locator("#clock-control").select_option("sudden_death")
    host.locator("#clock-minutes").fill("12")
    press(host, "From now on")
    times = play.locator(".player .time")
    expect(times.first).to_have_text(re.compile("^1[12]:"))
    name = controls.locator("li .name").first.text_content()
    press(host, f"{name}: +1 minute")
    expect(times.first).to_have_text(re.compile("^1[23]:"))
    expect(host.locator("#clock-minutes")).to_have_value("12")
    press(host, f"{name}: Stop")
    press(host, f"{name}: Run again")
    host.locator("#clock-control").select_option("none")
    press(host, "From now on")
    expect(controls.get_by_role("button", name="+1 minute")).to_have_count(0)
    controls.get_by_text("All clocks").click()


def test_an_undone_action_stays_in_the_log_struck_through(
    box: Box, browser: Browser, host: Page, play: Page
) -> None:
    first, *_ = plan.steps(GAME, 2, SEED, plan.brisk)
    phone = box.phone(browser, first.seat, box.code())
    choose(phone, first.labels)
    expect(host.locator("game-log .entry").first).to_contain_text("a1")
    expect(host.locator("game-log .entry .number").first).to_have_text(str(first.seat + 1))
    press(host, "Take back")
    for page in (host, phone, play):
        expect(page.locator("game-log .is-undone")).to_have_count(1)
        expect(page.locator("game-log .is-undone del")).to_contain_text("a1")


def test_a_correction_is_chosen_and_logged(host: Page, play: Page) -> None:
    host.locator("correction-list summary").click()
    options = host.locator("correction-list .option")
    while host.locator("game-log .entry-correction").count() == 0:
        options.first.click()
        settled(host)
    expect(play.locator("game-log .entry-correction")).to_have_count(1)


def test_the_box_speaks_the_language_that_the_host_chooses(play: Page, host: Page) -> None:
    before = play.locator("canvas").evaluate("canvas => canvas.toDataURL()")
    host.get_by_label("Language of the box").select_option("de")
    settled(host)
    play.wait_for_function(
        "before => document.querySelector('canvas').toDataURL() !== before", arg=before
    )
    expect(host.locator("html")).to_have_attribute("lang", "en")
    host.get_by_label("Language of the box").select_option("en")
    settled(host)


def test_the_host_darkens_and_silences_the_box(play: Page, host: Page) -> None:
    sound = host.get_by_label("Sound of the box")
    expect(sound).to_be_checked()
    sound.uncheck()
    settled(host)
    before = play.locator("canvas").evaluate("canvas => canvas.toDataURL()")
    host.get_by_label("Brightness of the box’s panel").select_option("low")
    play.wait_for_function(
        "before => document.querySelector('canvas').toDataURL() !== before", arg=before
    )
    host.reload()
    expect(host.get_by_label("Sound of the box")).not_to_be_checked()
    expect(host.get_by_label("Brightness of the box’s panel")).to_have_value("low")


def test_buttons_are_tried_by_pressing_and_seeing(host: Page, play: Page) -> None:
    host.get_by_text("Buttons and readers: press and see").click()
    row = host.locator("[data-try='button up']")
    expect(row).to_contain_text("Joystick up: not felt yet")
    tap(play, "up")
    expect(row).to_contain_text("Joystick up: works")
    expect(host.locator("device-test [role=status]")).to_have_text("Joystick up: works")
    expect(host.locator("[data-try='button down']")).to_contain_text("not felt yet")


def test_a_freed_seat_can_be_taken_by_another_phone(box: Box, browser: Browser, host: Page) -> None:
    phone = box.sit_down(browser, 0, code_of(host))
    press(host, "Free the seat of Player 1")
    press(host, "Really? Free the seat of Player 1")
    expect(phone.locator("join-form")).to_contain_text("You had the seat of Player 1.")
    box.sit_down(browser, 0, code_of(host))
    expect(host.locator("surroundings-list .phone_here")).to_have_count(1)


def who_plays_and_in_which_colour(play: Page, host: Page, guest: Page) -> None:
    """Take a colour on a phone, and those who played before with the keys of the box; leave it."""
    other = guest.context.browser
    assert other is not None
    expect(guest.locator("colour-choice")).to_be_hidden()
    play.locator("lobby-form .option").get_by_text("Inner Compass", exact=True).click()
    expect(play.locator("lobby-form h2")).to_have_text("Who plays?")
    colours = guest.locator("colour-choice .colour")
    teal = colours.filter(has_text="Teal")
    teal.click()
    expect(teal).to_have_attribute("aria-pressed", "true")
    for page in (host, play):
        expect(page.locator(".arrived .number")).to_have_class("number is-teal")
    late = other.new_context(locale="en-GB").new_page()
    late.goto(guest.url.replace("/seat", f"/j/{code_of(host)}"))
    late.get_by_label("Your name").fill("Yan")
    late.get_by_role("button", name="Sit down").click()
    taken = late.locator("colour-choice .colour").filter(has_text="Teal")
    expect(taken).to_be_disabled()
    expect(taken).to_contain_text("Zoe")
    late.context.close()
    here = play.locator("lobby-form .is-here")
    expect(here).to_contain_text("Player 1, Player 2")
    tap(play, "down")
    expect(here).to_contain_text("Others")
    tap(play, "up")
    tap(play, "a")
    expect(host.locator("lobby-form h2")).to_have_text("Inner Compass")
    for title in ("Who plays?", "Which game?"):
        tap(play, "b")
        expect(host.locator("lobby-form h2")).to_have_text(title)


def with_a_picture(browser: Browser, box: Box) -> Page:
    """Open the host's page as if a picture of squares, which only a real box asks about, were open.

    Touching a square gives the answer of its number.
    """
    row = [{"name": f"square {n}", "sign": str(n), "fill": "red"} for n in range(SQUARES)]
    sheet = json.dumps({"rows": [row], "open": True}, separators=(",", ":"))

    def connect(page: WebSocketRoute) -> None:
        page.connect_to_server().on_message(
            lambda said: page.send(str(said).replace('"sheet":null', f'"sheet":{sheet}'))
        )

    context = browser.new_context(**box.settings(english=True), viewport=PHONE)
    context.route_web_socket(lambda address: "/ws?" in address, connect)
    assert context.request.get(f"{box.address}/play?key={box.key}").ok
    return box.follow(context, "/host")


@pytest.mark.slow
def test_the_next_game_can_be_set_up_on_either_page(
    box: Box, browser: Browser, play: Page, host: Page
) -> None:
    host.get_by_role("button", name="Leave the game").press("Enter")
    # Something else changes meanwhile: the question stays, and so does the focus.
    host.evaluate("document.querySelector('host-controls').redraw()")
    expect(host.get_by_role("button", name="Really? Leave the game")).to_be_focused()
    host.keyboard.press("Enter")
    expect(host.locator("join-card")).to_contain_text("companion play --lan")
    for page in (host, play):
        expect(page.locator("lobby-form h2")).to_have_text("Which game?")
        expect(page.locator("lobby-form .chip")).to_have_count(1)
        expect(page.locator("lobby-roster")).to_contain_text("Who is here")
    code = code_of(host)
    guest = browser.new_context(locale="en-GB").new_page()
    guest.goto(play.url.replace("/play", f"/j/{code}"))
    guest.get_by_label("Your name").fill("Zoe")
    guest.get_by_role("button", name="Sit down").click()
    expect(guest.locator("seat-name .name")).to_have_text("Zoe")
    for page in (host, play, guest):
        expect(page.locator(".arrived")).to_contain_text(["Zoe"])
    who_plays_and_in_which_colour(play, host, guest)
    guest.get_by_role("button", name="Leave the seat").click()
    # Other players change meanwhile: the question stays.
    guest.evaluate("document.querySelector('seat-name').redraw()")
    guest.get_by_role("button", name="Really? Leave the seat").click()
    expect(host.locator(".arrived").filter(has_text="Zoe")).to_have_count(0)
    games = play.locator("lobby-form .option")
    expect(games.filter(has_text="Compass Points")).to_have_count(1)
    titles = games.all_inner_texts()
    drawn = with_a_picture(browser, box)
    squares = drawn.locator("lobby-form .square")
    expect(squares).to_have_text([str(n) for n in range(SQUARES)])
    expect(drawn.locator("lobby-form .option")).to_have_count(len(titles) - SQUARES)
    squares.nth([title.partition("\n")[0] for title in titles].index("Compass Points")).click()
    expect(host.locator("lobby-form h2")).to_have_text("Who plays North?")
    while host.locator("lobby-form").is_visible():
        title = host.locator("lobby-form h2").inner_text()
        answers = host.locator("lobby-form .option")
        answers.first.click()
        settled(host)
        host.wait_for_function(
            "title => document.querySelector('lobby-form h2')?.textContent !== title", arg=title
        )
    expect(play.locator(".bar .title")).to_have_text("Compass Points")
    expect(option(play, "North")).to_have_count(0)
    expect(play.locator("board-picture svg")).to_be_visible()
