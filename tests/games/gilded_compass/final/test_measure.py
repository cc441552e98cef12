"""One number that compares gold, then specialists left over, then their values (GC-END-TIE-2)."""

from itertools import combinations, product

from companion.games.gilded_compass.final.measure import Scale
from tests.games.gilded_compass.final.tiles import cartographer

SPECIALISTS = tuple(cartographer("fire", value) for value in (1, 1, 2, 3))


def test_numbers_compare_as_the_rules_do() -> None:
    """GC-END-TIE-1, GC-END-TIE-2, GC-R26: whoever is assigned and whatever else counts."""
    scale = Scale.of(SPECIALISTS)
    chosen = [left for n in range(5) for left in combinations(SPECIALISTS, n)]
    measured = []
    for left, more in product(chosen, range(3)):
        value = sum(specialist.value for specialist in left)
        number = scale.gold * more + scale.assigned(len(left), value)
        measured.append((number, (value + more, -len(left), -value)))
    by_number = sorted(measured)
    assert [rank for _, rank in by_number] == sorted(rank for _, rank in measured)
    assert all(
        (one[0] == other[0]) == (one[1] == other[1]) for one, other in product(measured, repeat=2)
    )


def test_it_works_without_specialists() -> None:
    assert Scale.of(()).gold == 1
