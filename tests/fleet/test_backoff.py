"""When a box tries again."""

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from companion.fleet.backoff import LONGEST, SHORTEST, Backoff


@given(st.integers())
def test_waits_grow_and_are_spread_over_the_whole_time(seed: int) -> None:
    backoff, limit = Backoff(Random(seed)), SHORTEST
    for _ in range(12):
        assert 0 <= backoff.wait() <= limit
        limit = min(2 * limit, LONGEST)
    assert backoff.limit == LONGEST
    backoff.reset()
    assert backoff.wait() <= SHORTEST


def test_ten_thousand_boxes_do_not_return_at_once() -> None:
    """In no tenth of the longest wait do more than an eighth of them come."""
    waits = [Backoff(Random(box), LONGEST).wait() for box in range(10_000)]
    tenths = [
        sum(LONGEST * i <= 10 * wait < LONGEST * (i + 1) for wait in waits) for i in range(10)
    ]
    assert max(tenths) < 1250
