"""Treasure Tower: dice push each other up (GC-TOWER)."""

import pytest

from companion.games.gilded_compass.buildings.tower import Tower
from tests.games.gilded_compass.buildings.boards import code, letters, moves, placed, put


def test_a_pair_enters_both_halves_and_pushes() -> None:
    """E23 (GC-TOWER-2, GC-TOWER-3)."""
    after, result = placed(Tower(left=(0, 1, 2)), put("D", "25"))
    assert (after.left, after.right) == ((3, 0, 1), (3, None, None))
    assert letters(result.library) == "C"
    assert moves(result.moved) == ["C 3-0", "B 2-3", "A 1-2"]


@pytest.mark.parametrize("dice", ["", "33", "34", "123"])
def test_a_placement_is_one_die_or_a_total_of_seven(dice: str) -> None:
    """GC-TOWER-1."""
    why = None if dice == "34" else "one-or-total GC-TOWER-1"
    assert code(Tower(), put("A", dice)) == why


def test_a_floor_above_stays_where_there_is_room_below() -> None:
    after, result = placed(Tower(right=(None, None, 1)), put("A", "4"))
    assert (after.right, result.moved) == ((0, None, 1), ())
    after, result = placed(after, put("A", "6"))
    assert (after.right, moves(result.moved)) == ((0, 0, 1), ["A 1-2"])
    after, result = placed(Tower(right=(0, 1, None)), put("C", "5"))
    assert (after.right, moves(result.moved)) == ((2, 0, 1), ["B 2-3", "A 1-2"])


def test_own_dice_are_pushed_as_well() -> None:
    """GC-TOWER-4, GC-R17."""
    after, _ = placed(Tower(), put("A", "1"), put("A", "3"), put("A", "2"), put("A", "16"))
    assert after == Tower((0, 0, 0), (0, None, None))


def test_each_floor_has_its_metal() -> None:
    """E24 (GC-TOWER-5)."""
    result = Tower(left=(0, 1, 0), right=(0, None, None)).resolve(players=2, tiles=0)
    assert sorted(award.spot or 0 for award in result.awards if award.owner == 0) == [1, 1, 3]


def test_no_trophy_is_removed_for_the_dummy() -> None:
    """GC-DUMMY-TOWER."""
    assert Tower(left=(-1, 0, -1)).resolve(players=2, tiles=0).awards[0].owner == 0
    assert len(Tower(left=(-1, 0, -1)).resolve(players=2, tiles=0).awards) == 1


def test_what_could_be_placed() -> None:
    offered = [placement.dice for placement in Tower().placements(0, (1, 4, 6))]
    assert offered == [(1,), (4,), (6,), (1, 6)]
    assert Tower().willed(0, (1, 6)) == ()
    assert code(Tower(), put("A", "1", lost=1)) == "nothing-to-copy GC-ABIL-WILL"
