"""The robot that plays on emulated hardware: what it cannot do is one clear error."""

import asyncio
from pathlib import Path

import pytest

from companion.emulation.robot import RobotError
from companion.table.command import Command
from tests.rig import running, settings


def test_a_game_that_was_left_cannot_be_played(tmp_path: Path) -> None:
    """Somebody may leave the game while the robot is about to act."""

    async def scene() -> None:
        async with running(settings(tmp_path), tmp_path) as rig:
            await rig.lay_out()
            action = rig.table.candidates[0]
            await rig.box.session.ask(Command.LEAVE)
            with pytest.raises(RobotError, match="no game goes on"):
                await rig.robot.perform(action)

    asyncio.run(scene())


def test_an_earlier_action_is_no_longer_offered(tmp_path: Path) -> None:
    """There are still pieces for that action, but none of them means anything on offer."""

    async def scene() -> None:
        async with running(settings(tmp_path), tmp_path) as rig:
            await rig.lay_out()
            earlier = rig.table.candidates
            while set(earlier) & set(rig.table.candidates):
                await rig.robot.step()
            for action in earlier:
                with pytest.raises(RobotError, match="no button and no tag leads there"):
                    await rig.robot.perform(action)

    asyncio.run(scene())
