from hypothesis import given
from hypothesis import strategies as st

from companion.devices.leaky_bucket import LeakyBucket

AMOUNTS = st.lists(st.tuples(st.floats(0, 10), st.floats(0, 100)), max_size=30)


def test_a_burst_is_tolerated_up_to_its_limit() -> None:
    meter = LeakyBucket(rate=10, burst=50).take(50, 0)
    assert not meter.is_over
    assert meter.take(1, 0).is_over


def test_the_permitted_rate_is_tolerated_for_ever() -> None:
    meter = LeakyBucket(rate=10, burst=10)
    for second in range(1000):
        meter = meter.take(10, second)
        assert not meter.is_over


def test_a_higher_rate_is_a_flood_after_a_while() -> None:
    meter, second = LeakyBucket(rate=10, burst=50), 0
    while not meter.is_over:
        second += 1
        meter = meter.take(15, second)
    assert second == 9


@given(AMOUNTS)
def test_no_traffic_within_the_rate_is_a_flood(waits: list[tuple[float, float]]) -> None:
    meter, now = LeakyBucket(rate=10, burst=0.001), 0.0
    for wait, share in waits:
        now += wait
        meter = meter.take(wait * 10 * share / 100, now)
        meter = meter.take(0, now + wait)
        now += wait
        assert not meter.is_over
