"""The host raises a running game to a higher level; the box takes over what it knows."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.engine import registry
from companion.engine.game import Setup
from companion.storage.journal import FILE, Journal
from companion.storage.setup import setup_struct
from companion.table.command import Command
from companion.table.play import begin
from companion.table.state import ActionInput
from tests.table.test_raising import PLAYERS, at, draw, give
from tests.web.browser.box import running, settled


def stored(folder: Path) -> None:
    """Store a game of Compass Points at the level ``table`` in which Ben has 25 points."""
    game = registry.load("compass-points")
    table = begin(game, Setup(PLAYERS, "table"), (), at(0), draw()).table
    table = give(table, Command.CONFIRM, 10)
    seat = table.game.current_player(table.state)
    legal = table.game.legal_actions(table.state, seat)
    gain = next(each for each in legal if getattr(each, "points", None) == 25)
    table = give(table, ActionInput(gain), 15)
    with Journal.open(folder / FILE) as journal:
        play = journal.begin(game.id, game.rules_version, setup_struct(table.setup, ()), 1000.0)
        journal.append(play, table.entries)


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()
    settled(page)


@pytest.mark.slow
def test_a_host_raises_a_game_and_takes_it_back(browser: Browser, tmp_path: Path) -> None:
    stored(tmp_path)
    with running("compass-points", 4, 3, tmp_path) as box:
        host, play = box.host(browser), box.play(browser)
        press(host, "Go on")
        points = play.locator(".player")
        expect(points.nth(1)).to_contain_text("25")
        press(host, "Follow more: The whole game")
        expect(points.nth(1)).to_contain_text("25")
        expect(points.nth(1)).to_contain_text("0:05")
        raised = host.get_by_role("button", name="Follow more: The whole game")
        expect(raised).to_have_count(0)
        press(host, "Take back")
        expect(raised).to_be_visible()
        expect(play.locator("game-log .is-undone")).to_have_count(3)
        expect(points.nth(1)).to_contain_text("is due")
