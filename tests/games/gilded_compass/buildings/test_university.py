"""University: a row of dice by value (GC-UNI)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.gilded_compass.buildings.university import University
from tests.games.gilded_compass.buildings.boards import (
    code,
    letters,
    moves,
    placed,
    put,
    row_of,
    university,
)


def test_new_dice_stand_left_of_equal_ones() -> None:
    """E6 (GC-UNI-3, GC-UNI-8, GC-R31)."""
    after, _ = placed(university(6, ""), put("A", "14"), put("B", "1"), put("C", "23"))
    assert row_of(after) == "B1 A1 C2 C3 A4"
    picks = after.resolve(players=4, tiles=6).awards
    assert letters(tuple(pick.owner for pick in picks)) == "BACCA"


def test_dice_pushed_past_the_last_entrance_go_to_the_library() -> None:
    """E7 (GC-UNI-3, GC-UNI-5)."""
    after, result = placed(university(4, "A1 B3 B3 A6"), put("C", "3"))
    assert row_of(after) == "A1 C3 B3 B3"
    assert letters(result.library) == "A"
    assert result.rank == 2
    assert moves(result.moved) == ["B 2-3", "B 3-4", "A 4-0"]


def test_own_dice_are_pushed_as_well() -> None:
    after, result = placed(university(4, "A1 A2 A3 A4"), put("A", "1"))
    assert (row_of(after), letters(result.library)) == ("A1 A1 A2 A3", "A")


@pytest.mark.parametrize(("row", "dice"), [("A1 A2 B2 B3", "5"), ("A1 B2 C3 A4", "14")])
def test_every_placed_die_must_keep_its_entrance(row: str, dice: str) -> None:
    """E8 and E33 (GC-UNI-4, GC-UNI-6, GC-R10)."""
    assert code(university(4, row), put("C", dice)) == "beyond-the-last GC-UNI-6"


@pytest.mark.parametrize("dice", ["22", "34", "113", ""])
def test_a_placement_is_one_die_or_a_total_of_five(dice: str) -> None:
    """E9 (GC-UNI-1)."""
    assert code(university(4, ""), put("A", dice)) == "one-or-total GC-UNI-1"


def test_a_player_may_come_again() -> None:
    """GC-UNI-7, GC-UNI-2."""
    after, _ = placed(university(4, ""), put("A", "2"), put("A", "23"), put("A", "1"))
    assert row_of(after) == "A1 A2 A2 A3"


def test_will_to_win_is_of_no_use_here() -> None:
    assert code(university(4, "B3"), put("A", "3", lost=3)) == "nothing-to-copy GC-ABIL-WILL"
    assert university(4, "B3").willed(0, (3,)) == ()


def test_pairs_are_offered_in_either_order_of_the_dice() -> None:
    offered = [placement.dice for placement in university(4, "").placements(0, (1, 2, 3, 4))]
    assert offered == [(1,), (2,), (3,), (4,), (1, 4), (2, 3)]


@given(st.integers(4, 7), st.lists(st.tuples(st.integers(0, 3), st.integers(0, 30)), max_size=20))
def test_the_row_ascends_and_never_overflows(entrances: int, turns: list[tuple[int, int]]) -> None:
    there = University(entrances)
    for owner, pick in turns:
        offered = there.placements(owner, (1, 2, 3, 4, 5, 6))
        before = len(there.row)
        placement = offered[pick % len(offered)]
        there, result = there.place(placement)
        values = [die.value for die in there.row]
        assert values == sorted(values)
        assert len(values) <= entrances
        assert len(values) + len(result.library) == before + len(placement.dice)
