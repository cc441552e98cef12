import asyncio

from companion.clock import LoopClock


def test_the_loop_clock_calls_at_its_own_time() -> None:
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
