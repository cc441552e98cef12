"""Jewels: matching edges, points, how four cards can lie."""

import random
from collections import Counter
from itertools import permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.compass_jewels.cards import COLOURS, KINDS, turned, ways_to_lie
from companion.games.compass_jewels.jewels import (
    POINTS,
    SCORE_RULES,
    Four,
    Jewel,
    colours,
    edges,
    is_jewel,
    laid,
    matching,
    points,
)
from tests.games.compass_jewels.tables import FOUR_COLOURS, THREE_COLOURS, TWO_COLOURS

fours = st.tuples(*[st.sampled_from(KINDS)] * 4)
TURNED_AWAY: Jewel = (*TWO_COLOURS[:3], "R/PYBG")


@pytest.mark.parametrize(
    ("jewel", "shared", "different", "worth"),
    [(THREE_COLOURS, "BRYR", 3, 2), (FOUR_COLOURS, "GYRP", 4, 1), (TWO_COLOURS, "PYPY", 2, 3)],
)
def test_the_fewer_colours_on_the_shared_edges_the_more_points(
    jewel: Jewel, shared: str, different: int, worth: int
) -> None:
    """CJ-JEWEL-1, CJ-JEWEL-2, CJ-SCORE-1, CJ-SCORE-2, CJ-SCORE-3, CJ-X03, CJ-X04, CJ-X05."""
    assert sorted(left for left, _ in edges(jewel)) == sorted(shared)
    assert all(left == right for left, right in edges(jewel))
    assert (colours(jewel), points(jewel)) == (different, worth)
    assert SCORE_RULES[different] == f"CJ-SCORE-{worth}"


def test_a_single_mismatch_spoils_a_jewel() -> None:
    """CJ-JEWEL-2, CJ-X06: two edges differ."""
    assert not is_jewel(TURNED_AWAY)
    assert matching(TURNED_AWAY) == 2
    assert points(TURNED_AWAY) == 0


def test_middles_and_outer_strips_do_not_matter() -> None:
    """CJ-JEWEL-5: the same shared edges on cards with other middles."""
    one, other = TWO_COLOURS, ("B/GPYR", *TWO_COLOURS[1:])
    assert is_jewel((other[0], other[1], other[2], other[3]))
    assert edges((other[0], other[1], other[2], other[3])) == edges(one)


def test_of_all_shared_colours_260_are_possible_and_none_is_of_one_colour() -> None:
    """CJ-R11: neighbouring edges differ, as each card shows every colour once."""
    counts = Counter(
        len({top, left, bottom, right})
        for top, left, bottom, right in product(COLOURS, repeat=4)
        if not {top, bottom} & {left, right}
    )
    assert counts == {4: 120, 3: 120, 2: 20}
    assert set(counts) == set(POINTS)


def brute(four: Four) -> int:
    """Return the most points of four cards by trying every order and every orientation."""
    return max(
        points((one, two, three, other))
        for order in permutations(four)
        for one, two, three, other in product(*map(ways_to_lie, order))
    )


@pytest.mark.slow
def test_four_cards_are_laid_so_that_they_are_worth_most() -> None:
    """CJ-JEWEL-3 agrees with brute force."""
    source = random.Random(0)
    for _ in range(25):
        one, two, three, other = source.sample(KINDS * 2, 4)
        jewel = laid((one, two, three, other))
        assert (0 if jewel is None else points(jewel)) == brute((one, two, three, other))


@given(fours)
def test_what_is_laid_is_a_jewel_of_these_cards(four: Four) -> None:
    jewel = laid(four)
    if jewel is not None:
        assert is_jewel(jewel)
        assert Counter(min(ways_to_lie(card)) for card in jewel) == Counter(four)


@given(fours, st.tuples(*[st.integers(0, 3)] * 4), st.permutations(range(4)))
def test_neither_order_nor_turns_matter(
    four: Four, quarters: tuple[int, ...], order: list[int]
) -> None:
    one, two, three, other = (turned(four[i], quarters[i]) for i in order)
    before, after = laid(four), laid((one, two, three, other))
    assert (before is None) == (after is None)
    if before is not None and after is not None:
        assert points(before) == points(after)
