"""The delay of a lamp: from the entry on the disk to the pin, in the daemon's own loop."""

import asyncio
import random
import statistics
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from companion import daemon
from companion.daemon import Box
from companion.devices.clock import LoopClock
from companion.engine.fold import sampler
from companion.engine.log import Entry
from companion.games.inner_compass.actions import EndTurn
from companion.storage.journal import Journal
from companion.table.command import Command
from companion.table.stage import Stage
from companion.table.table import ActionInput, TableInput
from labs.bench.reference import multiple
from tests.rig import settings

TURNS = 200
MOST = 4.0
"""What 99 of 100 delays may last, as a multiple of the reference."""


@dataclass
class StopWatch:
    """A follower right after the lamps, which are first, so that its time is theirs."""

    box: Box
    durable: float = 0.0
    lit: frozenset[str] = frozenset()
    delays: list[float] = field(default_factory=list)

    def __call__(self, _stage: Stage, entries: tuple[Entry, ...]) -> None:
        """Note the milliseconds since the commit, if a lamp has changed."""
        assert self.box.emulated is not None
        lit = self.box.emulated.signals.lit
        if entries and lit != self.lit:
            self.delays.append(1000 * (time.perf_counter() - self.durable))
        self.lit = lit


def test_from_the_commit_to_the_lamp(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene() -> list[float]:
        clock = LoopClock(asyncio.get_running_loop())
        box = daemon.build(settings(tmp_path), clock, sampler(random.Random(3)), tmp_path)
        watch = StopWatch(box)
        lamps, *others = box.session.followers
        box.session.followers = (lamps, watch, *others)
        append = Journal.append

        def watched(journal: Journal, play: int, entries: Sequence[Entry]) -> None:
            append(journal, play, entries)
            watch.durable = time.perf_counter()

        monkeypatch.setattr(Journal, "append", watched)
        running = asyncio.ensure_future(box.run())
        inputs: list[TableInput] = [Command.BACK, *[ActionInput(EndTurn())] * TURNS]
        for item in inputs:
            box.session.sink(item)
            await box.session.settled()
            await asyncio.sleep(0.005)
        running.cancel()
        with suppress(asyncio.CancelledError):
            await running
        return watch.delays

    delays = asyncio.run(scene())
    assert len(delays) >= TURNS
    p50, p99 = statistics.median(delays), statistics.quantiles(delays, n=100)[98]
    print(f"\ncommit to lamp: p50 {p50:.2f} ms, p99 {p99:.2f} ms, max {max(delays):.2f} ms")
    assert multiple(p99 / 1000) <= MOST
