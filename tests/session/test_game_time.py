"""The time of day may jump by years, as on a box without a clock; the game's time does not."""

import asyncio
from dataclasses import dataclass
from pathlib import Path

import pytest

from companion.devices.clock import Clock
from companion.emulation.manual_clock import ManualClock
from companion.engine import registry
from companion.records import jsonl, notation, replay
from companion.session.game_time import GameTime
from companion.storage.journal import FILE as JOURNAL
from tests.rig import Rig, running, settings

YEAR = 365.25 * 86400
NOW = 1.8e9


@dataclass
class Wall:
    """The time of day, which somebody sets."""

    clock: Clock
    set_to: float = NOW

    def __call__(self) -> float:
        return self.set_to + self.clock.now()


@pytest.mark.parametrize("years", [-57, -1, 1, 80, 1000])
def test_a_jump_changes_the_time_of_day_and_nothing_else(years: int) -> None:
    clock = ManualClock()
    wall = Wall(clock)
    time = GameTime(clock, wall)
    clock.advance(5)
    assert time.now.clock == 5000
    wall.set_to += years * YEAR
    clock.advance(5)
    assert time.now.clock == 10_000
    assert time.now.wall == pytest.approx(NOW + years * YEAR + 10)
    assert time.on_clock(12_000) == 12.0


def test_a_game_over_such_jumps_is_kept_and_read_again(tmp_path: Path) -> None:
    async def scene(rig: Rig) -> None:
        wall = Wall(rig.clock)
        rig.box.session.time.wall = wall
        await rig.lay_out()
        for years in (-50, 90, -1, 0):
            wall.set_to = NOW + years * YEAR
            await rig.robot.step()

    async def run() -> None:
        async with running(settings(tmp_path), tmp_path) as rig:
            await scene(rig)

    asyncio.run(run())
    record = replay.load(tmp_path / "state" / JOURNAL)
    days = [entry.wall for entry in record.entries]
    clocks = [entry.clock for entry in record.entries]
    assert max(days) - min(days) > 100 * YEAR
    assert clocks == sorted(clocks)
    assert clocks[-1] < 60_000
    assert jsonl.read(jsonl.write(record)) == record
    assert notation.read("\n".join(replay.as_text(record)), registry.load) == record
