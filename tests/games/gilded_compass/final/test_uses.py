"""The choice of maps that are used and doubled, compared with trying all choices."""

import random
from itertools import product

from companion.games.gilded_compass.final.uses import DOUBLED, UNUSED, Use, uses
from companion.games.gilded_compass.holdings import AncientMap
from tests.games.gilded_compass.final.random_holdings import ancient_map, times


def gold(maps: tuple[AncientMap, ...], choice: tuple[Use, ...]) -> int:
    return sum(
        one.low if use == UNUSED else one.high * use for one, use in zip(maps, choice, strict=True)
    )


def test_each_number_of_used_and_doubled_maps_has_its_best() -> None:
    """GC-END-MAP, GC-END-ITEM."""
    source = random.Random(5)
    for size in range(7):
        maps = times(size, lambda: ancient_map(source, ["jungle"]))
        tried: dict[tuple[int, int], int] = {}
        for choice in product(range(3), repeat=size):
            key = sum(use != UNUSED for use in choice), choice.count(DOUBLED)
            tried[key] = max(tried.get(key, 0), gold(maps, choice))
        best = uses(maps)
        assert {key: one.gold for key, one in best.items()} == tried
        assert all(gold(maps, one.each) == one.gold for one in best.values())
