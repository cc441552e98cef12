"""What a hub can take, and what a table costs it: figures for docs/fleet.md.

Generator, broker, hub and database share one computer: trust the ratios, and the time of the
processor, more than the seconds.
"""

import asyncio
import os
import random
import resource
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import quantiles
from time import perf_counter

import pytest
from sqlalchemy import create_engine, text

from labs.fleet.servers import Mosquitto, Postgres
from labs.fleet.swarm import SwarmBox, swarm
from labs.fleet.test_hub import HubProcess, servers

SECONDS = float(os.environ.get("SECONDS", "20"))
RATE = 0.2
"""Messages of a table a second while people play quickly."""
LATEST = 0.25
"""Seconds within which 99 of 100 messages must be stored: people who watch a game set this."""
FLAT_OUT = 60
"""Boxes that send without a pause."""
_TICKS = os.sysconf("SC_CLK_TCK")


def processor(pid: int) -> float:
    """Return the seconds of the processor that a process and its children have used."""
    used = 0.0
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            name, _, rest = stat.read_text().rpartition(")")
        except OSError:
            continue
        fields = rest.split()
        if int(name.split()[0]) == pid or int(fields[1]) == pid:
            used += (int(fields[11]) + int(fields[12])) / _TICKS
    return used


def resident(pid: int) -> int:
    """Return the kilobytes of memory that a process has."""
    return int(Path(f"/proc/{pid}/status").read_text().split("VmRSS:")[1].split()[0])


def stored(database: Postgres) -> tuple[int, int]:
    """Return the rows of entries, and the bytes that they take with their index."""
    engine = create_engine(database.url)
    with engine.connect() as db:
        rows = db.execute(text("SELECT count(*) FROM entry")).scalar_one()
        size = db.execute(
            text(
                "SELECT sum(pg_total_relation_size(inhrelid)) FROM pg_inherits"
                " WHERE inhparent = 'entry'::regclass"
            )
        ).scalar_one()
    engine.dispose()
    return rows, int(size)


async def ready(boxes: list[SwarmBox], seconds: float = 240) -> None:
    """Wait until the hub has greeted all boxes."""
    try:
        async with asyncio.timeout(seconds):
            for box in boxes:
                await box.ready.wait()
    except TimeoutError:
        count = sum(box.ready.is_set() for box in boxes)
        pytest.fail(f"the hub has greeted {count} of {len(boxes)} boxes after {seconds:.0f} s")


async def steady(boxes: list[SwarmBox], seconds: float) -> list[float]:
    """Let each box send at its pace; return the waits of all messages, sorted."""
    loop, source = asyncio.get_running_loop(), random.Random(1)
    end = loop.time() + seconds

    async def play(box: SwarmBox) -> None:
        await asyncio.sleep(source.uniform(0, 1 / RATE))
        while loop.time() < end:
            box.tell()
            await asyncio.sleep(source.expovariate(RATE))

    await asyncio.gather(*map(play, boxes))
    async with asyncio.timeout(10):
        for box in boxes:
            await box.stored()
    return sorted(wait for box in boxes for wait in box.waits)


@dataclass(frozen=True)
class Figures:
    """What a run has measured."""

    p50: float
    p99: float
    messages: int
    hub: float
    """Seconds of the processor."""
    database: float
    bytes: int

    def each(self, seconds: float) -> float:
        """Return milliseconds a message."""
        return 1000 * seconds / self.messages


def run(folder: Path, count: int) -> Figures:
    """Let so many tables play at the pace of people."""
    with servers(folder) as (broker, database, hub):
        spent = Spent(hub, database)

        async def whole() -> list[float]:
            async with swarm(count, broker.port) as boxes:
                await ready(boxes)
                spent.begin()
                return await steady(boxes, SECONDS)

        waits = asyncio.run(whole())
        spent.end()
        rows, size = stored(database)
        assert rows == len(waits), "something is lost, or there twice"
        cuts = quantiles(waits, n=100)
        return Figures(cuts[49], cuts[98], len(waits), spent.hub, spent.database, size)


