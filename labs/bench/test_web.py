"""Fifty phones at one table: how soon all know of an action, and what the web costs while idle."""

import asyncio
import json
import random
import statistics
import time
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from companion.table.state import ActionInput
from labs.bench.test_idle import switches
from tests.web.box import Served, run
from tests.web.client import Browser, Page

PHONES = 50
ACTIONS = 120
MOST = 4.0
"""How much longer than with one phone it may last until the last of fifty knows, in the median."""
SECONDS = 20


async def last_of(pages: list[Page], n: int) -> None:
    """Wait until all pages have received entry ``n``."""
    await asyncio.gather(*(heard(page, n) for page in pages))


async def heard(page: Page, n: int) -> None:
    """Wait for entry ``n`` without modelling the client, whose work real phones do themselves."""
    while True:
        message = await page.socket.receive()
        if f'"n":{n},' in message.data:
            return


def delays_with(folder: Path, count: int) -> list[float]:
    """Return how long it lasts until all phones know of each action, in milliseconds."""
    delays: list[float] = []

    async def scene(served: Served) -> None:
        source = random.Random(5)
        async with AsyncExitStack() as stack:
            phones = [await stack.enter_async_context(served.browser()) for _ in range(count)]
            for seat in range(min(count, 4)):
                await served.joined(phones[seat], seat)
            pages = [await opened(stack, phone, n) for n, phone in enumerate(phones)]
            session = served.box.session
            for _ in range(ACTIONS):
                table = session.table
                if table.is_over:
                    break
                n = len(table.entries) + 1
                action = source.choice(table.candidates)
                began = time.perf_counter()
                session.sink(ActionInput(action))
                await last_of(pages, n)
                delays.append(1000 * (time.perf_counter() - began))

    folder.mkdir()
    run(folder, scene, players=("Ann", "Ben", "Cleo", "Dan"))
    return delays


def test_from_action_to_the_last_of_fifty_phones(tmp_path: Path) -> None:
    medians = {}
    for count in (1, PHONES):
        delays = delays_with(tmp_path / str(count), count)
        p50, p99 = statistics.median(delays), statistics.quantiles(delays, n=100)[98]
        print(
            f"\n{count} phones, {len(delays)} actions, action to last client: "
            f"p50 {p50:.1f} ms, p99 {p99:.1f} ms, max {max(delays):.1f} ms"
        )
        medians[count] = p50
    assert medians[PHONES] <= MOST * medians[1]


async def opened(stack: AsyncExitStack, browser: Browser, n: int) -> Page:
    view, language = ("seat" if n < PHONES // 2 else "table"), ("en", "de")[n % 2]
    return await stack.enter_async_context(browser.open(view, lang=language))


@pytest.mark.parametrize(
    ("clock", "limit"),
    [({}, 2.0), ({"kind": "sudden_death", "main": 600_000}, 5.0)],
    ids=["no clock", "a clock of seconds on the panel"],
)
def test_idle_with_one_client(tmp_path: Path, clock: dict[str, object], limit: float) -> None:
    async def scene(served: Served) -> None:
        async with served.browser() as phone, phone.open() as page:
            assert not served.box.session.table.clocks.paused
            await asyncio.sleep(1.5)
            before = switches()
            await asyncio.sleep(SECONDS)
            woken = (switches() - before) / SECONDS
            print(f"\n{woken:.2f} wake-ups/s with the server up and one idle client")
            assert json.dumps(page.phone.view)
            assert woken <= limit

    run(tmp_path, scene, clock=clock)
