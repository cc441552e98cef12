"""A sample of the random games that `labs/long` plays by the hundred."""

import random
from itertools import islice

import pytest

from tests.games.gilded_compass.random_games import OFTEN, PAIRS, check, setups


@pytest.mark.slow
@pytest.mark.parametrize(("number", "pair"), [*enumerate(PAIRS)][::2])
def test_a_random_game_of_every_other_pair_of_buildings(number: int, pair: tuple[str, str]) -> None:
    """Setups vary as well: 2 to 5 players, with and without the dummy, both levels."""
    opening_setup = next(islice(setups(*pair), number * 5, None))
    assert check(opening_setup, random.Random(number), OFTEN * (number // 2 % 2)) > 200
