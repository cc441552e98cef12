"""A seat sees everything except cards that are out of the game."""

import json

from companion.engine.game import SPECTATOR
from companion.games.compass_jewels import GAME
from tests.games.compass_jewels.tables import example_1, start


def test_everything_is_open() -> None:
    """CJ-R13: collections are open too."""
    state = start()
    seen = [GAME.observation(state, viewer) for viewer in (0, 1, SPECTATOR)]
    assert seen[0] == seen[1] == seen[2]


def test_the_24_cards_out_of_the_game_are_nowhere() -> None:
    """CJ-SETUP-2."""
    assert json.dumps(GAME.observation(start(), 0)).count("/") == 36


def test_moves_are_given_by_squares() -> None:
    assert GAME.observation(example_1(), 0)["moves"] == [["b4", "c4"], ["b4", "e4"]]
