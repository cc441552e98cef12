"""The time before a game: what televisions and phones show without anybody scrolling."""

from collections.abc import Iterator
from typing import Final

import pytest
from playwright.sync_api import Browser, ViewportSize, expect

from tests.web.browser.box import PHONE, Box
from tests.web.browser.gathering import between_games, chosen, come, reachable
from tests.web.browser.sight import assert_all_in_sight, assert_in_sight

TITLE: Final = "Compass Points"
PEOPLE: Final = ("Ann", "Maximiliane", "Çağla")
SCREENS: Final[tuple[ViewportSize, ...]] = (
    {"width": 1280, "height": 720},
    {"width": 1920, "height": 1080},
    {"width": 3840, "height": 2160},
    {"width": 1024, "height": 768},
)
PHONES: Final[tuple[ViewportSize, ...]] = (
    {"width": 360, "height": 640},
    PHONE,
    {"width": 844, "height": 390},
)


@pytest.fixture(scope="module")
def lobby(browser: Browser) -> Iterator[tuple[Box, str]]:
    """A box that asks how much to follow of a game for three."""
    with between_games("inner-compass", 14) as (box, code):
        first, *_ = come(box, browser, PEOPLE, code)
        box.follow(first, "/seat")  # while it is here, it leads, and no other phone decides
        chosen(box, TITLE)
        yield box, code


@pytest.mark.parametrize("size", SCREENS, ids=lambda size: f"{size['width']}x{size['height']}")
def test_a_television_shows_game_people_question_and_code(
    lobby: tuple[Box, str], browser: Browser, size: ViewportSize
) -> None:
    """All of it at once, in the longer language and by day and night."""
    box, code = lobby
    page = reachable(box, browser, "/", viewport=size, locale="de-DE")
    shown = ("h1.turn-name", ".asked", ".bar .title", ".join-qr", ".join-code strong")
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        assert_in_sight(page, *shown, ".arrived")
        assert_all_in_sight(page)
    expect(page.locator(".bar .title")).to_have_text(TITLE)
    expect(page.locator("h1.turn-name")).not_to_be_empty()
    expect(page.locator(".join-code strong")).to_have_text(code)
    expect(page.locator(".arrived .name")).to_have_text(list(PEOPLE))


@pytest.mark.parametrize("size", PHONES, ids=lambda size: f"{size['width']}x{size['height']}")
def test_a_phone_offers_a_seat_and_no_code_of_itself(
    lobby: tuple[Box, str], browser: Browser, size: ViewportSize
) -> None:
    """Nobody can point a phone's camera at its own display."""
    box, code = lobby
    page = reachable(box, browser, "/", viewport=size, locale="de-DE")
    expect(page.locator(".join-qr")).to_be_hidden()
    assert_in_sight(page, "h1.turn-name", ".asked", ".bar .title", ".join-here", ".to-seat")
    page.locator(".join-here").click()
    expect(page.locator("#code")).to_have_value(code)


@pytest.mark.parametrize("size", PHONES, ids=lambda size: f"{size['width']}x{size['height']}")
def test_the_phone_of_a_player_says_what_is_decided_and_where(
    lobby: tuple[Box, str], browser: Browser, size: ViewportSize
) -> None:
    box, code = lobby
    context = come(box, browser, [f"Bo {size['width']}"], code)[0]
    page = reachable(
        box, browser, "/seat", viewport=size, locale="en-GB", storage_state=context.storage_state()
    )
    expect(page.locator(".bar .title")).to_have_text(TITLE)
    expect(page.locator("h1.turn-name")).to_have_text("Who plays North?")
    assert_in_sight(page, ".bar .title", "h1.turn-name", ".asked", "seat-name .name")


def test_a_television_between_two_games_has_no_empty_half(browser: Browser) -> None:
    """Before a game is chosen, too, and while nobody has come."""
    with between_games("essence", 14) as (box, code):
        page = reachable(box, browser, "/", viewport=SCREENS[1], locale="en-GB")
        assert_in_sight(page, "h1.turn-name", ".join-qr", ".join-code strong", "lobby-roster .hint")
        expect(page.locator(".join-code strong")).to_have_text(code)
