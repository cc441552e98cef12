"""The first evening of three strangers, each of whom takes a wrong turn and finds back alone."""

import asyncio
from collections.abc import Callable
from contextlib import AsyncExitStack, suppress
from functools import partial
from pathlib import Path
from typing import Any, Final

import pytest

from companion.table.state import Table
from tests.web.box import Served, run
from tests.web.client import Page
from tests.web.first_turn import Group, has_moved_on, is_done, panel_lines

GAME: Final = "inner-compass"
HELD: Final = 0.1
"""Seconds of a press: keys that also can be held act when they are released."""


async def pressed(page: Page, button: str, happened: Callable[[dict[str, Any]], bool]) -> None:
    """Hold a key of the box as long as a thumb does, or until the setup shows what it does."""

    async def shown() -> None:
        await page.until(lambda phone: happened(phone.view["lobby"]))

    assert (await page.say("press", button=button))["kind"] == "done"
    with suppress(TimeoutError):
        await asyncio.wait_for(shown(), HELD)
    assert (await page.say("release", button=button))["kind"] == "done"
    await shown()


async def choose_a_wrong_language(served: Served, stack: AsyncExitStack) -> None:
    """Take Deutsch for English; the panel says in German that B goes back."""
    owner = await stack.enter_async_context(served.browser())
    await served.opened(owner)
    box = await stack.enter_async_context(owner.open("play"))
    await pressed(box, "down", lambda lobby: lobby["cursor"] == 1)
    await pressed(box, "a", lambda lobby: lobby["key"] == "game")
    *_, footer = panel_lines(served)
    assert "B zurück" in footer
    await pressed(box, "b", lambda lobby: lobby["key"] == "language")
    await pressed(box, "up", lambda lobby: lobby["cursor"] == 0)
    await pressed(box, "a", lambda lobby: lobby["key"] == "game")
    assert panel_lines(served)[0] == "Which game?"


async def come_under_a_wrong_name(group: Group, stack: AsyncExitStack) -> None:
    """Sit down with a slip of the thumb, leave the seat, and sit down again."""
    browser = await stack.enter_async_context(group.served.browser())
    code = group.served.gateway.seats.code
    assert (await browser.post("/api/join", {"name": "Bne", "code": code}))[0] == 204
    ann = group.people[0].page
    await ann.until(lambda phone: names(phone.view) == ["Ann", "Bne"])
    assert (await browser.post("/api/leave", {}))[0] == 204
    await ann.until(lambda phone: names(phone.view) == ["Ann"])
    await group.come("Ben", stack)


def names(view: dict[str, Any]) -> list[str]:
    return [player["name"] for player in view["players"]]


def owners(view: dict[str, Any]) -> set[int]:
    """Return the seats of those who still have to lay out something."""
    return {task["seat"] for task in view["tasks"]}


async def evening(served: Served) -> None:
    group = Group(served, GAME)
    async with AsyncExitStack() as stack, AsyncExitStack() as asleep:
        await choose_a_wrong_language(served, stack)
        await group.come("Ann", stack)
        await come_under_a_wrong_name(group, stack)
        await group.come("Cleo", asleep)
        ann, ben, _ = group.people
        await asleep.aclose()  # the display of Cleo's phone goes dark
        await ann.page.until(
            lambda phone: [each["here"] for each in phone.view["players"]] == [True, True, False]
        )
        chosen = ann.page.phone.view["lobby"]
        await ann.tap("answer", option=group.option(chosen))
        await ann.page.until(partial(has_moved_on, chosen))
        before = ann.page.phone.view["lobby"]
        await ann.tap("gather", present=False)  # with Cleo, who sits there
        await ann.page.until(partial(has_moved_on, before))
        await group.answer()
        await group.lay_out(ann)
        await group.lay_out(ben)
        # All see Cleo's tasks, and whoever leads does them, too.
        await ann.page.until(lambda phone: owners(phone.view) == {2})
        while ann.page.phone.view["turn"]["laying"]:
            number = ann.page.phone.view["tasks"][0]["number"]
            await ann.tap("tick", task=number)
            await ann.page.until(partial(is_done, number))
        stage = served.box.session.stage
        assert isinstance(stage, Table)
        assert stage.setup.players == ("Ann", "Ben", "Cleo")


@pytest.mark.slow
def test_three_strangers_reach_the_first_turn(tmp_path: Path) -> None:
    """One takes the wrong language, one the wrong name, and one's phone falls asleep."""
    run(tmp_path, evening, ask=True, play=True)
