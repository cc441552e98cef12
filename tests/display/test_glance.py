"""Golden pictures of each game's glance screen, which stands while nobody presses."""

import asyncio
import random
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from companion.display.painter.layout import lay_out
from companion.engine import registry
from companion.settings import PanelSettings
from companion.settings.panel_care import PanelCare
from companion.table.screens.glance import glance
from companion.table.state import ActionInput, IdleFace
from tests.display.test_screens import LOW, PANEL, SCREENS
from tests.golden import assert_matches
from tests.rig import Rig, running, settings

AFTER = 10
CARE = PanelCare(glance=AFTER)
NAMES = ("Ann", "Ben", "Cem", "Dua")
ACTIONS = 25


def cared_for(panel: PanelSettings) -> PanelSettings:
    return replace(panel, care=CARE)


def game_settings(folder: Path, game: str, **changes: Any) -> Any:  # noqa: ANN401 - Settings
    known = registry.load(game)
    players = NAMES[: 3 if 3 in known.players else known.players[0]]
    usual = {"game": game, "players": players, "level": known.levels[0], "options": {}}
    return settings(folder, **{"panel": cared_for(PANEL), **usual, **changes})


PICTURED = tuple(name for name in registry.names() if name != "open-table")
"""The games that go on if somebody plays at random, who ends a game of turns and points at once."""


@asynccontextmanager
async def mid_game(folder: Path, game: str, **changes: Any) -> AsyncIterator[Rig]:  # noqa: ANN401
    """Play for a while, up to a moment at which nobody has to lay out anything."""
    async with running(game_settings(folder, game, **changes), folder) as rig:
        if rig.table.laying:
            await rig.lay_out()
        source = random.Random(2)
        while len(rig.table.steps) < ACTIONS or rig.table.game.current_player(rig.table.state) < 0:
            await rig.box.session.ask(ActionInput(source.choice(rig.table.candidates)))
        while glance(rig.table, rig.box.voice_of(rig.table)) is None:
            await rig.tap("b")
        yield rig


def is_large(rig: Rig) -> bool:
    return rig.box.display is not None and rig.box.display.glancing


@pytest.mark.slow
@pytest.mark.parametrize("game", PICTURED)
@pytest.mark.parametrize("golden", ["en", "de", "low"])
def test_every_game_can_be_read_from_a_chair(tmp_path: Path, game: str, golden: str) -> None:
    async def scene() -> None:
        panel = cared_for(LOW if golden == "low" else PANEL)
        language = "de" if golden == "de" else "en"
        changes = {"panel": panel, "language": language}
        async with mid_game(tmp_path, game, **changes) as rig:
            await rig.robot.let(AFTER + 1)
            assert_matches(await rig.picture(), SCREENS / game / golden / "glance.png")

    asyncio.run(scene())


def test_keys_that_act_do_so_at_once_and_bring_the_detail(tmp_path: Path) -> None:
    """Nobody has to press twice for what can be read from a chair."""

    async def scene() -> None:
        async with mid_game(tmp_path, "inner-compass") as rig:
            await rig.robot.let(AFTER + 1)
            large, entries = await rig.picture(), len(rig.table.entries)
            await rig.tap("down")
            assert rig.table.cursor is not None
            assert (await rig.picture()).tobytes() != large.tobytes()
            await rig.tap("a")
            assert len(rig.table.entries) > entries

    asyncio.run(scene())


def test_the_key_for_going_back_only_brings_the_detail(tmp_path: Path) -> None:
    async def scene() -> None:
        async with mid_game(tmp_path, "inner-compass") as rig:
            detail = await rig.picture()
            await rig.robot.let(AFTER + 1)
            large = await rig.picture()
            rig.hardware.buttons.press("b")
            await rig.robot.let(0.1)
            rig.hardware.buttons.release("b")
            await rig.robot.let(0.2)
            await rig.box.session.settled()
            assert rig.table.console.face is IdleFace.SUMMARY
            assert (await rig.picture()).tobytes() == detail.tobytes() != large.tobytes()
            await rig.tap("b")
            assert rig.table.console.face.value == "clock"

    asyncio.run(scene())


def test_a_reminder_is_seen_from_a_chair_with_the_key_that_answers_it(tmp_path: Path) -> None:
    async def scene() -> None:
        async with mid_game(tmp_path, "inner-compass") as rig:
            await rig.robot.let(AFTER + 1)
            large = await rig.picture()
            await rig.until(lambda: rig.table.reminder is not None, seconds=130)
            assert is_large(rig)
            shown = glance(rig.table, rig.box.voice_of(rig.table))
            assert shown is not None
            assert shown.glance is not None
            labels = [label.shown for label in lay_out(shown, (128, 64)).labels]
            (event,) = (each for each in labels if each.startswith("! "))
            assert re.fullmatch(r"! \S.* A end( turn)?", event)
            assert (await rig.picture()).tobytes() != large.tobytes()

    asyncio.run(scene())


def test_a_pause_is_seen_at_once_by_everybody(tmp_path: Path) -> None:
    async def scene() -> None:
        async with mid_game(tmp_path, "inner-compass") as rig:
            await rig.hold("press")
            assert rig.table.clocks.paused
            assert is_large(rig)
            assert_matches(await rig.picture(), SCREENS / "inner-compass" / "en" / "pause.png")
            await rig.hold("press")
            assert not is_large(rig)

    asyncio.run(scene())


def test_phones_do_not_disturb_those_who_read_from_a_chair(tmp_path: Path) -> None:
    async def scene() -> None:
        async with mid_game(tmp_path, "inner-compass") as rig:
            await rig.robot.let(AFTER + 1)
            await rig.box.session.ask(ActionInput(rig.table.candidates[0]))
            assert is_large(rig)

    asyncio.run(scene())
