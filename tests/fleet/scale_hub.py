"""What a hub can take, and what a table costs it: figures for docs/fleet.md.

Generator, broker, hub and database share one computer: trust the ratios.
"""

import asyncio
import os
import random
import resource
from pathlib import Path
from statistics import quantiles
from time import perf_counter

import pytest
from sqlalchemy import create_engine, text

from tests.fleet.fleet_hub import HubProcess, servers
from tests.fleet.servers import Mosquitto, Postgres
from tests.fleet.swarm import SwarmBox, swarm

SECONDS = float(os.environ.get("SECONDS", "20"))
RATE = 0.2
"""Messages of a table a second while people play quickly."""
LATEST = 0.25
"""Seconds within which 99 of 100 messages must be stored."""
_TICKS = os.sysconf("SC_CLK_TCK")


def processor(pid: int) -> float:
    """Return the seconds of the processor that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / _TICKS


def resident(pid: int) -> int:
    """Return the kilobytes of memory that a process has."""
    return int(Path(f"/proc/{pid}/status").read_text().split("VmRSS:")[1].split()[0])


def stored(database: Postgres) -> tuple[int, int]:
    """Return the rows of entries, and the bytes of the whole database."""
    engine = create_engine(database.url)
    with engine.connect() as db:
        rows = db.execute(text("SELECT count(*) FROM entry")).scalar_one()
        size = db.execute(text("SELECT pg_database_size(current_database())")).scalar_one()
    engine.dispose()
    return rows, size


async def ready(boxes: list[SwarmBox], seconds: float = 120) -> None:
    """Wait until the hub has greeted all boxes."""
    async with asyncio.timeout(seconds):
        for box in boxes:
            await box.ready.wait()


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
    await asyncio.sleep(2)
    return sorted(wait for box in boxes for wait in box.waits)


def run(folder: Path, count: int) -> tuple[float, float, float, int]:
    """Return p50 and p99 in seconds, and what a table costs: seconds of processor, rows."""
    with servers(folder) as (broker, database, hub):

        async def whole() -> tuple[list[float], float]:
            boxes = await swarm(count, broker.port)
            await ready(boxes)
            assert hub.process is not None
            before = processor(hub.process.pid)
            waits = await steady(boxes, SECONDS)
            assert not any(box.sent for box in boxes), "something was not stored"
            return waits, processor(hub.process.pid) - before

        waits, used = asyncio.run(whole())
        rows, _ = stored(database)
        assert rows == len(waits)
        cuts = quantiles(waits, n=100)
        return cuts[49], cuts[98], used / len(waits), len(waits)


def test_a_thousand_tables_and_what_one_costs(tmp_path: Path) -> None:
    figures = {}
    for count in (100, 1000):
        (tmp_path / str(count)).mkdir()
        p50, p99, each, messages = run(tmp_path / str(count), count)
        figures[count] = each
        print(
            f"\n{count} tables, {messages / SECONDS:.0f} messages/s: stored after"
            f" {1000 * p50:.0f} ms (p50), {1000 * p99:.0f} ms (p99);"
            f" {1000 * each:.2f} ms of the hub's processor each"
        )
        assert p99 <= LATEST
    assert figures[1000] <= 1.5 * figures[100], "a table costs more where there are many"


async def flat_out(broker: Mosquitto, batch: int) -> tuple[int, float]:
    boxes = await swarm(60, broker.port, batch)
    await ready(boxes)
    begun = perf_counter()
    until = begun + SECONDS / 2
    await asyncio.gather(*(box.tell_without_pause(until, 8) for box in boxes))
    return sum(box.acked for box in boxes), perf_counter() - begun


@pytest.mark.parametrize("batch", [1, 20, 50])
def test_flat_out(tmp_path: Path, batch: int) -> None:
    with servers(tmp_path) as (broker, _database, _hub):
        rows, seconds = asyncio.run(flat_out(broker, batch))
    print(f"\n{batch} entries a message: {rows / seconds:.0f} entries/s")
    assert rows


def test_ten_thousand_connections(tmp_path: Path) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard < 40_000:
        pytest.skip(f"only {hard} open files are allowed here: ulimit -n 65536")
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))

    async def whole(broker: Mosquitto, hub: HubProcess) -> None:
        begun = perf_counter()
        boxes = await swarm(10_000, broker.port)
        await ready(boxes)
        print(f"\n10,000 boxes known to the hub after {perf_counter() - begun:.0f} s")
        some = random.Random(1).sample(boxes, 500)
        waits = await steady(some, SECONDS / 2)
        cuts = quantiles(waits, n=100)
        assert hub.process is not None
        memory = resident(hub.process.pid)
        print(
            f"{len(waits)} messages meanwhile: {1000 * cuts[49]:.0f} ms (p50),"
            f" {1000 * cuts[98]:.0f} ms (p99); the hub takes {memory // 1024} MB"
        )

    try:
        with servers(tmp_path) as (broker, _database, hub):
            asyncio.run(whole(broker, hub))
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
