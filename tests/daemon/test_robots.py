"""One person at a box: the other seats are robots, in the journal as on the panel."""

import asyncio
from pathlib import Path

from companion.records.replay import load
from companion.storage.journal import FILE as JOURNAL
from companion.table.lobby.lobby import Lobby
from companion.table.state import SetupAnswer
from companion.table.table import ActionInput
from tests.rig import Rig, running, settings


async def answer(rig: Rig, *answers: object) -> None:
    """Answer the questions of the setup."""
    for wanted in answers:
        lobby = rig.box.session.stage
        assert isinstance(lobby, Lobby)
        assert lobby.question is not None
        values = [value for value, _ in lobby.question.answers]
        await rig.box.session.ask(SetupAnswer(lobby.question.key, values.index(wanted)))


async def robots_have_acted(rig: Rig, more: int) -> None:
    """Let time pass until robots have added so many entries."""
    aim = len(rig.table.entries) + more
    for _ in range(500):
        if len(rig.table.entries) >= aim:
            return
        await rig.robot.let(1.0)
        await asyncio.sleep(0.01)
        await rig.box.session.settled()
    raise AssertionError("no robot has acted")


def test_a_person_plays_with_three_robots(tmp_path: Path) -> None:
    async def scene() -> None:
        configuration = settings(tmp_path, game="compass-points")
        async with running(configuration, tmp_path, ask=True) as rig:
            rig.box.session.robots.most = 4
            await answer(rig, "en", "compass-points", "Red", "Robot", "Robot 2", "Robot 3")
            assert rig.table.setup.robots == (1, 2, 3)
            first = rig.table.game.legal_actions(rig.table.state, 0)[0]
            await rig.box.session.ask(ActionInput(first, 0))
            await robots_have_acted(rig, 3)
            assert rig.screen.rows[0].text.startswith("Robot 3 lays")
            assert [entry.actor for entry in rig.table.entries] == [0, 1, 2, 3]
        asked = load(configuration.state / JOURNAL)
        assert asked.setup.robots == (1, 2, 3)

    asyncio.run(scene())
