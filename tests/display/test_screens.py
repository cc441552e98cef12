"""Golden pictures of every screen, as the glass shows them; `make screens` puts them on a glass.

A game has its scenes in `tests/games/<game>/scenes.py`: its id, `GAME`; functions that play on a
rig and yield named pictures, `SCENES`; and settings that differ from the default, `CHANGES`,
for one scene `CHANGES_OF`; and scenes in which the language changes more than words, such as names,
`APART`.
Pictures of a 128x32 panel exist in one language only.
"""

import asyncio
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from PIL import Image

from companion.display.panel import PanelView
from companion.engine import registry
from companion.settings import PanelSettings, Settings, default
from companion.settings.panel_care import PanelCare
from companion.table.state import with_console
from tests.display.glass import Glass
from tests.golden import assert_matches
from tests.rig import Picture, Rig, running, settings

SCREENS = Path(__file__).parent / "screens"
USUAL = default(registry.load).panel
assert USUAL is not None
PANEL = replace(USUAL, care=PanelCare())
LOW = replace(PANEL, height=32)
SH1106 = replace(PANEL, driver="sh1106")
OTHERS = {"de": ("de", (128, 64)), "low": ("", (128, 32))}
"""Language, if not the box's, and size of panels that are looked at beside the one on the glass."""


@dataclass(frozen=True)
class Scene:
    """One scene of a game; `changes` are settings that differ from the default."""

    game: str
    play: Callable[[Rig], AsyncIterator[Picture]]
    changes: dict[str, Any] = field(default_factory=dict)
    apart: bool = False
    """Whether it is played at a box of its own in each language."""

    def __str__(self) -> str:
        return f"{self.game}-{self.play.__name__}"


def scenes() -> list[Scene]:
    scenes = []
    for path in sorted((Path(__file__).parents[1] / "games").glob("*/scenes.py")):
        module = import_module(f"tests.games.{path.parent.name}.scenes")
        changes = getattr(module, "CHANGES", {})
        own, apart = getattr(module, "CHANGES_OF", {}), getattr(module, "APART", ())
        scenes += [
            Scene(module.GAME, play, {**changes, **own.get(play, {})}, play in apart)
            for play in module.SCENES
        ]
    return scenes


def elsewhere(rig: Rig, language: str, size: tuple[int, int]) -> Image.Image:
    """Return what another panel, or one in another language, would show in the box's place."""
    display, stage, glass = rig.box.display, rig.box.session.stage, Glass(size)
    assert display is not None
    view = PanelView(glass, rig.box.voice_of, rig.clock, display.keys, display.care)
    view.glancing = display.glancing
    if language:
        stage = with_console(stage, language=language)
    view(stage, ())
    view.close()
    return glass.images[-1]


async def compare(scene: Scene, configuration: Settings, folder: Path, golden: str) -> None:
    """Compare the pictures on the glass, and what panels elsewhere would show."""
    here = configuration.panel == PANEL and configuration.language == "en"
    others = OTHERS if here else {}
    async with running(configuration, folder) as rig:
        async for name, picture in scene.play(rig):
            assert_matches(picture, SCREENS / scene.game / golden / f"{name}.png")
            for other, (language, size) in others.items():
                if not (language and scene.apart):
                    shown = elsewhere(rig, language, size)
                    assert_matches(shown, SCREENS / scene.game / other / f"{name}.png")


SCENES = scenes()
SHORT = [scene for scene in SCENES if str(scene) == "inner-compass-opening"]
"""Painting depends on neither chip nor game: one scene is enough, labs/long plays them all."""


@pytest.mark.slow
@pytest.mark.parametrize("scene", SCENES, ids=str)
def test_every_screen_looks_right_on_every_panel(tmp_path: Path, scene: Scene) -> None:
    in_language("en", scene, tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("scene", [scene for scene in SCENES if scene.apart], ids=str)
def test_every_screen_looks_right_where_the_language_changes_more_than_words(
    tmp_path: Path, scene: Scene
) -> None:
    in_language("de", scene, tmp_path)


@pytest.mark.parametrize("scene", SHORT, ids=str)
def test_a_box_that_starts_in_german_shows_the_same(tmp_path: Path, scene: Scene) -> None:
    in_language("de", scene, tmp_path)


@pytest.mark.parametrize("scene", SHORT, ids=str)
def test_a_low_panel_shows_the_same_on_its_glass(tmp_path: Path, scene: Scene) -> None:
    on_panel(LOW, scene, tmp_path, "low")


@pytest.mark.slow
@pytest.mark.parametrize("scene", SHORT, ids=str)
def test_an_sh1106_shows_what_an_ssd1306_shows(tmp_path: Path, scene: Scene) -> None:
    on_panel(SH1106, scene, tmp_path, "en")


def in_language(language: str, scene: Scene, folder: Path) -> None:
    """Compare the pictures of a scene at a box in a language."""
    configuration = settings(folder, game=scene.game, language=language, **scene.changes)
    asyncio.run(compare(scene, configuration, folder, language))


def on_panel(panel: PanelSettings, scene: Scene, folder: Path, golden: str) -> None:
    """Compare the pictures of a scene on a panel with those in the folder ``golden``."""
    configuration = settings(folder, game=scene.game, panel=panel, **scene.changes)
    asyncio.run(compare(scene, configuration, folder, golden))
