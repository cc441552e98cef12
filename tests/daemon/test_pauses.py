"""A pause, on pins and pixels: whatever stops the clocks, A lets them run on and ends no turn."""

import asyncio
from pathlib import Path

import pytest

from companion.engine.log import EntryKind
from companion.table.choosing.handover import GUARD
from tests.daemon.test_evening import TRACK, after, current, play, seen
from tests.rig import Rig, running, settings


async def goes_on_by_a(rig: Rig, key: str = "a") -> None:
    """Press A twice in a pause, which only resumes, then once more, which ends the turn."""
    name = current(rig)
    assert rig.screen.footer == "A go on"
    assert "Paused" in await seen(rig)
    for _ in range(2):
        await rig.tap(key)
        assert current(rig) == name
        assert not rig.table.clocks.paused
        assert rig.table.entries[-1].kind is EntryKind.RESUME
    assert rig.screen.footer == "A end turn  B clock"
    await rig.robot.let(GUARD / 1000)
    await rig.tap(key)
    assert current(rig) == after(name)


@pytest.mark.parametrize("key", ["a", "press"])
def test_a_resumes_and_does_nothing_else(tmp_path: Path, key: str) -> None:
    async def scene(rig: Rig) -> None:
        await rig.hold("press")
        await goes_on_by_a(rig, key)

    play(tmp_path, scene)


def test_so_does_the_first_a_after_a_power_cut(tmp_path: Path) -> None:
    async def scenes() -> None:
        async with running(settings(tmp_path, **TRACK), tmp_path) as rig:
            await rig.lay_out()
            await rig.tap("a")
        async with running(settings(tmp_path, **TRACK), tmp_path) as rig:
            await goes_on_by_a(rig)

    asyncio.run(scenes())


def test_the_button_of_any_seat_resumes(tmp_path: Path) -> None:
    async def scene(rig: Rig) -> None:
        name, seat = current(rig), rig.table.state.current
        await rig.hold("press")
        await rig.tap(f"seat{seat + 1}")
        assert current(rig) == name
        assert not rig.table.clocks.paused
        await rig.robot.let(GUARD / 1000)
        await rig.tap(f"seat{seat + 1}")
        assert current(rig) == after(name)

    buttons = {**settings(tmp_path).buttons, "seat1": 7, "seat2": 8, "seat3": 11}
    play(tmp_path, scene, buttons=buttons)


def test_the_joystick_does_nothing_in_a_pause(tmp_path: Path) -> None:
    async def scene(rig: Rig) -> None:
        await rig.hold("press")
        before, words = rig.table, await seen(rig)
        for key in ("up", "down", "right"):
            rig.hardware.buttons.press(key)
            await rig.robot.let(0.1)
            rig.hardware.buttons.release(key)
            await rig.robot.let(0.1)
            await rig.box.session.settled()
            assert rig.table.entries == before.entries
            assert await seen(rig) == words

    play(tmp_path, scene)


def test_tasks_wait_for_the_end_of_a_pause(tmp_path: Path) -> None:
    async def scene(rig: Rig) -> None:
        name = current(rig)
        await rig.lay("token-B")
        todo = rig.table.tasks
        await rig.hold("press")
        assert "Paused" in await seen(rig)
        await rig.tap("a")
        assert rig.table.tasks == todo
        assert (await seen(rig)).startswith(f"{name} {len(todo)} to do")

    play(tmp_path, scene)


def test_a_nudge_of_the_joystick_to_the_right_ends_no_turn(tmp_path: Path) -> None:
    async def scene(rig: Rig) -> None:
        name = current(rig)
        rig.hardware.buttons.press("right")
        await rig.robot.let(0.1)
        rig.hardware.buttons.release("right")
        await rig.robot.let(0.3)
        await rig.box.session.settled()
        assert current(rig) == name

    play(tmp_path, scene)


def test_a_key_that_ends_a_turn_says_so_also_after_a_rule_page(tmp_path: Path) -> None:
    async def scene(rig: Rig) -> None:
        name = current(rig)
        await rig.hold("right")
        await rig.tap("a")
        assert current(rig) == name
        assert rig.screen.footer == "A end turn  B clock"
        await rig.tap("a")
        assert current(rig) == after(name)

    play(tmp_path, scene)
