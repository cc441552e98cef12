"""The best total, compared with brute force on random and on odd hands."""

import random
from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.compass_jewels.best import CHAINS, best
from companion.games.compass_jewels.cards import KINDS, kind
from companion.games.compass_jewels.jewels import SIZE, is_jewel, laid, points
from tests.games.compass_jewels.tables import FOUR_COLOURS, TWO_COLOURS, hand

hands = st.lists(st.sampled_from(KINDS), max_size=11)


@cache
def worth(four: tuple[str, str, str, str]) -> int:
    jewel = laid(four)
    return 0 if jewel is None else points(jewel)


def brute(cards: Sequence[str]) -> int:
    """Return the best total by trying every four with the first card left, and none."""
    hand_ = sorted(cards)
    fours: list[list[tuple[int, int]]] = [[] for _ in hand_]
    for i, j, k, m in combinations(range(len(hand_)), SIZE):
        gained = worth((hand_[i], hand_[j], hand_[k], hand_[m]))
        if gained:
            fours[i].append((1 << i | 1 << j | 1 << k | 1 << m, gained))

    @cache
    def most(left: int) -> int:
        if left.bit_count() < SIZE:
            return 0
        first = (left & -left).bit_length() - 1
        without = most(left & (left - 1))
        gains = (gained + most(left - four) for four, gained in fours[first] if left & four == four)
        return max((without, *gains))

    return most((1 << len(hand_)) - 1)


def test_the_four_and_three_colours_of_two_jewels_can_be_regrouped_into_two_of_three_points() -> (
    None
):
    """CJ-X12, CJ-SCORE-4, CJ-JEWEL-3: the jewels count 1 + 3 as declared, and 6 at best."""
    cards = (*FOUR_COLOURS, *TWO_COLOURS)
    assert points(FOUR_COLOURS) + points(TWO_COLOURS) == 4
    assert best(cards).points == brute(sorted(map(kind, cards))) == 6
    for seed in range(10):
        shuffled = list(cards)
        random.Random(seed).shuffle(shuffled)
        assert best(shuffled).points == 6


@pytest.mark.slow
def test_it_is_what_brute_force_finds() -> None:
    """CJ-R9, CJ-R8: each card is used at most once; labs/long has more than these 80 hands."""
    source = random.Random(1)
    for _ in range(80):
        cards = hand(source, source.randrange(4, 11))
        assert best(cards).points == brute(cards), cards


@pytest.mark.slow
def test_it_is_what_brute_force_finds_where_points_are_rare() -> None:
    """In hands of few kinds most fours are no jewels, and three jewels of one point may be best."""
    source = random.Random(2)
    for _ in range(25):
        kinds = source.sample(KINDS, source.randrange(3, 8))
        cards = source.choices(kinds, k=source.randrange(12, 16))
        assert best(cards).points == brute(cards), cards


@given(hands)
def test_it_is_made_of_jewels_of_the_cards_each_used_once(cards: list[str]) -> None:
    result = best(cards)
    used = Counter(kind(card) for jewel in result.jewels for card in jewel)
    assert not used - Counter(cards)
    assert all(map(is_jewel, result.jewels))
    assert sum(map(points, result.jewels)) == result.points
    assert result.exact


@given(hands, st.sampled_from(KINDS))
def test_another_card_never_costs_points(cards: list[str], more: str) -> None:
    assert best(cards).points <= best([*cards, more]).points


@given(hands, st.randoms())
def test_the_order_of_the_cards_does_not_matter(cards: list[str], source: random.Random) -> None:
    shuffled = list(cards)
    source.shuffle(shuffled)
    assert best(shuffled) == best(cards)


def test_there_are_70_patterns_of_links() -> None:
    """There are 10 of two colours, 30 of three and 30 of four; the most valuable come first."""
    assert [len(set(chain)) for chain in CHAINS] == [2] * 10 + [3] * 30 + [4] * 30


@pytest.mark.parametrize("cards", [(), ("R/BGPY",) * 3])
def test_fewer_than_four_cards_are_worth_nothing(cards: tuple[str, ...]) -> None:
    assert best(cards).points == 0


def test_a_search_that_is_cut_short_says_so() -> None:
    """CJ-R9: for more cards than a player collects, the hint may miss the best and says so."""
    cards = hand(random.Random(3), 20)
    hasty = best(cards, effort=20)
    assert not hasty.exact
    assert hasty.points <= best(cards).points
