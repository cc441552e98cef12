"""A thousand random games survive the way through text and JSON and back."""

import pytest

from companion.engine.log import EntryKind
from tests.records.test_notation import through_text_and_json

GAMES = 1000
PARTS = 4


@pytest.mark.parametrize("part", range(PARTS))
def test_random_games_survive_text_and_json(part: int) -> None:
    assert through_text_and_json(range(part, GAMES, PARTS)) == set(EntryKind)
