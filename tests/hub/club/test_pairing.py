"""Who sits with whom."""

from collections import Counter
from itertools import combinations

from hypothesis import given, settings
from hypothesis import strategies as st

from companion_hub.club.pairing import Round, groups, round_robin, sizes, swiss
from tests.matrix import example_count


def numbers(found: Round) -> list[int]:
    return sorted([*found.byes, *(each for table in found.tables for each in table)])


def test_tables_are_as_few_and_as_even_as_possible() -> None:
    assert sizes(8, 4, 3) == (4, 4)
    assert sizes(9, 4, 3) == (3, 3, 3)
    assert sizes(10, 4, 3) == (4, 3, 3)
    assert sizes(7, 2, 2) == (2, 2, 2)
    assert sizes(5, 4, 3) == (4,)
    assert sizes(2, 4, 3) == ()


@given(st.integers(0, 80), st.integers(2, 6), st.integers(2, 6))
def test_tables_have_the_sizes_that_are_allowed(count: int, size: int, smallest: int) -> None:
    smallest = min(size, smallest)
    found = sizes(count, size, smallest)
    assert all(smallest <= each <= size for each in found)
    assert count - sum(found) >= 0
    assert sum(found) == count or sizes(count - 1, size, smallest) == found


@settings(max_examples=example_count(20))
@given(st.data())
def test_everybody_sits_at_one_table_or_has_a_bye(data: st.DataObject) -> None:
    count, size = data.draw(st.integers(2, 24)), data.draw(st.integers(2, 5))
    smallest = data.draw(st.integers(2, size))
    order = data.draw(st.permutations(range(count)))
    times = st.integers(0, 3)
    met = {frozenset(pair): data.draw(times) for pair in combinations(range(min(count, 8)), 2)}
    byes = {each: data.draw(times) for each in range(count)}
    found = swiss(order, met, byes, size, smallest)
    assert numbers(found) == [*range(count)]
    assert [len(table) for table in found.tables] == [*sizes(count, size, smallest)]
    playing = {each for table in found.tables for each in table}
    if playing and found.byes:
        assert max(byes[each] for each in found.byes) <= min(byes[each] for each in playing)


@settings(max_examples=example_count(20))
@given(st.data())
def test_in_pairs_nobody_meets_anybody_again_before_half_of_them(data: st.DataObject) -> None:
    count = 2 * data.draw(st.integers(2, 8))
    met: Counter[frozenset[int]] = Counter()
    for _ in range(count // 2):
        found = swiss(data.draw(st.permutations(range(count))), met, {}, 2, 2)
        met.update(map(frozenset, found.tables))
        assert max(met.values()) == 1


def test_the_best_meet_the_best() -> None:
    assert swiss([4, 1, 3, 2], {}, {}, 2, 2).tables == ((4, 1), (3, 2))
    again = {frozenset((4, 1)): 1, frozenset((3, 2)): 1}
    assert swiss([4, 1, 3, 2], again, {}, 2, 2).tables == ((4, 3), (1, 2))
    assert swiss([5, 4, 3, 2, 1], {}, {1: 1}, 2, 2) == Round(((5, 4), (3, 1)), (2,))


@given(st.integers(1, 14))
def test_in_a_group_each_two_meet_once(count: int) -> None:
    rounds = [*round_robin(range(count))]
    assert all(numbers(each) == [*range(count)] for each in rounds)
    met = Counter(frozenset(table) for each in rounds for table in each.tables)
    assert met == {frozenset(pair): 1 for pair in combinations(range(count), 2)}
    assert all(len(each.byes) == count % 2 for each in rounds)


@given(st.integers(1, 40), st.integers(1, 8))
def test_groups_are_even_and_hold_everybody(count: int, parts: int) -> None:
    dealt = groups(range(count), parts)
    assert sorted(each for part in dealt for each in part) == [*range(count)]
    lengths = [len(part) for part in dealt]
    assert max(lengths) - min(lengths) <= 1


def test_groups_are_dealt_like_a_snake() -> None:
    assert groups([1, 2, 3, 4, 5, 6], 2) == ((1, 4, 5), (2, 3, 6))
