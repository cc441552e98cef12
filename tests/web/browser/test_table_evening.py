"""An evening with a sheet on phones: made on a page, six people, a dealer, points per round."""

import json
from collections.abc import Iterator
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.browser.box import PHONE, Box, settled
from tests.web.browser.gathering import between_games

TITLE: Final = "Hearts at ours"
SHEET: Final = f"""\
title: {TITLE}
bgg: 1234
players: [2, 8]
order: together
dealer: true
categories:
  - {{id: points, name: Points, when: round, least: -50, most: 100}}
finish: now
ties: [ask]
"""
SIX: Final = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Fay")
ROUNDS: Final = ((5, 1, 2, 3, 5, 5), (5, 2, 2, 2, 5, 5), (0, 1, 1, 1, 4, 0))
"""What each has in each round; with four points more for Ann, she and Eve are level."""


@pytest.fixture
def table(browser: Browser) -> Iterator[tuple[Box, Page, dict[str, Page]]]:
    """A box with the sheet, its host's page, and six people who have come by phone."""
    with between_games("essence", 14) as (box, code):
        owner = box.owner(browser)
        sheets = owner.new_page()
        sheets.goto(f"{box.address}/sheets")
        with sheets.expect_response("**/sheets/check*"):
            sheets.locator("#text").fill(SHEET)
        sheets.get_by_role("button", name="Add to the games").click()
        sheets.wait_for_url("**/sheets/hearts-at-ours-*")
        phones = {name: came(box, browser, name, code) for name in SIX}
        yield box, box.follow(owner, "/host"), phones


def came(box: Box, browser: Browser, name: str, code: str) -> Page:
    phone = box.visit(browser, f"/j/{code}", viewport=PHONE)
    phone.locator("input[name=name]").fill(name)
    phone.locator("button[type=submit]").click()
    expect(phone.locator("seat-name .name")).to_have_text(name)
    return phone


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()
    settled(page)


def play_round(phones: dict[str, Page], dealer: str, points: tuple[int, ...]) -> None:
    """Say that all are done, and let each enter their points, from the dealer's left."""
    press(phones[dealer], "All are done")
    first = SIX.index(dealer) + 1
    for seat in (number % len(SIX) for number in range(first, first + len(SIX))):
        listed = phones[SIX[seat]].locator("choice-list .is-short")
        listed.get_by_role("button", name=str(points[seat]), exact=True).click()
        settled(phones[SIX[seat]])


def correct(host: Page, *choices: str) -> None:
    host.locator("correction-list summary").click()
    for each in choices:
        host.locator("correction-list").get_by_role("button", name=each, exact=True).click()
        settled(host)
    host.locator("correction-list summary").click()


def repair(host: Page, step: str, *answers: str) -> None:
    """Repair the earliest step of the log with these words, and apply what the preview shows."""
    host.get_by_role("button", name="Turn log", exact=True).click()
    settled(host)
    listed = host.locator("correction-list .option")
    listed.filter(has_text=step).last.click()
    settled(host)
    for each in answers:
        host.locator("correction-list").get_by_role("button", name=each, exact=True).click()
        settled(host)
    expect(host.locator("correction-list .chosen")).to_contain_text("Ann +4")
    host.locator("correction-list").get_by_role("button", name="Apply", exact=True).click()
    settled(host)


def get(page: Page, box: Box, path: str) -> Any:  # noqa: ANN401 - JSON
    return json.loads(page.context.request.get(f"{box.address}{path}").body())


@pytest.mark.slow
def test_six_people_play_a_sheet_of_their_own(
    table: tuple[Box, Page, dict[str, Page]],
) -> None:
    box, host, phones = table
    ann = phones["Ann"]
    press(ann, TITLE)
    press(ann, "Everybody is here")
    dealers = []
    for name, points in zip(SIX, ROUNDS, strict=False):
        expect(phones[name].get_by_role("button", name="All are done")).to_be_visible()
        dealers.append(phones[name].locator(".turn-line .chip").inner_text().split()[2])
        play_round(phones, dealers[-1], points)
    at = SIX.index(dealers[0])
    assert dealers == [SIX[(at + turn) % len(SIX)] for turn in range(3)], "one after another"
    repair(host, "Ann, Points: 5", "Change it", "9")
    correct(host, "A player leaves", "Fay leaves")
    press(ann, "The game ends")
    press(ann, "Ann wins")
    expect(ann.locator(".end .podium-step").first).to_contain_text("Ann")
    file = get(host, box, "/games/2.bgsplay")
    (game,) = file["games"]
    assert (game["name"], game["bggId"]) == (TITLE, 1234)
    names = {person["id"]: person["name"] for person in file["players"]}
    (played,) = file["plays"]
    rows = {names[row["playerRefId"]]: row for row in played["playerScores"]}
    totals = {"Ann": 14, "Ben": 4, "Cleo": 5, "Dan": 6, "Eve": 14}
    assert {name: int(rows[name]["score"]) for name in totals} == totals
    assert [name for name, row in rows.items() if row["winner"]] == ["Ann"]
    figures = host.context.new_page()
    figures.goto(f"{box.address}/games/figures")
    expect(figures.get_by_role("heading", name=TITLE)).to_be_visible()
    lines = [row.inner_text().split("\t") for row in figures.locator("tbody tr").all()]
    won = {line[0]: (line[1], line[2]) for line in lines}
    assert won == {name: ("1", "1" if name == "Ann" else "0") for name in totals}
