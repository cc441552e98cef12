"""A game of Inner Compass for two: the box on the play page, two phones with private hands."""

import json
import random
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Browser, Page, WebSocket, expect

from companion.table.intent import values
from tests.web.browser import plan
from tests.web.browser.box import Box, close_all, code_of, lay_out, running, settled
from tests.web.browser.plan import Step
from tests.web.browser.robot import choose, lay, lift, option, tap, touch

GAME: Final = "inner-compass"
SEED: Final = 14
BY_BOX: Final = 12
"""How many of the first steps are played, on the play page, in one way or another."""
END: Final = 22
"""How many steps are played from the end, on the phones; all kinds occur. `tests/long` plays whole
games."""


def record_messages(texts: list[str], page: Page) -> None:
    """Add every text that reaches a page from now on to ``texts``."""

    def listen(socket: WebSocket) -> None:
        socket.on("framereceived", lambda text: texts.append(str(text)))

    page.on("websocket", listen)


@pytest.mark.slow
def test_two_people_play_a_game(browser: Browser, tmp_path: Path) -> None:
    game = list(plan.steps(GAME, 2, SEED, plan.brisk))
    first, late = game[:BY_BOX], game[-END].before
    last = list(plan.steps_from(late, random.Random(SEED), plan.brisk))
    assert {step.verb for step in (*first, *last)} == {step.verb for step in game}
    with running(GAME, 2, SEED) as box:
        sit_down_and_play(box, browser, first)
    close_all(browser)
    begun = plan.record(tmp_path / "game", late)
    with running(GAME, 2, SEED, begun) as box:
        sit_down_and_play(box, browser, last, by_box=0)


def sit_down_and_play(
    box: Box, browser: Browser, game: Sequence[Step], by_box: int = BY_BOX
) -> None:
    """Play some steps, the first ``by_box`` on the play page, and check what is shown."""
    play = box.play(browser)
    lay_out(play)
    code = code_of(play)
    received: list[list[str]] = [[], []]
    phones = [
        box.sit_down(browser, seat, code, partial(record_messages, texts))
        for seat, texts in enumerate(received)
    ]

    laid = False
    for i, step in enumerate(game):
        if i < by_box:
            at_the_box(play, phones[step.seat], step)
        elif step.verb == "imprint" and not laid:
            laid = True
            by_token(play, step)
        else:
            choose(phones[step.seat], step.labels)

    last = game[-1].after
    for page in (play, *phones):
        if last.is_over:
            totals = last.game.returns(last.state)
            expect(page.locator(".player .total")).to_have_text([str(total) for total in totals])
            expect(page.locator(".player.has-won")).to_have_count(1)
        else:
            prompt = last.game.prompt(last.state, last.game.current_player(last.state))
            expect(page.locator(".prompt")).to_have_text(plan.voice(last).long(prompt))
    for seat, phone in enumerate(phones):
        own = last.game.private(last.state, seat)
        expect(phone.locator("line-list[source=private] .line")).to_have_count(len(own))
    for page in (play, box.visit(browser)):
        expect(page.locator("line-list[source=private]")).to_have_count(0)
    for seat, texts in enumerate(received):
        views = [json.loads(text)["view"] for text in texts if '"kind":"state"' in text]
        assert {view["seat"] for view in views if "seat" in view} == {seat}


def at_the_box(play: Page, phone: Page, step: Step) -> None:
    """Take a step on the play page: on the board, with A for an only choice, or in the list."""
    if step.verb == "place_piece":
        place = str(values(step.action)["space"])
        touch(phone if step.seat else play, place)
    elif step.labels == ("End the turn",) and len(step.before.choices) == 1:
        expect(option(play, "End the turn")).to_be_visible()
        tap(play, "a")
    else:
        choose(play, step.labels)
    expect(play.locator("game-log .entry").first).to_be_visible()


def by_token(play: Page, step: Step) -> None:
    """Drag the emotion's token onto the reader, then choose the rest."""
    token = f"token-{values(step.action)['emotion']}"
    expect(option(play, step.labels[0])).to_have_count(1)
    lay(play, token)
    settled(play)
    for label in step.labels_after(token):
        choose(play, (label,))
    lift(play)
