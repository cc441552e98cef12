"""Sheets of golden pictures."""

from pathlib import Path

from PIL import Image

from tools.contact_sheet import sheet

ROOT = Path(__file__).parents[2]
SCREENS = ROOT / "tests" / "display" / "screens"


def test_the_readme_shows_the_glance_screen_of_each_game_as_it_is() -> None:
    """After a change of such a screen, `make screens` draws the sheet again."""
    with Image.open(ROOT / "docs" / "pictures" / "glance.png") as shown:
        drawn = sheet(SCREENS, "*/en/glance.png")
        assert shown.size == drawn.size
        assert shown.convert("RGB").tobytes() == drawn.tobytes()
    assert "docs/pictures/glance.png" in (ROOT / "README.md").read_text()


def test_each_folder_begins_a_row(tmp_path: Path) -> None:
    for name in ("a/1", "a/2", "b/1"):
        path = tmp_path / f"{name}.png"
        path.parent.mkdir(exist_ok=True)
        Image.new("1", (128, 64), 1).save(path)
    assert sheet(tmp_path).height == 2 * sheet(tmp_path, "*/1.png").height - 16
