"""Whoever has gone, lost the phone, or never had one: nobody at the table waits for them."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.web.browser.box import PHONE, Box, running, settled
from tests.web.browser.gathering import between_games, chosen, come, reachable

GAME = "Inner Compass"
TASK = "task-list:not([contribute]) .tasks li"


@pytest.fixture
def lobby() -> Iterator[tuple[Box, str]]:
    """A box whose next game is chosen."""
    with between_games("inner-compass", 14) as (box, code):
        chosen(box, GAME)
        yield box, code


def test_everybody_is_here_without_whom_whose_phone_is_away(
    lobby: tuple[Box, str], browser: Browser
) -> None:
    box, code = lobby
    (ann, ben, _dan) = come(box, browser, ("Ann", "Ben", "Dan"), code)
    phone, other = box.follow(ann, "/seat"), box.follow(ben, "/seat")
    expect(phone.locator(".arrived.is-away .name")).to_have_text("Dan")
    expect(other.locator(".arrived.is-away")).to_have_count(1)
    expect(phone.get_by_role("button", name="with Dan", exact=True)).to_be_visible()
    phone.get_by_role("button", name="Everybody is here, without Dan").click()
    play = box.play(browser)
    play.locator("lobby-form .option").get_by_text("Begin").click()
    expect(play.locator(".player .name")).to_have_text(["Ann", "Ben"])


def test_the_page_of_the_box_removes_who_has_gone(lobby: tuple[Box, str], browser: Browser) -> None:
    box, code = lobby
    come(box, browser, ("Ann", "Dan"), code)
    play = box.play(browser)
    dan = play.locator(".arrived").filter(has_text="Dan")
    dan.get_by_role("button", name="Free the seat of Dan").click()
    dan.get_by_role("button", name="Really?").click()
    expect(play.locator(".arrived .name")).to_have_text(["Ann"])


def test_nobody_is_asked_to_be_a_robot(browser: Browser) -> None:
    with between_games("inner-compass", 14) as (box, code):
        chosen(box, GAME, "Others", "2", "Player 1", "Robot", "Begin")
        page = reachable(box, browser, f"/j/{code}", locale="en-GB")
        expect(page.locator(".seat-choice label")).to_have_text(re.compile("Player 1"))


def test_a_name_that_is_too_long_is_said_and_not_cut(
    lobby: tuple[Box, str], browser: Browser
) -> None:
    box, code = lobby
    page = reachable(box, browser, f"/j/{code}", locale="en-GB")
    name = page.get_by_label("Your name")
    name.press_sequentially("Maximilianes-J")
    expect(name).to_have_value("Maximilianes-J")
    expect(page.locator(".form-error")).to_have_text("A name has 1 to 12 letters.")
    name.fill("Max")
    expect(page.locator(".form-error")).to_be_empty()


def test_the_first_at_the_table_leads_and_passes_it_on(browser: Browser) -> None:
    with between_games("inner-compass", 14) as (box, code):
        first, second = come(box, browser, ("Ann", "Ben"), code)
        ann, ben = box.follow(first, "/seat"), box.follow(second, "/seat")
        expect(ann.locator("lobby-form .options")).to_be_visible()
        expect(ben.locator("lobby-form .options")).to_be_hidden()
        expect(ben.get_by_role("button", name="Free the seat")).to_have_count(0)
        ann.locator(".arrived").filter(has_text="Ben").get_by_role("button", name="lead").click()
        ben.locator("lobby-form .option").get_by_text(GAME, exact=True).click()
        expect(ann.locator(".bar .title")).to_have_text(GAME)
        expect(ann.locator("lobby-form")).not_to_contain_text("How many")
        ben.get_by_role("button", name="Free the seat of Ann").click()
        ben.get_by_role("button", name="Really?").click()
        expect(ann.locator("join-form")).to_be_visible()


def test_the_phone_that_leads_goes_back_and_says_what_is_in_place(browser: Browser) -> None:
    with between_games("inner-compass", 14) as (box, code):
        first, second = come(box, browser, ("Ann", "Ben"), code)
        ann, ben = box.follow(first, "/seat"), box.follow(second, "/seat")
        options = ann.locator("lobby-form .option")
        options.get_by_text(GAME, exact=True).click()
        ann.locator("lobby-form").get_by_role("button", name="Back").click()
        expect(ann.locator("lobby-form .options")).to_be_visible()
        options.get_by_text(GAME, exact=True).click()
        ann.get_by_role("button", name="Everybody is here").click()
        settled(ann)
        options.get_by_text("Begin").click()
        expect(ann.locator(TASK).first).to_be_visible()
        expect(ann.locator("live-region")).not_to_contain_text("Put the piece")
        count = ann.locator(TASK).count()
        ann.get_by_role("button", name="Done, next").click()
        expect(ben.locator(TASK)).to_have_count(count - 1)
        ann.get_by_role("button", name="Everything is in place").click()
        expect(ben.locator(TASK)).to_have_count(0)


def test_the_buttons_of_whoever_leads_stay_within_a_phone(browser: Browser) -> None:
    with between_games("inner-compass", 14) as (box, code):
        first, second = come(box, browser, ("Ann", "Maximiliane"), code)
        context = browser.new_context(
            viewport=PHONE, storage_state=first.storage_state(), locale="de-DE"
        )
        ann = box.follow(context, "/seat")
        box.follow(second, "/seat")
        button = ann.get_by_role("button", name="Maximiliane leiten lassen")
        expect(button).to_be_visible()
        for part in (button, ann.get_by_role("button", name="Platz von Maximiliane freigeben")):
            place = part.bounding_box()
            assert place is not None
            assert place["x"] >= 0
            assert place["x"] + place["width"] <= PHONE["width"]


def test_whoever_lost_the_cookie_gets_the_seat_back_by_one_tap(browser: Browser) -> None:
    with between_games("inner-compass", 14) as (box, code):
        first, lost = come(box, browser, ("Ann", "Dan"), code)
        lost.close()
        ann = box.follow(first, "/seat")
        page = reachable(box, browser, f"/j/{code}", locale="en-GB")
        page.get_by_label("Your name").fill("dan")
        page.get_by_role("button", name="Sit down").click()
        expect(page.get_by_role("status").get_by_text("Ann decides")).to_be_visible()
        ann.get_by_text("asks for the seat of Dan").wait_for()
        ann.get_by_role("button", name="All right").click()
        expect(page.locator("seat-name .name")).to_have_text("Dan")
        expect(ann.locator(".arrived .name")).to_have_text(["Ann", "Dan"])


def test_a_phone_that_is_lost_does_not_decide_about_its_own_seat(browser: Browser) -> None:
    with between_games("inner-compass", 14) as (box, code):
        come(box, browser, ("Ann",), code)[0].close()
        page = reachable(box, browser, f"/j/{code}", locale="en-GB")
        page.get_by_label("Your name").fill("Ann")
        page.get_by_role("button", name="Sit down").click()
        expect(page.get_by_role("status").get_by_text("Host decides")).to_be_visible()


def test_a_taken_seat_is_asked_for_during_a_game(browser: Browser) -> None:
    """Where every seat is taken, too; who leads may refuse."""
    with running("inner-compass", 2, 14) as box:
        code = box.lay_out()
        ann = box.phone(browser, 0, code)
        box.phone(browser, 1, code).context.close()
        page = reachable(box, browser, f"/j/{code}", locale="en-GB")
        expect(page.get_by_text("Every seat is taken.")).to_be_visible()
        for answer, shown in (("No", "join-form .seats"), ("All right", "seat-name .name")):
            page.get_by_label("Player 2").check()
            page.get_by_role("button", name="Sit down").click()
            ann.get_by_role("button", name=answer, exact=True).click()
            expect(page.locator(shown)).to_be_visible()
        expect(page.locator("seat-name .name")).to_have_text("Player 2")
