"""The Gilded Compass on the play page and on phones: dice, buildings, rewards, new rounds."""

import random
from itertools import takewhile
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.engine.game import Action
from companion.table.narrowing.intent import values
from companion.table.table import Table
from tests.web.browser import plan
from tests.web.browser.box import TELEVISION, code_of, lay_out, running
from tests.web.browser.robot import choose, option
from tests.web.browser.sight import assert_all_in_sight

GAME: Final = "gilded-compass"
SEED: Final = 5
PLAYERS: Final = 2
ROUNDS: Final = 2
LAST: Final = 2
"""How many steps of the first round are played in the browser, before the whole second one."""
AT_THE_BOX: Final = 5
"""Every so many steps, one is taken on the play page."""


def dice_placed(action: Action) -> int:
    return len(str(values(action).get("dice", "")))


def many_dice(_table: Table, possible: list[Action]) -> Action:
    """Return the placement of the most dice, else the first possible action."""
    placing = [action for action in possible if values(action)["action"] == "place"]
    return max(placing or possible[:1], key=dice_placed)


def ask_which_is_best(phone: Page) -> None:
    """Ask for advice: there is none before, and then it appears under the button."""
    advice = phone.locator("advice-list .line")
    expect(phone.locator("line-list[source=outlook] .line").first).to_be_visible()
    expect(advice).to_have_count(0)
    phone.get_by_role("button", name="Which is best?").click()
    expect(advice.first).to_contain_text("If the round ended now")


@pytest.mark.slow
def test_two_rounds_can_be_played(browser: Browser, tmp_path: Path) -> None:
    known = plan.steps(GAME, PLAYERS, SEED, many_dice)
    first = [*takewhile(lambda step: step.before.state.round == 1, known)]
    begun = first[-LAST].before
    with running(GAME, PLAYERS, SEED, plan.record(tmp_path / "game", begun)) as box:
        play = box.play(browser)
        lay_out(play)
        expect(play.locator("board-picture svg")).to_be_visible()
        phones = [box.phone(browser, seat, code_of(play)) for seat in range(PLAYERS)]
        steps = plan.steps_from(begun, random.Random(SEED), many_dice)
        two_rounds = [*takewhile(lambda step: step.before.state.round <= ROUNDS, steps)]
        assert {step.before.state.round for step in two_rounds} == {1, ROUNDS}
        asked = False
        for i, step in enumerate(two_rounds, 1):
            if i % AT_THE_BOX == 0:
                at_box = step.labels_at_the_box()
                expect(option(play, at_box[0])).to_have_count(1)
                choose(play, at_box)
            else:
                phone = phones[step.seat]
                if step.verb == "place" and not asked:
                    asked = True
                    ask_which_is_best(phone)
                choose(phone, step.labels)
        assert asked
        last = two_rounds[-1].after
        assert last.state.round == ROUNDS + 1
        prompt = plan.voice(last).long(last.game.prompt(last.state, 0))
        for page in (play, *phones):
            expect(page.locator(".prompt")).to_have_text(prompt)
        private = last.game.private(last.state, last.state.current)
        own = phones[last.state.current].locator("line-list[source=private]")
        for line in private[:PLAYERS]:
            expect(own).to_contain_text(plan.voice(last).long(line.left))
        assert_all_in_sight(box.visit(browser, viewport=TELEVISION))
        fold_others_points(phones[0])


def fold_others_points(phone: Page) -> None:
    """On a phone a long list of points shows one's own, and those of others when asked."""
    own, others = phone.locator("score-list details").all()
    expect(own).to_have_attribute("open", "")
    expect(others.locator(".score-row").first).to_be_hidden()
    others.locator("summary").click()
    expect(others.locator(".score-row").first).to_be_visible()
