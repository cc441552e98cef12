"""Golden pictures of every screen, as the glass shows them: look at them with `make screens`."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest
from PIL import Image

from companion import registry
from companion.settings import PanelSettings, Settings, default
from companion.table.lobby import Lobby
from tests.golden import assert_matches
from tests.rig import Rig, running, settings

SCREENS = Path(__file__).parent / "screens"
PANEL = default(registry.load).panel
assert PANEL is not None
LOW = replace(PANEL, height=32)

Picture = tuple[str, Image.Image]


async def opening(rig: Rig) -> AsyncIterator[Picture]:
    """Setup, a memory, lists, messages, the clock."""
    yield "laying", await rig.picture()
    await rig.lay("tile-joy")
    yield "lay-first", await rig.picture()
    await rig.lay_out()
    yield "track", await rig.picture()
    await rig.lay("token-B")
    yield "tasks", await rig.picture()
    await rig.tap("down")
    yield "list", await rig.picture()
    await rig.lay_tag("0415C3A1B2")
    yield "unknown-tag", await rig.picture()
    await rig.lay("tile-joy")
    yield "refused", await rig.picture()
    await rig.hold("b")
    yield "undone", await rig.picture()
    await rig.hold("a")
    yield "corrections", await rig.picture()
    await rig.tap("b", "b")
    yield "clock", await rig.picture()
    await rig.hold("press")
    yield "paused", await rig.picture()
    await rig.tap("b")
    yield "paused-track", await rig.picture()


async def ending(rig: Rig) -> AsyncIterator[Picture]:
    """Value tokens, last turns, ranking, every point explained, the next game."""
    await rig.lay_out()
    while not rig.table.state.value_due:
        await rig.robot.step()
    await rig.tap("down")
    yield "value", await rig.picture()
    while rig.table.state.remaining is None:
        await rig.robot.step()
    while rig.table.state.current == rig.table.state.compass:
        await rig.robot.step()
    yield "last-turn", await rig.picture()
    while rig.table.state.phase != "cubes":
        await rig.robot.step()
    await rig.tap("b", "down")
    yield "late-entry", await rig.picture()
    await rig.robot.play()
    yield "ranking", await rig.picture()
    for page in ("sheet-1", "sheet-2", "reason-1", "reason-2"):
        await rig.tap("down")
        yield page, await rig.picture()
    await rig.tap("a")
    while isinstance(stage := rig.box.session.stage, Lobby) and stage.question is not None:
        yield f"lobby-{stage.question.key}", await rig.picture()
        await rig.tap("a")


async def compare(wanted: Settings, folder: Path, golden: Path) -> None:
    for part in (opening, ending):
        place = folder / part.__name__
        place.mkdir()
        changed = replace(wanted, state=place / "state")
        async with running(changed, place) as rig:
            async for name, picture in part(rig):
                assert_matches(picture, golden / f"{name}.png")


@pytest.mark.parametrize("language", ["en", "de"])
def test_every_screen_in_every_language(tmp_path: Path, language: str) -> None:
    wanted = settings(tmp_path, language=language)
    asyncio.run(compare(wanted, tmp_path, SCREENS / language))


@pytest.mark.parametrize(
    ("panel", "golden"),
    [(replace(PANEL, driver="sh1106"), "en"), (LOW, "low")],
    ids=["sh1106", "low"],
)
def test_other_panels(tmp_path: Path, panel: PanelSettings, golden: str) -> None:
    """An SH1106 shows what an SSD1306 shows; a panel of 128x32 has two rows less."""
    asyncio.run(compare(settings(tmp_path, panel=panel), tmp_path, SCREENS / golden))
