"""The demo's robot plays the Gilded Compass by pins and tags, as people would."""

import asyncio
from pathlib import Path

import pytest

from tests.rig import running, settings

GAME = "gilded-compass"


async def a_round(folder: Path) -> tuple[int, set[str]]:
    """Play a round at random; return the next one's number and the kinds of entries."""
    configuration = settings(folder, game=GAME, level="full", players=("Ann", "Ben"))
    async with running(configuration, folder) as rig:
        await rig.lay_out()
        while rig.table.state.round == 1:
            await rig.robot.step()
        kinds = {str(entry.payload.get("type")) for entry in rig.table.entries}
        return rig.table.state.round, kinds


@pytest.mark.slow
def test_hands_play_a_round(tmp_path: Path) -> None:
    number, kinds = asyncio.run(a_round(tmp_path))
    assert number == 2
    assert kinds >= {"lay_map", "lay_specialist", "roll", "place"}
