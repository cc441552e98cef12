"""Golden pictures of every screen, as the glass shows them: look at them with `make screens`.

A game brings its scenes in `tests/games/<game>/scenes.py`: `GAME`, its id; `SCENES`, functions that
play on a rig and yield pictures with their names; if they differ from the default, the `CHANGES` of
the settings. The pictures of a panel of 128x32 are kept in one language.
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
from tests.golden import assert_matches
from tests.rig import Picture, Rig, running, settings

SCREENS = Path(__file__).parent / "screens"
PANEL = default(registry.load).panel
assert PANEL is not None
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
    found = []
    for path in sorted((Path(__file__).parents[1] / "games").glob("*/scenes.py")):
        module = import_module(f"tests.games.{path.parent.name}.scenes")
        changes = getattr(module, "CHANGES", {})
        found += [Scene(module.GAME, play, changes) for play in module.SCENES]
    return found


async def compare(scene: Scene, wanted: Settings, folder: Path, golden: Path) -> None:
    async with running(wanted, folder) as rig:
        async for name, picture in scene.play(rig):
            assert_matches(picture, SCREENS / scene.game / golden / f"{name}.png")


SCENES = scenes()


@pytest.mark.parametrize("scene", SCENES, ids=str)
@pytest.mark.parametrize("language", ["en", "de"])
def test_every_screen_in_every_language(tmp_path: Path, scene: Scene, language: str) -> None:
    wanted = settings(tmp_path, game=scene.game, language=language, **scene.changes)
    asyncio.run(compare(scene, wanted, tmp_path, Path(language)))


@pytest.mark.parametrize("scene", SCENES, ids=str)
def test_a_low_panel_has_two_rows_less(tmp_path: Path, scene: Scene) -> None:
    on_panel(LOW, scene, tmp_path, "low")


@pytest.mark.parametrize("scene", [SCENES[0]], ids=str)
def test_an_sh1106_shows_what_an_ssd1306_shows(tmp_path: Path, scene: Scene) -> None:
    """One scene is enough: what is painted does not know the chip. `tests/long` plays them all."""
    on_panel(SH1106, scene, tmp_path, "en")


def on_panel(panel: PanelSettings, scene: Scene, folder: Path, golden: str) -> None:
    """Compare a scene on a panel."""
    wanted = settings(folder, game=scene.game, panel=panel, **scene.changes)
    asyncio.run(compare(scene, wanted, folder, Path(golden)))
