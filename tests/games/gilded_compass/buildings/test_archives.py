"""Archives: groups of one value, ranks, maps (GC-ARCHIVE)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.gilded_compass.buildings.archives import Archives
from companion.games.gilded_compass.buildings.building import Placement
from tests.games.gilded_compass.buildings.boards import (
    archives,
    code,
    groups_of,
    letters,
    moves,
    placed,
    put,
)


def test_a_placement_is_of_one_value() -> None:
    """E5 (GC-ARCHIVE-1)."""
    assert code(archives("B4x3"), put("A", "442")) == "different-values GC-ARCHIVE-1"
    assert code(archives(), put("A", "")) == "different-values GC-ARCHIVE-1"
    assert code(archives(), put("A", "444")) is None


def test_only_the_result_may_not_equal_another_group() -> None:
    """E2 and E3 (GC-ARCHIVE-3): there is a group A3x3, but no A3x4."""
    there = archives("A3x2", "B3x3")
    assert code(there, put("A", "3", spot=2)) == "equal-group GC-ARCHIVE-3"
    assert code(there, put("A", "3")) is None
    assert code(there, put("A", "33", spot=2)) is None
    assert groups_of(placed(there, put("A", "33", spot=2))[0]) == ["A3x4", "B3x3"]


def test_a_second_group_of_the_same_value_may_be_begun() -> None:
    """E4 (GC-ARCHIVE-2, GC-ARCHIVE-4, GC-R8)."""
    after, result = placed(archives("A5x2"), put("A", "5"))
    assert groups_of(after) == ["A5x2", "A5x1"]
    assert result.rank == 2
    assert code(archives("A5x2"), put("A", "55")) == "equal-group GC-ARCHIVE-3"


def test_a_group_to_extend_must_be_there() -> None:
    """GC-ARCHIVE-0."""
    there = archives("A3x2", "B4x2")
    for wrong in (put("A", "4", spot=2), put("A", "3", spot=1), put("B", "3", spot=2)):
        assert code(there, wrong) == "no-group-to-extend GC-ARCHIVE-0"


def test_more_dice_come_first_then_higher_values() -> None:
    """E1 (GC-ARCHIVE-5 to -7)."""
    there = archives("E6x1", "C2x3", "D4x2", "A1x4", "B5x3")
    result = there.resolve(players=5, tiles=4)
    assert groups_of(there) == ["A1x4", "B5x3", "C2x3", "D4x2", "E6x1"]
    assert letters(tuple(award.owner for award in result.awards)) == "ABCD"
    assert letters(result.library) == "E"


def test_each_group_takes_one_map_so_that_some_may_be_left() -> None:
    """GC-ARCHIVE-6, GC-ARCHIVE-7, GC-R9."""
    result = archives("A1x1", "A2x1").resolve(players=2, tiles=4)
    assert [(award.owner, award.of) for award in result.awards] == [(0, 4), (0, 3)]
    assert result.library == ()


def test_falling_back_is_reported() -> None:
    _, result = placed(archives("A3x2", "B3x1"), put("B", "33", spot=1))
    assert (result.rank, moves(result.moved)) == (1, ["A 1-2"])


def test_will_to_win_copies_a_group_and_takes_a_die() -> None:
    """GC-ABIL-WILL: the copied group loses one die, which goes to the Library."""
    after, result = placed(archives("B3x2"), put("A", "33", lost=3))
    assert groups_of(after) == ["A3x2", "B3x1"]
    assert letters(result.library) == "B"
    assert groups_of(placed(archives("B6x1"), put("A", "6", lost=6))[0]) == ["A6x1"]


def test_will_to_win_makes_no_new_tie() -> None:
    """GC-R19: there is a group B3x1 already."""
    there = archives("B3x2", "C3x1")
    assert code(there, put("A", "33", lost=3)) == "new-tie GC-R19"
    assert code(archives("B3x2"), put("A", "33", lost=2)) == "new-tie GC-R19"
    assert there.willed(0, (3, 3)) == (put("A", "3", lost=3),)


@pytest.mark.parametrize("there", [archives(), archives("A3x2"), archives("B4x2")])
def test_will_to_win_needs_a_group_of_an_opponent_to_copy(there: Archives) -> None:
    assert code(there, put("A", "33", lost=3)) == "nothing-to-copy GC-ABIL-WILL"


def test_the_dummy_is_an_opponent_too() -> None:
    assert groups_of(placed(archives("*3x2"), put("A", "33", lost=3))[0]) == ["A3x2", "*3x1"]


DICE = st.lists(st.integers(1, 6), min_size=1, max_size=8).map(lambda values: tuple(sorted(values)))


@pytest.mark.slow
@given(st.lists(st.tuples(st.integers(0, 3), DICE, st.integers(0, 30), st.booleans()), max_size=8))
def test_no_two_groups_are_ever_equal(
    turns: list[tuple[int, tuple[int, ...], int, bool]],
) -> None:
    there = Archives()
    for owner, dice, pick, will in turns:
        offered: tuple[Placement, ...] = there.placements(owner, dice)
        offered = (there.willed(owner, dice) if will else ()) or offered
        if offered:
            there, result = there.place(offered[pick % len(offered)])
            assert there.ranked[result.rank - 1].owner == owner
    kinds = [(group.value, group.count) for group in there.groups]
    assert len(set(kinds)) == len(kinds)
    assert all(group.count > 0 for group in there.groups)
