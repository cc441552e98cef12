"""Every scene at boxes of its own: on an SH1106, with a low panel, in German."""

from pathlib import Path

import pytest

from tests.display.test_screens import LOW, SCENES, SH1106, Scene, in_language, on_panel


@pytest.mark.parametrize("scene", SCENES, ids=str)
def test_an_sh1106_shows_what_an_ssd1306_shows(tmp_path: Path, scene: Scene) -> None:
    on_panel(SH1106, scene, tmp_path, "en")


@pytest.mark.parametrize("scene", SCENES, ids=str)
def test_a_low_panel_shows_the_same_on_its_glass(tmp_path: Path, scene: Scene) -> None:
    on_panel(LOW, scene, tmp_path, "low")


@pytest.mark.parametrize("scene", SCENES, ids=str)
def test_a_box_that_starts_in_german_shows_the_same(tmp_path: Path, scene: Scene) -> None:
    in_language("de", scene, tmp_path)
