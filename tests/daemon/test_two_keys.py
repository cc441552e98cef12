"""A box with nothing but two seats' buttons: one that is held goes back, as the panel says."""

import asyncio
from pathlib import Path

import pytest

from companion.table.lobby.lobby import Lobby
from tests.daemon.test_evening import seen
from tests.rig import Rig, running, settings

TAKE, ON = "seat1", "seat2"
SEATS = {TAKE: 5, ON: 6}


def asked(rig: Rig) -> str:
    """Return the key of what is asked."""
    stage = rig.box.session.stage
    assert isinstance(stage, Lobby)
    assert stage.question is not None
    return stage.question.key


async def take(rig: Rig, answer: object) -> None:
    """Move the cursor to an answer, and take it."""
    stage = rig.box.session.stage
    assert isinstance(stage, Lobby)
    assert stage.question is not None
    for _ in range((stage.question.index(answer) - stage.cursor) % len(stage.question.answers)):
        await rig.tap(ON)
    await rig.tap(TAKE)


@pytest.mark.slow
@pytest.mark.parametrize("held", [TAKE, ON])
def test_a_wrong_answer_is_taken_back(tmp_path: Path, held: str) -> None:
    async def scene() -> None:
        async with running(settings(tmp_path, buttons=SEATS), tmp_path, ask=True) as rig:
            for wrong in ("en", "inner-compass", 2):
                before = asked(rig)
                await take(rig, wrong)
                assert (await seen(rig)).endswith("done: take, hold back")
                assert asked(rig) != before
                await rig.hold(held)
                assert asked(rig) == before
                await take(rig, wrong)

    asyncio.run(scene())


@pytest.mark.slow
def test_the_end_says_that_a_held_button_asks_for_the_next_game(tmp_path: Path) -> None:
    async def scene() -> None:
        changes = {"players": ("Ann", "Ben"), "game": "inner-compass", "buttons": SEATS}
        async with running(settings(tmp_path, **changes), tmp_path) as rig:
            await rig.restart_timeout()
            await rig.tap(TAKE, TAKE)
            assert (await seen(rig)).endswith("hold: new game")
            await rig.hold(TAKE)
            assert asked(rig) == "game"

    asyncio.run(scene())
