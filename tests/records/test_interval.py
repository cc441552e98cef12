"""Wilson's interval against values from the literature, and as the properties that it must have."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.records.interval import wilson


@pytest.mark.parametrize(
    ("hits", "of", "low", "high"),
    [
        # Newcombe, Statistics in Medicine 17 (1998), table I, method 3.
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_is_that_of_the_literature(hits: int, of: int, low: float, high: float) -> None:
    assert wilson(hits, of) == pytest.approx((low, high), abs=0.0001)


@given(st.integers(0, 1000).flatmap(lambda of: st.tuples(st.integers(0, of), st.just(of))))
def test_holds_the_share_and_stays_between_nothing_and_all(given: tuple[int, int]) -> None:
    hits, of = given
    low, high = wilson(hits, of)
    assert 0 <= low <= high <= 1
    if of:
        assert low <= hits / of + 1e-9
        assert hits / of - 1e-9 <= high


def test_of_nothing_nothing_is_known() -> None:
    assert wilson(0, 0) == (0.0, 1.0)


def test_it_holds_the_share_itself() -> None:
    """Rounded, the interval of nothing and of everything would miss it."""
    for of in range(1, 400):
        for hits in {0, 1, of // 3, of - 1, of}:
            low, high = wilson(hits, of)
            assert 0 <= low <= hits / of <= high <= 1, (hits, of)
