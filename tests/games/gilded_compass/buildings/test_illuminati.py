"""Illuminati: each group has the strongest dice and one die more (GC-ILLUMINATI)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.gilded_compass.buildings.illuminati import Illuminati
from tests.games.gilded_compass.buildings.boards import (
    code,
    crowds,
    letters,
    moves,
    placed,
    put,
)


def there(*words: str) -> Illuminati:
    return Illuminati(crowds(*words))


def sequence(*words: str) -> list[str]:
    """Return who takes out of how many tiles: ``A 3``."""
    awards = there(*words).resolve(players=3, tiles=3).awards
    return [f"{letters((award.owner,))} {award.of}" for award in awards]


def test_the_first_is_a_single_die() -> None:
    """GC-ILLUMINATI-1."""
    assert code(there(), put("A", "35")) == "first-is-single GC-ILLUMINATI-1"
    assert code(there(), put("A", "")) == "no-dice GC-TURN-3"
    assert code(there(), put("A", "3")) is None


def test_each_group_is_the_strongest_and_one_die() -> None:
    """E18 (GC-ILLUMINATI-1 to -3)."""
    after, _ = placed(there(), put("A", "3"), put("B", "35"), put("C", "355"))
    assert code(after, put("B", "5")) == "not-stronger GC-ILLUMINATI-2"
    after, result = placed(after, put("A", "155"))
    assert after.own(0) == (1, 3, 5, 5)
    assert (result.rank, moves(result.moved)) == (1, ["C 1-2", "B 2-3"])


def test_ranks_behind_the_second_go_to_the_library() -> None:
    """E19 (GC-ILLUMINATI-2, GC-ILLUMINATI-5)."""
    after = there("A1355", "C355", "B35")
    assert code(after, put("B", "5")) == "not-stronger GC-ILLUMINATI-2"
    assert sequence("A1355", "C355", "B35") == ["A 3", "C 2", "A 1"]
    assert letters(after.resolve(players=3, tiles=3).library) == "BB"


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ((), []),
        (("A3",), ["A 3", "A 2"]),
        (("*35", "A3"), ["* 3", "A 2"]),
        (("A35", "*3"), ["A 3", "* 2", "A 1"]),
        (("*3",), ["* 3"]),
    ],
)
def test_who_takes_tiles(words: tuple[str, ...], expected: list[str]) -> None:
    """GC-ILLUMINATI-6, GC-R15, GC-DUMMY-ILLUM."""
    assert sequence(*words) == expected


def test_the_owner_of_the_strongest_adds_one() -> None:
    """GC-ILLUMINATI-3."""
    assert code(there("A35"), put("A", "6")) is None
    assert code(there("A35"), put("A", "66")) == "not-stronger GC-ILLUMINATI-2"


def test_what_an_owner_could_place() -> None:
    offered = [placement.dice for placement in there("B35").placements(0, (1, 3, 5, 6))]
    assert offered == [(1, 3, 5), (3, 5, 6)]
    assert there("B35").placements(0, (1, 3, 6)) == ()


def test_will_to_win_copies_a_group() -> None:
    """GC-ABIL-WILL, GC-R19: exempt from GC-ILLUMINATI-2, but not from GC-ILLUMINATI-4."""
    before = there("A3", "B35", "C355")
    assert code(before, put("D", "355", lost=5)) == "new-tie GC-R19"
    assert code(before, put("D", "35", lost=3)) == "new-tie GC-R19"
    after, result = placed(before, put("D", "3", lost=3))
    assert (letters(result.library), after.own(0), after.own(3)) == ("A", (), (3,))
    assert [placement.dice for placement in before.willed(3, (3, 5, 5))] == [(3,)]
    assert code(before, put("A", "1", lost=1)) == "nothing-to-copy GC-ABIL-WILL"


@given(
    st.lists(
        st.tuples(
            st.integers(-1, 3),
            st.lists(st.integers(1, 6), max_size=8).map(lambda values: tuple(sorted(values))),
            st.integers(0, 60),
            st.booleans(),
        ),
        max_size=12,
    )
)
def test_no_two_groups_ever_have_the_same_number_of_dice(
    turns: list[tuple[int, tuple[int, ...], int, bool]],
) -> None:
    """GC-ILLUMINATI-4."""
    building = Illuminati()
    for owner, dice, pick, will in turns:
        offered = (building.willed(owner, dice) if will else ()) or building.placements(owner, dice)
        if offered:
            building, result = building.place(offered[pick % len(offered)])
            assert building.ranked[result.rank - 1].owner == owner
    assert len({len(group.dice) for group in building.groups}) == len(building.groups)
