"""What one seat keeps to itself makes no difference on anybody else's screen."""

import re
from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.engine.game import Action
from companion.table.intent import is_usual
from companion.web import offer as offers
from tests.web.browser import plan
from tests.web.browser.box import code_of, lay_out, running
from tests.web.browser.hands import choose
from tests.web.browser.plan import Step

SEED = 7
GAMES = {"essence": 3, "compass-points": 4}
CHANCE = re.compile(r'role="timer"[^>]*>[^<]*|code="\d*"|value="\d*"')
"""Clocks, and the code that a phone came with."""


def before_a_secret(game: str) -> Iterator[Step]:
    """Yield what happens until somebody has a secret choice, that step included."""
    for step in plan.steps(game, GAMES[game], SEED, plan.at_random(SEED)):
        yield step
        if len(secrets(step)) > 1:
            return


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
def test_whatever_is_chosen_in_secret_others_see_the_same(browser: Browser, game: str) -> None:
    *earlier, last = before_a_secret(game)
    one, *_, other = secrets(last)
    found: list[list[str]] = []
    with ExitStack() as stack:
        for action in (one, other):
            box = stack.enter_context(running(game, GAMES[game], SEED))
            play = box.play(browser)
            lay_out(play)
            phones = [box.phone(browser, seat, code_of(play)) for seat in range(GAMES[game])]
            for step in earlier:
                choose(phones[step.seat], step.labels)
            choose(
                phones[last.seat],
                plan.labels(offers.for_seat(last.before, last.seat), action),
            )
            mine = phones.pop(last.seat)
            rules = last.before.game
            after = rules.apply_action(last.before.state, action).state
            own = rules.private(after, last.seat)
            expect(mine.locator("line-list[source=private] .line")).to_have_count(len(own))
            others = [*phones, box.visit(browser)]
            found.append([shown(page) for page in others])
            for page in (play, mine, *others):
                page.context.close()
    assert found[0] == found[1]
