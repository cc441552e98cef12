"""Sunken Galleon: larger and higher groups, and immediate treasures (GC-GALLEON)."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.gilded_compass.buildings.building import Placement
from companion.games.gilded_compass.buildings.galleon import Galleon
from tests.games.gilded_compass.buildings.boards import (
    code,
    crowds,
    letters,
    moves,
    placed,
    put,
)


def there(*words: str, strict: bool = True) -> Galleon:
    return Galleon(crowds(*words), strict)


def kept(*words: str, strict: bool = True) -> list[str]:
    """Return who keeps how many: ``A 2``."""
    awards = there(*words, strict=strict).resolve(players=3, tiles=0).awards
    return [f"{letters((award.owner,))} {award.keep}" for award in awards]


def test_the_first_is_a_single_die() -> None:
    """GC-GALLEON-1."""
    assert code(there(), put("A", "66")) == "first-is-single GC-GALLEON-1"
    assert code(there(), put("A", "")) == "no-dice GC-TURN-3"
    assert code(there(), put("A", "6", lost=6)) == "nothing-to-copy GC-ABIL-WILL"


def test_a_group_is_larger_by_one_and_higher() -> None:
    """E20 (GC-GALLEON-2, GC-GALLEON-4)."""
    before = there("A6")
    assert code(before, put("B", "33")) == "not-higher GC-GALLEON-2"
    assert code(before, put("B", "345")) == "one-die-more GC-GALLEON-2"
    _, result = placed(before, put("B", "34"))
    assert (result.draws, result.rank, moves(result.moved)) == (2, 1, ["A 1-2"])


def test_a_group_may_be_extended() -> None:
    """E21 (GC-GALLEON-3, GC-GALLEON-6)."""
    after, result = placed(there("A6", "B34"), put("A", "11"))
    assert (after.own(0), result.draws) == ((1, 1, 6), 2)
    assert kept("A116", "B34") == ["A 2", "B 1"]


def test_a_single_die_draws_one_more_and_keeps_both() -> None:
    """E22 (GC-GALLEON-7)."""
    (award,) = there("A6").resolve(players=2, tiles=0).awards
    assert (award.draw, award.of, award.keep) == (1, 2, 2)


@pytest.mark.parametrize(
    ("words", "strict", "expected", "library"),
    [
        (("*566", "A66", "B6"), True, ["A 1", "B 1"], ""),
        (("A566", "*66", "B6"), True, ["A 2"], "**B"),
        (("A566", "*66", "B6"), False, ["A 2", "B 1"], ""),
        (("A566", "B66", "*6"), True, ["A 2", "B 1"], ""),
        (("*6",), True, [], ""),
    ],
)
def test_the_dummy_in_the_galleon(
    words: tuple[str, ...],
    strict: bool,  # noqa: FBT001 - a parameter of the test
    expected: list[str],
    library: str,
) -> None:
    """GC-DUMMY-GALLEON-1, GC-DUMMY-GALLEON-2, GC-GALLEON-8, GC-R29."""
    assert kept(*words, strict=strict) == expected
    result = there(*words, strict=strict).resolve(players=3, tiles=0)
    assert letters(result.library) == library


def test_dummy_dice_draw_nothing() -> None:
    """GC-DUMMY-GALLEON-1, GC-R29."""
    assert placed(there("A6"), put("*", "34"))[1].draws == 0


@given(
    st.lists(st.integers(1, 6), max_size=7).map(lambda values: tuple(sorted(values))),
    st.sampled_from([there(), there("A6"), there("A6", "B34"), there("B34", "C345")]),
)
def test_exactly_the_legal_multisets_are_offered(dice: tuple[int, ...], found: Galleon) -> None:
    every = {some for size in range(len(dice) + 1) for some in combinations(dice, size)}
    legal = {some for some in every if found.why_not(Placement(0, some)) is None}
    assert {placement.dice for placement in found.placements(0, dice)} == legal
    assert found.willed(0, dice) == ()
