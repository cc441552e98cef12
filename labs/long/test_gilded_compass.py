"""The long run of the Gilded Compass: `make long`, about twenty minutes.

500 random games for each pair of a B and a C building, and for each B building without a C
building: with all numbers of players, with and without the dummy, at both levels, and every other
one with corrections. All invariants hold after every action. In some states, score lines sum to
the gold, and the listed actions are exactly the legal ones.
"""

import random
from itertools import islice
from typing import Final

import pytest

from tests.games.gilded_compass.random_games import OFTEN, PAIRS, check, setups

GAMES: Final = 500


@pytest.mark.parametrize(("b_building", "c_building"), PAIRS)
def test_games_keep_the_invariants_and_their_lists_are_true(
    b_building: str, c_building: str
) -> None:
    source = random.Random(f"{b_building} {c_building}")
    for number, setup in enumerate(islice(setups(b_building, c_building), GAMES)):
        check(setup, source, OFTEN * (number % 2))
