"""A game of Inner Compass for two: the box on the play page, two phones with private hands."""

import json
import random
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Browser, Page, WebSocket, expect

from companion.table.narrowing.intent import values
from companion.table.table import Table
from tests.web.browser import plan
from tests.web.browser.box import Box, close_all, code_of, lay_out, running, settled
from tests.web.browser.plan import Step
from tests.web.browser.robot import choose, lay, lift, option, tap, touch

GAME: Final = "inner-compass"
SEED: Final = 14
BY_BOX: Final = 8
"""How many of the first steps are played, on the play page, in one way or another."""
END: Final = 22
"""How many steps are played from the end, on the phones; all kinds occur. `labs/long` plays whole
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
        play_at_the_box(box, browser, first)
    close_all(browser)
    begun = plan.record(tmp_path / "game", late)
    with running(GAME, 2, SEED, begun) as box:
        play_on_phones(box, browser, last)


def play_at_the_box(box: Box, browser: Browser, game: Sequence[Step]) -> None:
    """Play steps on the play page, where one seat has no phone; check what is shown."""
    play = box.play(browser)
    lay_out(play)
    received: list[str] = []
    phone = box.sit_down(browser, 1, code_of(play), partial(record_messages, received))
    for step in game:
        at_the_box(play, phone, step)
    last = game[-1].after
    prompt = last.game.prompt(last.state, last.game.current_player(last.state))
    for page in (play, phone):
        expect(page.locator(".prompt")).to_have_text(plan.voice(last).long(prompt))
    assert_keeps_to_itself(phone, 1, last, received)
    expect(play.locator("line-list[source=private]")).to_have_count(0)


def play_on_phones(box: Box, browser: Browser, game: Sequence[Step]) -> None:
    """Play steps to the end, one of them by a token on the play page; check what is shown."""
    code = box.code()
    received: list[list[str]] = [[], []]
    phones = [
        box.sit_down(browser, seat, code, partial(record_messages, texts))
        for seat, texts in enumerate(received)
    ]
    laid = next(i for i, step in enumerate(game) if step.verb == "imprint")
    for step in game[:laid]:
        choose(phones[step.seat], step.labels)
    play = box.play(browser)
    by_token(play, game[laid])
    for step in game[laid + 1 :]:
        choose(phones[step.seat], step.labels)
    last = game[-1].after
    for page in (play, *phones):
        totals = last.game.returns(last.state)
        expect(page.locator(".player .total")).to_have_text([str(total) for total in totals])
        expect(page.locator(".player.has-won")).to_have_count(1)
    expect(play.locator("line-list[source=private]")).to_have_count(0)
    for seat, (phone, texts) in enumerate(zip(phones, received, strict=True)):
        assert_keeps_to_itself(phone, seat, last, texts)


def assert_keeps_to_itself(phone: Page, seat: int, last: Table, received: Sequence[str]) -> None:
    """Check that a phone shows what its seat alone knows, and has been told of no other seat."""
    own = last.game.private(last.state, seat)
    expect(phone.locator("line-list[source=private] .line")).to_have_count(len(own))
    views = [json.loads(text)["view"] for text in received if '"kind":"state"' in text]
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
