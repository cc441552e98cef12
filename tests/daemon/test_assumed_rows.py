"""The row of a cube, which the box takes for granted, on pins and pixels."""

from pathlib import Path

import pytest

from companion.engine.fold import fold
from companion.games.inner_compass.actions import Imprint
from tests.daemon.test_evening import THREE, after, current, play, seen
from tests.daemon.test_log_repair import open_log
from tests.rig import Rig


def removed(rig: Rig, name: str) -> tuple[str, ...]:
    """Return the squares of a player's board from which cubes were taken."""
    squares: tuple[str, ...] = rig.table.state.players[THREE.index(name)].removed
    return squares


async def topmost(rig: Rig) -> None:
    """Make a memory with a tag and the space that is offered first: the box chooses the row."""
    await rig.lay("token-Y")
    await rig.tap("a")


class TestTheTopmostCube:
    def test_is_taken_and_the_line_says_so(self, tmp_path: Path) -> None:
        async def scene(rig: Rig) -> None:
            name = current(rig)
            await topmost(rig)
            assert removed(rig, name) == ("r1c1",)
            assert current(rig) == after(name)
            assert "r1c1" in await seen(rig), "where the cube comes from"

        play(tmp_path, scene, level="scoring")

    def test_no_it_was_another(self, tmp_path: Path) -> None:
        async def scene(rig: Rig) -> None:
            name = current(rig)
            await topmost(rig)
            before = rig.table.state
            await rig.tap("down")
            assert "No, r2c1" in await seen(rig)
            await rig.tap("a")
            assert removed(rig, name) == ("r2c1",)
            assert current(rig) == after(name), "the turn stays over"
            cubes = [player.cubes for player in before.players]
            assert [player.cubes for player in rig.table.state.players] == cubes
            again = fold(rig.table.game, rig.table.setup, rig.table.entries).state
            assert again == rig.table.state

        play(tmp_path, scene, level="scoring")

    def test_in_german(self, tmp_path: Path) -> None:
        async def scene(rig: Rig) -> None:
            await topmost(rig)
            await rig.tap("down")
            assert "Nein, r2c1" in await seen(rig)

        play(tmp_path, scene, level="scoring", language="de")

    def test_the_log_of_turns_asks_for_the_row(self, tmp_path: Path) -> None:
        async def scene(rig: Rig) -> None:
            name = current(rig)
            await topmost(rig)
            await rig.read_who_is_next()
            await open_log(rig)
            await rig.tap("down", "a", "a")
            await topmost(rig)
            assert len(rig.table.choices) == 3, "every row is offered"
            await rig.tap("down", "a", "a")
            assert removed(rig, name) == ("r2c1",)

        play(tmp_path, scene, level="scoring")

    @pytest.mark.slow
    def test_a_robot_at_the_hardware_can_take_any(self, tmp_path: Path) -> None:
        async def scene(rig: Rig) -> None:
            name = current(rig)
            wanted = next(
                action
                for action in rig.table.candidates
                if isinstance(action, Imprint) and str(action.square).startswith("r3")
            )
            await rig.robot.perform(wanted)
            assert removed(rig, name) == (wanted.square,)

        play(tmp_path, scene, level="scoring")


class TestWhereTheRowMatters:
    def test_it_is_asked_for(self, tmp_path: Path) -> None:
        """Advanced rows have actions (IC-ADV-1)."""

        async def scene(rig: Rig) -> None:
            name = current(rig)
            await topmost(rig)
            assert removed(rig, name) == ()
            await rig.tap("down", "a")
            assert removed(rig, name) == ("r2c1",)

        play(tmp_path, scene, level="scoring", options={"mode": "advanced"})
