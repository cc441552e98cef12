"""The long run of the Gilded Compass's final score: `make long`, some minutes.

For 2,000 holdings the best assignment equals the best of all assignments. For 4,000 large ones all
specialists stand where they may, and one more specialist or map never costs gold.
"""

import random

import pytest
from msgspec.structs import replace

from companion.games.gilded_compass.final.best import best
from tests.games.gilded_compass.final.exhaustive import exhaustive, is_allowed
from tests.games.gilded_compass.final.random_holdings import LARGE, ancient_map, some, specialist
from tests.games.gilded_compass.final.test_best import FLAGS, score

HOLDINGS = 2000
TRIED = (6, 4, 4, 5)
GREAT = 4000
PARTS = 4


@pytest.mark.parametrize("part", range(PARTS))
def test_it_is_what_trying_all_assignments_finds(part: int) -> None:
    for seed in range(part, HOLDINGS, PARTS):
        holdings, flags = some(random.Random(seed), TRIED), FLAGS[seed // PARTS % 2]
        assert score(holdings, best(holdings, flags)) == exhaustive(holdings, flags), seed


@pytest.mark.parametrize("part", range(PARTS))
def test_more_tiles_never_cost_gold(part: int) -> None:
    """More can never be worse: a specialist may stay unassigned, and a map empty."""
    for seed in range(part, GREAT, PARTS):
        source = random.Random(seed)
        holdings, flags = some(source, LARGE), FLAGS[seed // PARTS % 2]
        answer = best(holdings, flags)
        assert is_allowed(holdings, answer), seed
        palette = sorted({tile.colour for tile in holdings.maps}) or ["fire"]
        for more in (
            replace(holdings, specialists=(*holdings.specialists, specialist(source, palette))),
            replace(holdings, maps=(*holdings.maps, ancient_map(source, palette))),
        ):
            assert score(more, best(more, flags))[0] >= score(holdings, answer)[0], seed
