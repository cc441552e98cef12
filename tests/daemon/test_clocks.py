"""Clocks that people change during a game: on pins and pixels, and there again after a restart."""

from pathlib import Path
from typing import Any, Final

import pytest

from companion.engine.log import EntryKind
from companion.table.clocks.change import change_of
from companion.table.clocks.time_control import read
from tests.daemon.test_evening import seen
from tests.daemon.test_leaving import choose, play
from tests.rig import Rig

MINUTE: Final = 60_000
BANK: Final[dict[str, Any]] = {"clock": {"kind": "sudden_death", "main": 10 * MINUTE}}


def left(rig: Rig) -> list[int]:
    """Return the whole minutes left to each seat, rounded up."""
    clocks = rig.table.clocks
    shown = (read(clocks, seat, clocks.at).left or 0 for seat in range(len(clocks.seats)))
    return [-(-each // MINUTE) for each in shown]


async def passes(rig: Rig, seconds: int) -> None:
    """Let seconds pass at the table, in which nobody does anything."""
    for _ in range(seconds):
        rig.clock.advance(1.0)
        await rig.box.session.settled()


@pytest.mark.slow
def test_all_banks_are_seen_at_a_glance_and_one_gets_a_minute_more(tmp_path: Path) -> None:
    async def scene(rig: Rig) -> None:
        await choose(rig, "clocks")
        words = await seen(rig)
        assert words.startswith("All clocks")
        assert [line.split()[0] for line in words.splitlines()[2:5]] == ["Ann", "Ben", "Cleo"]
        assert all(line.split()[1] in ("9:58", "9:59", "10:00") for line in words.splitlines()[2:5])
        await rig.tap("down", "a")
        assert "A minute more" in await seen(rig)
        await rig.tap("a")
        assert "Ben: 1 minute more" in " ".join((await seen(rig)).split())
        assert left(rig) == [10, 11, 10]
        await rig.tap("a")
        assert rig.table.console.cover is None
        assert rig.table.entries[-1].kind is EntryKind.CHECKPOINT

    async def again(rig: Rig) -> None:
        assert left(rig) == [10, 11, 10]

    play(tmp_path, scene, again, **BANK)


@pytest.mark.slow
def test_the_first_turn_has_its_time_without_a_draw(tmp_path: Path) -> None:
    async def scene(rig: Rig) -> None:
        assert not rig.table.entries
        assert rig.table.clocks.ticking == (0,)
        await passes(rig, 130)
        assert left(rig) == [8, 10]
        assert {entry.kind for entry in rig.table.entries} == {EntryKind.CHECKPOINT}

    async def again(rig: Rig) -> None:
        assert left(rig) == [8, 10]
        assert rig.table.clocks.paused

    game: dict[str, Any] = {"game": "chess-clock", "level": "table", "players": ("Ann", "Ben")}
    play(tmp_path, scene, again, **game, **BANK)


@pytest.mark.slow
def test_a_clock_is_stopped_and_goes_on(tmp_path: Path) -> None:
    async def scene(rig: Rig) -> None:
        (seat,) = rig.table.clocks.running
        await choose(rig, "clocks")
        await rig.tap(*("down",) * seat, "a", "up", "a")
        assert "stands still" in " ".join((await seen(rig)).split())
        assert rig.table.clocks.stopped == (seat,)
        before = left(rig)
        await passes(rig, 130)
        assert left(rig) == before
        await rig.tap("a")
        await choose(rig, "clocks")
        await rig.tap(*("down",) * seat, "a", "up", "a")
        assert "runs again" in " ".join((await seen(rig)).split())
        await passes(rig, 130)
        assert left(rig)[seat] == before[seat] - 2

    play(tmp_path, scene, **BANK)


def test_other_times_are_chosen_and_hold_from_now_on(tmp_path: Path) -> None:
    async def scene(rig: Rig) -> None:
        await choose(rig, "clocks")
        await rig.tap("up", "a")
        assert "Which clock?" in await seen(rig)
        await rig.tap("up", "a", *("down",) * 3, "a", "down", "a", "a")
        words = " ".join((await seen(rig)).split())
        assert "From now on: 15 minutes, 15 s more a turn" in words
        assert left(rig) == [15, 15, 15]
        assert change_of(rig.table.entries[-1]) is not None
        await rig.tap("b")

    play(tmp_path, scene)


def test_back_leads_from_a_clock_to_all_and_closes_them(tmp_path: Path) -> None:
    async def scene(rig: Rig) -> None:
        entries = len(rig.table.entries)
        await choose(rig, "clocks")
        await rig.tap("a", "b")
        assert "All clocks" in await seen(rig)
        await rig.tap("b")
        assert rig.table.console.cover is None
        assert len(rig.table.entries) == entries

    play(tmp_path, scene, **BANK)
