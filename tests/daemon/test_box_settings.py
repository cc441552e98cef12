"""Settings on the box outlive games and restarts; a game is played again by one press."""

import asyncio
from pathlib import Path

import pytest

from companion.display.panel import BRIGHT, LEVELS
from companion.emulation.oled import OledChip
from companion.table.lobby.lobby import Lobby
from companion.table.lobby.start import starter_in
from tests.menu_names import names
from tests.rig import Rig, running, settings


def chip(rig: Rig) -> OledChip:
    found = next(iter(rig.hardware.panels.values()))
    assert isinstance(found, OledChip)
    return found


async def choose(rig: Rig, item: str) -> None:
    await rig.hold("left")
    await rig.tap(*("down",) * names(rig.table).index(item), "a")


@pytest.mark.slow
def test_sound_and_brightness_are_kept(tmp_path: Path) -> None:
    async def first() -> None:
        async with running(settings(tmp_path), tmp_path) as rig:
            await rig.lay_out()
            await choose(rig, "brightness")
            await rig.picture()
            assert chip(rig).settings["contrast"] == LEVELS["low"]
            await rig.tap("b")
            await choose(rig, "sound")
            assert rig.table.console.quiet

    async def later() -> None:
        async with running(settings(tmp_path), tmp_path) as rig:
            assert rig.table.console.quiet
            await rig.picture()
            assert chip(rig).settings["contrast"] == LEVELS["low"] != BRIGHT

    asyncio.run(first())
    asyncio.run(later())


def test_a_quiet_box_plays_no_tune(tmp_path: Path) -> None:
    async def scene() -> None:
        async with running(settings(tmp_path), tmp_path) as rig:
            heard: list[float | None] = []
            followers = rig.box.session.followers
            rig.box.session.followers = (
                *followers,
                lambda _stage, _new: heard.append(rig.hardware.signals.tone),
            )
            await rig.lay_out()
            await rig.lay_tag("0700FF0000")
            assert any(heard)
            await rig.robot.let(2)
            await choose(rig, "sound")
            await rig.tap("b")
            await rig.robot.let(2)
            heard.clear()
            await rig.lay_tag("0700FF0001")
            assert rig.table.notice is not None
            assert set(heard) == {None}

    asyncio.run(scene())


@pytest.mark.slow
def test_holding_the_joystick_after_the_end_begins_the_same_game_again(tmp_path: Path) -> None:
    async def scene() -> None:
        async with running(settings(tmp_path), tmp_path) as rig:
            await rig.robot.play()
            while rig.table.notice is not None:
                await rig.tap("b")
            over, game = rig.table, rig.box.session.writer.play
            assert over.is_over
            await rig.hold("press")
            assert not isinstance(rig.box.session.stage, Lobby)
            assert not rig.table.is_over
            assert rig.table.setup == over.setup
            began = [starter_in(table.entries) for table in (over, rig.table)]
            assert began[0] is not None
            assert began[1] == (began[0] + 1) % len(over.setup.players), "they take turns"
            assert rig.table.enter == over.enter
            assert rig.box.session.writer.play == game + 1

    asyncio.run(scene())
