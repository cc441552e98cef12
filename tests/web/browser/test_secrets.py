"""A secret of one seat makes no difference on anybody else's screen.

One game is enough here: `tests/web/test_secrets.py` compares the messages of all, of which the
screens are made.
"""

import re
import shutil
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.engine.game import Action
from companion.table.narrowing.intent import is_usual
from companion.web.views import offer as offers
from companion.web.views.position import Position
from tests.web.browser import plan
from tests.web.browser.box import running
from tests.web.browser.plan import Step
from tests.web.browser.robot import choose, log_length

GAME, PLAYERS, SEED = "essence", 3, 7
CHANCE = re.compile(r'role="timer"[^>]*>[^<]*|code="\d*"|value="\d*"')
"""What differs between any two boxes: the clocks, and the code by which a phone joined."""


def a_secret() -> Step:
    """Return the first step at which a seat has several secret actions to choose from."""
    steps = plan.steps(GAME, PLAYERS, SEED, plan.at_random(SEED))
    return next(step for step in steps if len(secrets(step)) > 1)


def secrets(step: Step) -> list[Action]:
    """Return the secret actions from which the seat of a step may choose."""
    table = step.before
    legal = table.game.legal_actions(table.state, step.seat)
    return [action for action in legal if is_usual(action) and table.is_secret(action)]


def shown(page: Page) -> str:
    """Return everything on a page except what differs between any two boxes."""
    return CHANCE.sub("", page.locator("main").inner_html())


@pytest.mark.slow
def test_others_see_the_same_whatever_is_chosen_in_secret(browser: Browser, tmp_path: Path) -> None:
    step = a_secret()
    first, *_, last = secrets(step)
    state = plan.record(tmp_path / "game", step.before)
    screens = [
        seen_by_others(browser, shutil.copytree(state, tmp_path / name), step, action)
        for name, action in (("first", first), ("last", last))
    ]
    assert screens[0] == screens[1]


def seen_by_others(browser: Browser, state: Path, step: Step, action: Action) -> list[str]:
    """Let a seat take an action; return what another phone and the table's page then show."""
    rules, before = step.before.game, step.before
    own = rules.private(rules.apply_action(before.state, action).state, step.seat)
    with running(GAME, PLAYERS, SEED, state) as box:
        code = box.code()
        mine = box.phone(browser, step.seat, code)
        others = [box.phone(browser, (step.seat + 1) % PLAYERS, code), box.visit(browser)]
        choose(mine, plan.labels(offers.for_seat(Position(before), step.seat), action))
        expect(mine.locator("line-list[source=private] .line")).to_have_count(len(own))
        for page in others:
            expect(page.locator("game-log .entry")).to_have_count(log_length(mine))
        seen = [shown(page) for page in others]
        for page in (mine, *others):
            page.context.close()
    return seen
