"""People may think about a repair of the log for as long as they like: all of it is kept."""

import asyncio
import shutil
from pathlib import Path
from typing import Any

import pytest

from companion.engine.log import EntryKind
from companion.table.log.timeline import totals
from companion.table.mode import RepairPreview
from companion.table.state import StepChange
from tests.daemon.test_evening import THREE, current
from tests.daemon.test_log_repair import TWENTY_MINUTES, open_step, steps_of
from tests.rig import Rig, running, settings


async def wait(rig: Rig) -> None:
    """Let a minute pass in which nobody does anything."""
    for _ in range(5):
        await rig.robot.let(12)
        await rig.box.session.settled()


async def end_turn(rig: Rig) -> None:
    await rig.robot.let(4)
    seat = current(rig)
    await rig.tap("a")
    assert current(rig) != seat


async def think(rig: Rig) -> None:
    """Let a checkpoint be due in the middle of a choice for the log."""
    assert isinstance(rig.table.choosing, StepChange)
    noted = len(rig.table.entries)
    await wait(rig)
    assert {each.kind for each in rig.table.entries[noted:]} == {EntryKind.CHECKPOINT}


@pytest.mark.slow
@pytest.mark.parametrize("clock", [TWENTY_MINUTES, {}], ids=["timed", "untimed"])
@pytest.mark.parametrize("key", ["a", "b"], ids=["changed", "kept"])
def test_what_comes_after_a_long_thought_is_kept(
    tmp_path: Path, key: str, clock: dict[str, Any]
) -> None:
    async def scene() -> None:
        changes: dict[str, Any] = {"players": THREE, "level": "track", "clock": clock}
        one, two = tmp_path / "one", tmp_path / "two"
        one.mkdir()
        async with running(settings(one, **changes), one) as rig:
            while rig.table.laying:
                await rig.tap("a")
            seat = THREE.index(current(rig))
            await end_turn(rig)
            spent = totals(rig.table.clocks)
            await open_step(rig, steps_of(rig, seat)[0], "Change")
            await think(rig)
            await rig.tap(key)
            if key == "a":
                assert isinstance(rig.table.console.cover, RepairPreview)
                await wait(rig)
                await rig.tap("a", "a")
            else:
                await rig.tap("b", "b")
            await end_turn(rig)
            await wait(rig)
            assert rig.screen.alarm == ""
            live = rig.table
            assert [each.sequence for each in live.entries] == [*range(1, len(live.entries) + 1)]
            now = zip(spent, totals(live.clocks), strict=True)
            assert all(later >= then for then, later in now), "thinking takes time"
            shutil.copytree(one / "state", two / "state")
        async with running(settings(two, **changes), two) as rig:
            assert rig.table.entries[: len(live.entries)] == live.entries
            assert (rig.table.state, rig.table.steps) == (live.state, live.steps)
            assert totals(rig.table.clocks) == pytest.approx(totals(live.clocks), abs=1000)

    asyncio.run(scene())
