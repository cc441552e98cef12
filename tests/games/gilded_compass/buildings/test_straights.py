"""Straights, which Auction House and Guild have in common (GC-RUN)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.gilded_compass.buildings.guild import Guild
from companion.games.gilded_compass.buildings.straights import Straight
from tests.games.gilded_compass.buildings.boards import (
    code,
    letters,
    moves,
    placed,
    put,
    straights,
)


def there(*words: str) -> Guild:
    return Guild(straights(*words))


def shown(building: Guild) -> list[str]:
    return [
        f"{letters((straight.owner,))}{straight.low}-{straight.high}"
        for straight in building.ranked
    ]


@pytest.mark.parametrize("dice", ["4", "45", "123456"])
def test_a_first_straight_has_any_length(dice: str) -> None:
    """GC-RUN-1."""
    assert code(Guild(), put("A", dice)) is None


@pytest.mark.parametrize("dice", ["", "44", "135", "16"])
def test_a_straight_has_no_gap(dice: str) -> None:
    """GC-VOC-6."""
    assert code(Guild(), put("A", dice)) == "no-straight GC-VOC-6"


def test_a_straight_grows_at_its_ends() -> None:
    """E15 (GC-RUN-2, GC-RUN-3)."""
    before = there("A2-3", "B2-4")
    assert code(before, put("A", "4")) == "equal-straight GC-RUN-3"
    assert shown(placed(before, put("A", "1"))[0]) == ["B2-4", "A1-3"]
    after, result = placed(before, put("A", "14"))
    assert shown(after) == ["A1-4", "B2-4"]
    assert (result.rank, moves(result.moved)) == (1, ["B 1-2"])


def test_one_die_at_each_end_at_most() -> None:
    """E16 (GC-RUN-2, GC-R12)."""
    assert code(there("A2-3"), put("A", "45")) == "too-many-at-an-end GC-R12"
    unlimited = Guild(straights("A2-3"), per_end=None)
    assert shown(placed(unlimited, put("A", "45"))[0]) == ["A2-5"]


@pytest.mark.parametrize(
    ("dice", "why"),
    [
        ("3", "inside-the-straight GC-RUN-2"),
        ("", "inside-the-straight GC-RUN-2"),
        ("5", "no-straight GC-VOC-6"),
        ("44", "no-straight GC-VOC-6"),
    ],
)
def test_what_does_not_fit_the_own_straight(dice: str, why: str) -> None:
    assert code(there("A2-3"), put("A", dice)) == why


def test_longer_ones_come_first_then_higher_ones() -> None:
    """E14 (GC-RUN-4): 1-2-3-4 beats 4-5-6 beats 5-6; 3-4-5 beats 1-2-3."""
    assert shown(there("C5-6", "B4-6", "A1-4")) == ["A1-4", "B4-6", "C5-6"]
    assert shown(there("B1-3", "A3-5")) == ["A3-5", "B1-3"]


def test_overlaps_are_fine_but_two_identical_straights_are_not() -> None:
    """GC-RUN-3."""
    assert code(there("B2-4"), put("A", "234")) == "equal-straight GC-RUN-3"
    assert code(there("B2-4"), put("A", "23")) is None


def test_will_to_win_cuts_an_end() -> None:
    """E32 (GC-ABIL-WILL): losing the 5 would equal 3-4."""
    before = there("B3-5", "C3-4")
    assert code(before, put("A", "345", lost=5)) == "new-tie GC-R19"
    assert code(before, put("A", "345", lost=4)) == "new-tie GC-R19"
    willed = before.willed(0, (3, 4, 5))
    assert [placement for placement in willed if len(placement.dice) == 3] == [
        put("A", "345", lost=3)
    ]
    after, result = placed(before, put("A", "345", lost=3))
    assert (shown(after), letters(result.library)) == (["A3-5", "B4-5", "C3-4"], "B")


def test_will_to_win_keeps_the_other_rules() -> None:
    assert code(there("B3-5"), put("A", "34", lost=3)) == "nothing-to-copy GC-ABIL-WILL"
    assert code(there("A2-2", "B2-4"), put("A", "34", lost=2)) == "too-many-at-an-end GC-R12"
    assert shown(placed(there("B3-3"), put("A", "3", lost=3))[0]) == ["A3-3"]


def test_two_ranks_are_rewarded_three_of_five_players() -> None:
    """GC-RUN-5."""
    before = there("A1-4", "B4-6", "C5-6", "D1-1")
    assert [len(before.rewarded(players)) for players in (2, 3, 4, 5)] == [2, 2, 2, 3]
    assert letters(before.unrewarded(4)) == "CCD"
    assert letters(before.unrewarded(5)) == "D"


@given(
    st.sampled_from([1, 2, None]),
    st.lists(
        st.tuples(
            st.integers(-1, 3),
            st.lists(st.integers(1, 6), max_size=8).map(lambda values: tuple(sorted(values))),
            st.integers(0, 60),
            st.booleans(),
        ),
        max_size=10,
    ),
)
def test_no_two_straights_are_ever_identical(
    per_end: int | None, turns: list[tuple[int, tuple[int, ...], int, bool]]
) -> None:
    building = Guild(per_end=per_end)
    for owner, dice, pick, will in turns:
        offered = (building.willed(owner, dice) if will else ()) or building.placements(owner, dice)
        if offered:
            building, result = building.place(offered[pick % len(offered)])
            assert building.ranked[result.rank - 1].owner == owner
    assert len({straight.values for straight in building.straights}) == len(building.straights)
    assert len({straight.owner for straight in building.straights}) == len(building.straights)
    assert Straight(0, 2, 3).values == (2, 3)
