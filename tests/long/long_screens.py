"""Every scene on an SH1106: the same pictures as on an SSD1306."""

from pathlib import Path

import pytest

from tests.display.test_screens import SCENES, SH1106, Scene, on_panel


@pytest.mark.parametrize("scene", SCENES, ids=str)
def test_an_sh1106_shows_what_an_ssd1306_shows(tmp_path: Path, scene: Scene) -> None:
    on_panel(SH1106, scene, tmp_path, "en")
