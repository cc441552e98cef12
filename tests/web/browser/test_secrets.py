"""What one seat keeps to itself makes no difference on anybody else's screen."""

import re
import shutil
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.engine.game import Action
from companion.table.intent import is_usual
from companion.web import offer as offers
from companion.web.position import Position
from tests.web.browser import plan
from tests.web.browser.box import code_of, running
from tests.web.browser.plan import Step
from tests.web.browser.robot import choose, log_length

SEED = 7
GAMES = {"essence": 3, "compass-points": 4}
CHANCE = re.compile(r'role="timer"[^>]*>[^<]*|code="\d*"|value="\d*"')
"""Clocks, and the code that a phone came with."""


def a_secret(game: str) -> Step:
    """Return the first step at which somebody could do several things in secret."""
    steps = plan.steps(game, GAMES[game], SEED, plan.at_random(SEED))
    return next(step for step in steps if len(secrets(step)) > 1)


def secrets(step: Step) -> list[Action]:
    """Return what the same seat could secretly do instead, in another way."""
    table = step.before
    legal = table.game.legal_actions(table.state, step.seat)
    return [each for each in legal if is_usual(each) and table.is_secret(each)]


def shown(page: Page) -> str:
    """Return everything that is on a page but what differs between any two boxes."""
    return CHANCE.sub("", page.locator("main").inner_html())


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_whatever_is_chosen_in_secret_others_see_the_same(
    browser: Browser, tmp_path: Path, game: str
) -> None:
    step = a_secret(game)
    one, *_, other = secrets(step)
    state = plan.record(tmp_path / "game", step.before)
    found = [
        seen_by_others(browser, game, shutil.copytree(state, tmp_path / name), step, action)
        for name, action in (("one", one), ("other", other))
    ]
    assert found[0] == found[1]


def seen_by_others(
    browser: Browser, game: str, state: Path, step: Step, action: Action
) -> list[str]:
    """Let a seat do something, and return what another phone and the big screen show then."""
    rules, before = step.before.game, step.before
    own = rules.private(rules.apply_action(before.state, action).state, step.seat)
    with running(game, GAMES[game], SEED, state) as box:
        play = box.play(browser)
        code = code_of(play)
        mine = box.phone(browser, step.seat, code)
        others = [box.phone(browser, (step.seat + 1) % GAMES[game], code), box.visit(browser)]
        choose(mine, plan.labels(offers.for_seat(Position(before), step.seat), action))
        expect(mine.locator("line-list[source=private] .line")).to_have_count(len(own))
        for page in others:
            expect(page.locator("game-log .entry")).to_have_count(log_length(mine))
        seen = [shown(page) for page in others]
        for page in (play, mine, *others):
            page.context.close()
    return seen
