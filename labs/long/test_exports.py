"""Twenty random games of each kind in all forms of other programs."""

import pytest

from companion.engine import registry
from companion.engine.game import Setup
from companion.records.random_play import record
from companion.web.routes.shared_game import shared_game
from tests.records.exports.played import NAMES, played
from tests.records.exports.schemas import check_all
from tests.web.routes.test_shared_game import LARGEST


@pytest.mark.parametrize("name", registry.names())
def test_twenty_games_of_each_kind_fit_the_schemas(name: str) -> None:
    check_all(played(name, 20))


@pytest.mark.parametrize("name", registry.names())
def test_the_largest_games_fit_into_a_file_of_300_kb(name: str) -> None:
    game = registry.load(name)
    setup = Setup(NAMES[: game.players[-1]], game.levels[-1])
    for seed in range(5):
        assert len(shared_game(record(game, setup, seed), "de").encode()) <= LARGEST
