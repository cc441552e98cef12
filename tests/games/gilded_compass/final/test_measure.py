"""One number that compares gold, then who is left over, then their values (GC-END-TIE-2)."""

from itertools import combinations, product

from companion.games.gilded_compass.final.measure import Scale
from tests.games.gilded_compass.final.tiles import cartographer

SPECIALISTS = tuple(cartographer("fire", value) for value in (1, 1, 2, 3))


def test_numbers_compare_as_the_rules_do() -> None:
    """GC-END-TIE-1, GC-END-TIE-2, GC-R26: whoever is assigned, and whatever else there is."""
    scale = Scale.of(SPECIALISTS)
    chosen = [some for n in range(5) for some in combinations(SPECIALISTS, n)]
    measured = []
    for some, more in product(chosen, range(3)):
        value = sum(map_.value for map_ in some)
        number = scale.gold * more + scale.assigned(len(some), value)
        measured.append((number, (value + more, -len(some), -value)))
    by_number = sorted(measured)
    assert [rank for _, rank in by_number] == sorted(rank for _, rank in measured)
    assert all(
        (one[0] == other[0]) == (one[1] == other[1]) for one, other in product(measured, repeat=2)
    )


def test_it_works_without_specialists() -> None:
    assert Scale.of(()).gold == 1
