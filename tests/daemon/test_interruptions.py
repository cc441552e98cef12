"""Somebody acts out of turn, on pins and pixels: who acts, and whose turn goes on afterwards."""

from pathlib import Path

import pytest

from companion.sheets.actions import Interject
from tests.daemon.test_evening import THREE, current, play, seen
from tests.rig import Rig


@pytest.mark.parametrize("game", ["inner-compass", "open-table"])
def test_nobody_is_said_to_be_done_who_is_interrupted(tmp_path: Path, game: str) -> None:
    async def scene(rig: Rig) -> None:
        name = current(rig)
        other = THREE[(THREE.index(name) + 2) % 3]
        await rig.robot.perform(Interject(THREE.index(other)))
        await seen(rig)
        assert rig.screen.title == f"{name} waits"
        assert rig.screen.big == other
        await rig.read_who_is_next()
        prompt = rig.table.game.prompt(rig.table.state, THREE.index(other))
        words = rig.box.voice_of(rig.table).long(prompt)
        assert words == f"{other} acts out of turn, then {name} goes on"
        await rig.robot.let(1.0)
        await rig.tap("a")
        await seen(rig)
        assert (rig.screen.title, rig.screen.big) == (f"{other} done", name)

    play(tmp_path, scene, game=game, level="table")
