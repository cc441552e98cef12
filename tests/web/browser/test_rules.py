"""Pressing a rule's id shows the rule: after a refusal, in the log, behind points."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from companion.engine import registry
from companion.i18n.catalogue import Rulebook
from tests.web.browser import plan
from tests.web.browser.box import PHONE, TELEVISION, Box, running
from tests.web.browser.by_touch import SMALL
from tests.web.browser.robot import lay, lift
from tests.web.browser.sight import assert_all_in_sight

GAME, SEED = "inner-compass", 14


@pytest.fixture(scope="module")
def box() -> Iterator[Box]:
    """A box at which no test makes a move."""
    with running(GAME, 2, SEED) as box:
        box.lay_out()
        yield box


@pytest.fixture(scope="module")
def play(box: Box, browser: Browser) -> Page:
    return box.play(browser)


@pytest.fixture(scope="module")
def watcher(box: Box, browser: Browser) -> Page:
    return box.visit(browser)


@pytest.fixture(scope="module")
def ended(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Box]:
    """A box with a game that is over."""
    game = ("compass-points", 4, SEED)
    table = plan.after(plan.steps(*game, plan.at_random(SEED)))
    with running(*game, plan.record(tmp_path_factory.mktemp("ended") / "game", table)) as box:
        yield box


@pytest.fixture(scope="module")
def table(ended: Box, browser: Browser) -> Page:
    """The page of that game for all; tests leave its rules folded."""
    return ended.visit(browser)


def rules(game: str, language: str) -> Rulebook:
    return Rulebook(language, registry.load(game))


def words_beside(button: Locator) -> Locator:
    return button.locator("xpath=following-sibling::*[contains(@class, 'rule-words')]")


def assert_says(button: Locator, book: Rulebook) -> None:
    """Press an id, which shows its rule, and press it again, which hides the rule."""
    words = words_beside(button)
    expect(words).to_be_hidden()
    expect(button).to_have_attribute("aria-expanded", "false")
    button.click()
    expect(words).to_have_text(book.words(button.inner_text()))
    expect(button).to_have_attribute("aria-expanded", "true")
    button.click()
    expect(words).to_be_hidden()


def test_after_a_refusal_which_moves_nothing_that_can_be_touched(
    box: Box, browser: Browser, play: Page, watcher: Page
) -> None:
    phone = box.phone(browser, 1, box.code())
    phone.set_viewport_size(SMALL)
    names = ("choice-list summary", ".target")
    touched = [page.locator(name).first for page in (play, phone) for name in names]
    before = [place.bounding_box() for place in touched]
    assert None not in before
    lay(play, "token-R")
    expect(phone.locator("notice-bar")).to_be_visible()
    expect(watcher.locator(".asked")).to_have_text("Now it is up to Player 2:")
    expect(phone.locator(".asked")).to_have_count(0)
    assert [place.bounding_box() for place in touched] == before
    assert_says(play.locator("notice-bar.is-refused button.rule"), rules(GAME, "en"))
    lift(play)


def test_of_a_tile_that_is_touched_and_of_all_in_play(play: Page, watcher: Page) -> None:
    book = rules(GAME, "en")
    tiles = play.locator("rule-list li")
    play.locator("rule-list summary").click()
    expect(tiles).to_have_count(10)  # five tiles, five kinds of things
    assert_says(tiles.first.locator("button.rule"), book)
    rule = tiles.first.locator("button.rule").inner_text()
    for page in (play, watcher):
        page.locator(".space[data-place=tile-1]").click(force=True)
        expect(page.locator("notice-bar")).to_contain_text(book.words(rule))
        expect(page.locator("notice-bar.is-refused")).to_have_count(0)
    card = watcher.locator(".sprite[data-place=display-N]")
    card.click(force=True)
    name = card.locator("title").text_content()
    expect(watcher.locator("notice-bar")).to_have_text(f"§{name}: {book.words('IC-FEEL-1')}")
    # Whoever is on turn reads why that cannot be chosen, or its rule if there is nothing to say.
    play.locator(".sprite[data-place=display-N]").click(force=True)
    expect(play.locator("notice-bar")).not_to_contain_text(book.words(rule))


def test_in_the_log_of_a_seat(ended: Box, browser: Browser) -> None:
    phone = ended.phone(browser, 0, ended.code())
    assert_says(phone.locator("game-log button.rule").first, rules("compass-points", "en"))


def test_behind_points(table: Page) -> None:
    assert_all_say(table.locator("score-list button.rule"), rules("compass-points", "en"))


def assert_all_say(buttons: Locator, book: Rulebook) -> None:
    """Press the ids behind points, of which there are some."""
    expect(buttons).not_to_have_count(0)
    for button in buttons.all():
        assert_says(button, book)


def test_the_end_has_a_podium_and_a_curve(table: Page) -> None:
    page = table
    steps = page.locator(".podium-step .name")
    expect(steps).to_have_count(2)
    expect(steps.first).to_have_text("★ 1. Player 1 and Player 3")
    curve = page.get_by_role("img", name="The points in the course of the game")
    expect(curve).to_be_visible()
    expect(curve.locator(".chart-line")).to_have_count(2)
    points = page.locator(".podium-step strong")
    for side, names in enumerate(("Player 1Player 3", "Player 2Player 4")):
        expect(curve.locator("text").nth(side)).to_have_text(
            f"{names} {points.nth(side).inner_text()}"
        )
    expect(page.locator(".chip-paused")).to_have_count(0)


def test_a_replay_goes_turn_by_turn_along_the_curve(ended: Box, browser: Browser) -> None:
    page = ended.follow(browser.new_context(**ended.settings(english=True)), "/replay")
    steps = [step.before for step in plan.steps("compass-points", 4, SEED, plan.at_random(SEED))]
    due = [table.game.current_player(table.state) for table in steps]
    second = next(at for at, seat in enumerate(due) if at and seat != due[at - 1])
    page.get_by_role("button", name="One turn on").click()
    expect(page.locator(".count")).to_have_text(f"{second} / {len(steps)}")
    x = page.locator(".points .chart-now").get_attribute("x1")
    assert float(x or 0) == pytest.approx(320 * second / len(steps))
    page.get_by_role("button", name="One turn back").click()
    expect(page.locator(".count")).to_have_text(f"0 / {len(steps)}")
    page.get_by_role("combobox", name="Speed").select_option("4")
    page.get_by_role("button", name="Play by itself").click()
    expect(page.locator(".count")).not_to_have_text(f"0 / {len(steps)}")
    page.get_by_role("button", name="Stop").click()


def test_a_television_shows_the_end_and_the_whole_screen(ended: Box, browser: Browser) -> None:
    page = ended.visit(browser, viewport=TELEVISION)
    assert_all_in_sight(page)
    page.get_by_role("button", name="Fill the screen").click()
    expect(page.get_by_role("navigation")).to_be_hidden()
    assert_all_in_sight(page)
    page.get_by_role("button", name="Leave full screen").click()
    expect(page.get_by_role("navigation")).to_be_visible()


def test_with_the_keyboard_alone(table: Page) -> None:
    button = table.locator("score-list button.rule").first
    button.focus()
    table.keyboard.press("Enter")
    expect(words_beside(button)).to_be_visible()
    table.keyboard.press("Enter")
    expect(words_beside(button)).to_be_hidden()


def test_when_the_box_does_not_answer_the_page_says_so(table: Page) -> None:
    table.reload()  # whatever has been read already is kept
    table.route("**/rules/**", lambda route: route.abort())
    button = table.locator("score-list button.rule").first
    button.click()
    expect(words_beside(button)).to_contain_text("The box does not answer.")
    table.unroute("**/rules/**")


def is_wide(page: Page) -> bool:
    overflows = page.evaluate(
        "document.documentElement.scrollWidth > document.documentElement.clientWidth"
    )
    return bool(overflows)


def test_german_rules_behind_points_and_of_all_kinds_fit_a_phone(
    ended: Box, browser: Browser
) -> None:
    page = ended.visit(browser, english=False, viewport=PHONE)
    assert_all_say(page.locator("score-list button.rule"), rules("compass-points", "de"))
    for button in page.locator("button.rule").all()[:12]:
        button.click()
        expect(words_beside(button)).not_to_be_empty()
    assert not is_wide(page)