@dataclass
class Spent:
    """The processor's time that hub and database take."""

    process: HubProcess
    server: Postgres
    hub: float = 0.0
    database: float = 0.0

    def _now(self) -> tuple[float, float]:
        assert self.process.process is not None
        assert self.server.process is not None
        return processor(self.process.process.pid), processor(self.server.process.pid)

    def begin(self) -> None:
        self.hub, self.database = self._now()

    def end(self) -> None:
        hub, database = self._now()
        self.hub, self.database = hub - self.hub, database - self.database


def test_a_thousand_tables_and_what_one_costs(tmp_path: Path) -> None:
    figures = {}
    for count in (100, 1000):
        (tmp_path / str(count)).mkdir()
        found = figures[count] = run(tmp_path / str(count), count)
        print(
            f"\n{count} tables, {found.messages / SECONDS:.0f} messages/s: stored after"
            f" {1000 * found.p50:.0f} ms (p50), {1000 * found.p99:.0f} ms (p99); each takes"
            f" {found.each(found.hub):.2f} ms of the processor in the hub and"
            f" {found.each(found.database):.2f} ms in the database, and"
            f" {found.bytes / found.messages:.0f} bytes"
        )
    few, many = figures[100], figures[1000]
    assert max(few.p99, many.p99) <= LATEST
    assert many.each(many.hub) <= 1.2 * few.each(few.hub), "a table costs more where there are many"
    assert many.bytes / many.messages <= 1.2 * few.bytes / few.messages


async def flat_out(port: int, batch: int, messages: int, spent: Spent) -> tuple[int, float]:
    async with swarm(FLAT_OUT, port, batch) as boxes:
        await ready(boxes)
        for box in boxes:
            for _ in range(messages // FLAT_OUT):
                box.write()
        spent.begin()
        begun = perf_counter()
        async with asyncio.timeout(300):
            await asyncio.gather(*(box.tell_all(8) for box in boxes))
        seconds = perf_counter() - begun
        spent.end()
        return sum(box.acked for box in boxes), seconds


@pytest.mark.parametrize(("batch", "messages"), [(1, 12_000), (20, 6_000), (50, 3_000)])
def test_flat_out(tmp_path: Path, batch: int, messages: int) -> None:
    with servers(tmp_path) as (broker, database, hub):
        spent = Spent(hub, database)
        rows, seconds = asyncio.run(flat_out(broker.port, batch, messages, spent))
        assert stored(database)[0] == rows == messages * batch
    print(
        f"\n{batch} entries a message: {rows / seconds:.0f} entries/s, {messages / seconds:.0f}"
        f" messages/s; an entry takes {1e6 * spent.hub / rows:.0f} µs of the processor in the hub,"
        f" {1e6 * spent.database / rows:.0f} µs in the database"
    )


@contextmanager
def many_files(count: int) -> Iterator[None]:
    """Allow this process and those that it starts so many open files."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard < count:
        pytest.skip(f"only {hard} open files are allowed here: ulimit -n {count}")
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def test_ten_thousand_connections(tmp_path: Path) -> None:
    async def whole(broker: Mosquitto, hub: HubProcess) -> None:
        begun = perf_counter()
        async with swarm(10_000, broker.port) as boxes:
            await ready(boxes)
            print(f"\n10,000 boxes known to the hub after {perf_counter() - begun:.0f} s")
            waits = await steady(random.Random(1).sample(boxes, 500), SECONDS / 2)
        cuts = quantiles(waits, n=100)
        assert hub.process is not None
        memory = resident(hub.process.pid)
        print(
            f"{len(waits)} messages meanwhile: {1000 * cuts[49]:.0f} ms (p50),"
            f" {1000 * cuts[98]:.0f} ms (p99); the hub takes {memory // 1024} MB"
        )

    with many_files(12_000), servers(tmp_path) as (broker, _database, hub):
        asyncio.run(whole(broker, hub))
