"""Golden pictures of every screen, as the glass shows them; `make screens` puts them on a sheet.

A game has its scenes in `tests/games/<game>/scenes.py`: its id, `GAME`; functions that play on a
rig and yield named pictures, `SCENES`; and settings that differ from the default, `CHANGES`,
for one scene `CHANGES_OF`.
Pictures of a 128x32 panel exist in one language only.
"""

import asyncio
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field, replace
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from companion.engine import registry
from companion.settings import PanelSettings, Settings, default
from companion.settings.panel_care import PanelCare
from tests.golden import assert_matches
from tests.rig import Picture, Rig, running, settings

SCREENS = Path(__file__).parent / "screens"
USUAL = default(registry.load).panel
assert USUAL is not None
PANEL = replace(USUAL, care=PanelCare())
LOW = replace(PANEL, height=32)
SH1106 = replace(PANEL, driver="sh1106")


@dataclass(frozen=True)
class Scene:
    """One scene of a game; `changes` are settings that differ from the default."""

    game: str
    play: Callable[[Rig], AsyncIterator[Picture]]
    changes: dict[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        return f"{self.game}-{self.play.__name__}"


def scenes() -> list[Scene]:
    scenes = []
    for path in sorted((Path(__file__).parents[1] / "games").glob("*/scenes.py")):
        module = import_module(f"tests.games.{path.parent.name}.scenes")
        changes = getattr(module, "CHANGES", {})
        own = getattr(module, "CHANGES_OF", {})
        scenes += [
            Scene(module.GAME, play, {**changes, **own.get(play, {})}) for play in module.SCENES
        ]
    return scenes


async def compare(scene: Scene, configuration: Settings, folder: Path, golden: Path) -> None:
    async with running(configuration, folder) as rig:
        async for name, picture in scene.play(rig):
            assert_matches(picture, SCREENS / scene.game / golden / f"{name}.png")


SCENES = scenes()


@pytest.mark.parametrize("scene", SCENES, ids=str)
@pytest.mark.parametrize("language", ["en", "de"])
def test_every_screen_looks_right_in_every_language(
    tmp_path: Path, scene: Scene, language: str
) -> None:
    configuration = settings(tmp_path, game=scene.game, language=language, **scene.changes)
    asyncio.run(compare(scene, configuration, tmp_path, Path(language)))


@pytest.mark.parametrize("scene", SCENES, ids=str)
def test_every_screen_looks_right_on_a_low_panel(tmp_path: Path, scene: Scene) -> None:
    on_panel(LOW, scene, tmp_path, "low")


@pytest.mark.parametrize("scene", [SCENES[0]], ids=str)
def test_an_sh1106_shows_what_an_ssd1306_shows(tmp_path: Path, scene: Scene) -> None:
    """One scene is enough: painting does not depend on the chip. tests/long plays them all."""
    on_panel(SH1106, scene, tmp_path, "en")


def on_panel(panel: PanelSettings, scene: Scene, folder: Path, golden: str) -> None:
    """Compare the pictures of a scene on a panel with those in the folder ``golden``."""
    configuration = settings(folder, game=scene.game, panel=panel, **scene.changes)
    asyncio.run(compare(scene, configuration, folder, Path(golden)))
