"""Each game's README lists where each rule is implemented, and is up to date."""

from pathlib import Path

import pytest

from tests.docs.rules.ids import rule_ids
from tools.rule_index import index, written

GAMES = Path(__file__).parents[2] / "companion" / "games"
FOLDERS = sorted(path.parent for path in GAMES.glob("*/README.md"))


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda path: path.name)
def test_the_readme_is_up_to_date(folder: Path) -> None:
    """If this fails: `python tools/rule_index.py companion/games/...`."""
    readme = (folder / "README.md").read_text(encoding="utf-8")
    assert written(readme, folder) == readme


def test_a_rule_leads_to_the_function_that_implements_it() -> None:
    places = index(GAMES / "inner_compass")
    assert "track.slide" in places["IC-TRACK-1"]
    assert "data.yaml" in places["IC-R44"]
    assert rule_ids("inner-compass") >= set(places)
