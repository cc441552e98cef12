from functools import partial

from hypothesis import given
from hypothesis import strategies as st

from companion.emulation.manual_clock import ManualClock


def test_it_stands_still_until_moved() -> None:
    clock = ManualClock()
    calls: list[float] = []
    clock.call_at(2.0, lambda: calls.append(clock.now()))
    assert (clock.now(), calls, clock.next_due()) == (0.0, [], 2.0)
    clock.advance(1.5)
    assert (clock.now(), calls) == (1.5, [])
    clock.advance(1.0)
    assert (clock.now(), calls, clock.next_due()) == (2.5, [2.0], None)


def test_one_advance_also_makes_calls_scheduled_on_the_way() -> None:
    clock = ManualClock()
    ticks: list[float] = []

    def tick() -> None:
        ticks.append(clock.now())
        clock.call_at(clock.now() + 1.0, tick)

    tick()
    clock.advance(3.0)
    assert ticks == [0.0, 1.0, 2.0, 3.0]


def test_a_cancelled_call_is_not_made() -> None:
    clock = ManualClock()
    calls: list[str] = []
    clock.call_at(1.0, lambda: calls.append("first")).cancel()
    clock.call_at(1.0, lambda: calls.append("second"))
    assert clock.next_due() == 1.0
    clock.advance(1.0)
    assert calls == ["second"]


def test_a_call_due_in_the_past_does_not_turn_time_back() -> None:
    clock = ManualClock(time=5.0)
    calls: list[float] = []
    clock.call_at(1.0, lambda: calls.append(clock.now()))
    clock.advance(0.0)
    assert calls == [5.0]


@given(st.lists(st.integers(0, 20)), st.lists(st.integers(0, 5)))
def test_calls_come_in_order_of_time_then_of_scheduling(dues: list[int], steps: list[int]) -> None:
    clock = ManualClock()
    calls: list[tuple[int, int]] = []
    for order, due in enumerate(dues):
        clock.call_at(due, partial(calls.append, (due, order)))
    for step in [*steps, 21]:
        clock.advance(step)
    assert calls == sorted((due, order) for order, due in enumerate(dues))
