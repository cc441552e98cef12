"""How long presses, tags and actions take on a tenth of a processor.

Milliseconds, half of all and 99 of 100, on a busy virtual machine whose quota alone makes a program
stand still for up to 40. Before, pages went out beside the panel's picture, the box measured here
collected garbage that the daemon leaves alone, had no priority over its neighbours, and was pressed
three times as often; after. The journal is in memory where that is possible, as for all tests:

    press `down`, no page        12   40       9   56
    press `down`, six pages      17   41       9   60
    press `b`, no page           24   98      30   45
    press `b`, six pages         26   44      30   48
    press `a`, no page           28   58      35   63
    press `a`, six pages         59  102      37   85
    a tag                                     67  125
    an action, six pages         41   74      51  109

Right is one run on a machine that did nothing else: `a`, which plays an action, still missed. Then
the panel's changes went out in fewer windows, and a cursor on a board became cheap. Processor time
from a press of `a` to the picture fell from 3.5 ms to 2.9 for half of all, from 4.1 to 3.6 for the
slow ones. On a machine that ten other programs kept busy, before and after:

    press `down`, no page        18   48      20   57
    press `down`, six pages                   24   66
    press `b`, no page                        23   37
    press `b`, six pages                      24   58
    press `a`, no page           31   64      36   71
    press `a`, six pages         34   86      36   62

Another day, on a machine that did nothing else but was slower by half, when a press took 3.5 to
5 ms of processor, here and with the code of the tables above: `down` 40 and 72, with six pages 41
and 68; `b` 37 and 56, 37 and 63; `a` 45 and 91, 36 and 86; a tag 64 and 109; an action 61 and 136.
Since pages get only what is new, there: `down` 31 and 52, with six pages 40 and 75; `b` 28 and 39,
28 and 54; `a` 44 and 67, 47 and 83; a tag 63 and 97; an action 70 and 129.

Since the squares of a board are found once for a position, and all threads run on one processor:
`down` 18 and 54, with six pages 18 and 54; `b` 28 and 49, 28 and 48; `a` 34 and 65, 29 and 57; a
tag 57 and 78; an action 32 and 94. On a busy machine, `down` was 9 and 35, with six pages 11 and
42, and `a` from 26 and 46 to 34 and 73. Minutes later the same machine took 37 to 47 and 70 to 78
for `a`: its own speed changes by a third, and `a` is at the limit. A stage that shows already what
it is to show is no longer copied: `a` 26 and 45, with six pages 28 and 60, `down` 10 and 42, 17 and
46; in five runs of `a` without pages 45, 56, 63, 69 and once 128.

All of that was measured by a clock that ticks every 4 ms, so that any program stood still for 36.
Since a metronome makes the kernel look twice a millisecond, and nobody else gets that processor
(see `processor`): a program that never rests stands still for 10; `down` 8 and 37, with six pages 8
and 34; `b` 19 and 27, 19 and 27; `a` 25 and 45, 26 and 43; a tag 48 and 58; an action 40 and 69.

Where the processor time of a press goes on a full processor, in milliseconds, on average: of 3.0
for `down` 0.8 to what it means, 0.5 to words, 0.5 to pixels, 0.3 to the bus, 0.1 to the room of the
pages and less than 0.1 to the lamps; of 2.5 for `a` 0.3 to the rules, 0.2 to the journal, 0.5 to
words and pixels, 0.5 to the bus and 0.1 each to lamps and room. So lamps and pages that wait for
the panel's bytes would be a tenth at most; the rest is the event loop and its two threads.
"""

import asyncio
import statistics
import time
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Final

import pytest

from labs.bench.apart import Box, apart
from labs.bench.test_work import opened
from labs.slow.processor import standstill

PRESSES: Final = 120
PAUSE: Final = 0.25
"""Seconds between two presses: three a second, which is a quick hand."""
TAGS: Final = 40
ACTIONS: Final = 120
PRESS: Final = 60.0
"""Milliseconds from a press to the last byte on the bus: people set this, and what follows."""
TAG: Final = 150.0
"""Milliseconds from a tag to the last byte on the bus."""
ACTION: Final = 150.0
"""Milliseconds from an action until the last of six pages knows of it."""
PAGES: Final = 6


def slowest(what: str, seconds: list[float], most: float) -> float:
    """Print delays and return the 99th percentile, in milliseconds."""
    p50, p99 = statistics.median(seconds), statistics.quantiles(seconds, n=100)[98]
    print(
        f"\n{what}: p50 {1000 * p50:.0f} ms, p99 {1000 * p99:.0f} ms,"
        f" longest {1000 * max(seconds):.0f} ms, wanted {most:.0f}"
    )
    return 1000 * p99


def test_the_quota_holds(under: tuple[str, ...]) -> None:
    print(f"\na program that never rests stands still for up to {1000 * standstill(under):.0f} ms")


@pytest.mark.parametrize("pages", [0, PAGES])
@pytest.mark.parametrize("button", ["down", "b", "a"])
def test_from_press_to_picture(
    tmp_path: Path, under: tuple[str, ...], button: str, pages: int
) -> None:
    """`b` changes the whole picture; `a` is sometimes an action, which must first be durable."""

    async def measured() -> list[float]:
        async with AsyncExitStack() as stack:
            box = await slow(stack, tmp_path, under, pages)
            return [
                (await box.ask("press", button=button, pause=PAUSE))["seconds"]
                for _ in range(PRESSES)
            ]

    assert slowest(f"{button}, {pages} pages", asyncio.run(measured()), PRESS) <= PRESS


def test_from_tag_to_picture(tmp_path: Path, under: tuple[str, ...]) -> None:
    async def measured() -> list[float]:
        async with AsyncExitStack() as stack:
            box = await slow(stack, tmp_path, under, 0)
            return [(await box.ask("tag", number=n))["seconds"] for n in range(TAGS)]

    assert slowest("a tag", asyncio.run(measured()), TAG) <= TAG


def test_from_action_to_six_pages(tmp_path: Path, under: tuple[str, ...]) -> None:
    async def measured() -> list[float]:
        async with AsyncExitStack() as stack:
            box = await slow(stack, tmp_path, under, 0)
            pages = await opened(stack, box, PAGES, 4)
            await asyncio.sleep(2)
            delays = []
            for _ in range(ACTIONS):
                began = time.perf_counter()
                answer = await box.ask("act")
                await asyncio.gather(*(page.hear(answer["n"]) for page in pages))
                delays.append(time.perf_counter() - began)
                await asyncio.sleep(0.1)
                if answer["over"]:
                    break
            return delays

    assert slowest(f"an action, {PAGES} pages", asyncio.run(measured()), ACTION) <= ACTION


async def slow(stack: AsyncExitStack, folder: Path, under: tuple[str, ...], pages: int) -> Box:
    """Start a box on a tenth of a processor, with so many pages open."""
    game = apart(folder, "inner-compass", 4, "full", under=under)
    box = await stack.enter_async_context(game)
    await opened(stack, box, pages, 4)
    await asyncio.sleep(2)
    return box
