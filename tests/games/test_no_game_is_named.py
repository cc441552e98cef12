"""No code outside a game's folder names the game, so that a new game needs no change elsewhere."""

import re
from pathlib import Path

import pytest

COMPANION = Path(__file__).parents[2] / "companion"
GAMES = sorted(
    path.name for path in (COMPANION / "games").iterdir() if (path / "data.yaml").exists()
)


@pytest.mark.parametrize("game", GAMES)
def test_no_module_outside_its_folder_names_it(game: str) -> None:
    name = re.compile(game.replace("_", "[-_ ]?"), re.IGNORECASE)
    naming = [
        str(path.relative_to(COMPANION))
        for path in COMPANION.rglob("*.py")
        if not path.is_relative_to(COMPANION / "games" / game)
        and name.search(path.read_text(encoding="utf-8"))
    ]
    assert naming == []
