import asyncio
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from companion.devices.clock import RETRY, LoopClock, next_look


def test_the_loop_clock_calls_at_the_loops_time() -> None:
    async def scene() -> tuple[float, float]:
        loop = asyncio.get_running_loop()
        clock = LoopClock(loop)
        when = clock.now() + 0.001
        called: asyncio.Future[float] = loop.create_future()
        clock.call_at(when, lambda: called.set_result(clock.now()))
        return when, await called

    when, called = asyncio.run(scene())
    assert called >= when


def test_a_cancelled_call_is_not_made() -> None:
    async def scene() -> list[str]:
        loop = asyncio.get_running_loop()
        clock = LoopClock(loop)
        calls: list[str] = []
        later = loop.create_future()
        clock.call_at(clock.now(), lambda: calls.append("cancelled")).cancel()
        clock.call_at(clock.now() + 0.001, lambda: later.set_result(None))
        await later
        return calls

    assert asyncio.run(scene()) == []


@given(st.floats(0, 1e7), st.floats(0, 1.5))
def test_all_who_poll_for_a_device_do_so_at_the_same_moments(now: float, later: float) -> None:
    first = next_look(now)
    assert now < first <= now + 1.02 * RETRY
    if now + later < first - 0.02 * RETRY:
        assert next_look(now + later) == first


def test_polls_are_regular() -> None:
    looks = [0.0]
    for _ in range(1000):
        looks.append(next_look(looks[-1]))
    assert all(0.99 * RETRY < later - sooner < 1.01 * RETRY for sooner, later in pairwise(looks))
