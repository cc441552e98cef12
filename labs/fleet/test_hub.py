"""Two hundred boxes, a real broker, a real database, and what goes wrong with all of them.

Afterwards the database and the journals agree row by row: nothing is lost, nothing is there twice.
"""

import asyncio
import os
import random
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import AsyncExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from time import monotonic

import pytest
from sqlalchemy import create_engine, text

from companion.devices.clock import LoopClock
from companion.engine.game import CHANCE
from companion.storage.journal import FILE, HighWaterMark, Journal
from companion.storage.lineage import FILE as LINEAGE
from companion.table.command import Command
from companion.table.state import ActionInput, CommandInput
from companion_hub.log_blob import Row, unpack_rows
from labs.fleet.cluster import Cluster, nats_cluster
from labs.fleet.servers import ROOT, Mosquitto, Postgres, mosquitto, postgres
from tests.fleet.broker import Broker
from tests.fleet.scene import Scene, another_game, box

BOXES = int(os.environ.get("BOXES", "200"))
SECONDS = 20.0
PAUSE = 0.6
"""Seconds between two actions at a table: twenty times as fast as people play."""
CALM = 5.0
"""The same for a cluster: three servers share the computer, and each writes every message."""
SETTLED = 120.0
"""Seconds within which everything is stored after that, on a busy computer."""


@dataclass
class HubProcess:
    """The hub's own program, which can be killed."""

    folder: Path
    broker: int
    database: str
    cluster: Sequence[str] = ()
    """The servers of NATS, if that is the source."""
    name: str = "hub"
    process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        configuration = self.folder / f"{self.name}.toml"
        configuration.write_text(
            f'[broker]\nport = {self.broker}\n[database]\nurl = "{self.database}"\n'
            f"[pages]\nport = 0\n[nats]\nservers = {[*self.cluster]}\n"
        )
        paths = os.pathsep.join((str(ROOT), str(ROOT / "hub")))
        command = [sys.executable, "-m", "companion_hub", "--config", str(configuration)]
        with (self.folder / f"{self.name}.log").open("ab") as log:
            self.process = subprocess.Popen(
                command, env={**os.environ, "PYTHONPATH": paths}, stdout=log, stderr=log
            )

    def kill(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None


@contextmanager
def servers(folder: Path) -> Iterator[tuple[Mosquitto, Postgres, HubProcess]]:
    with mosquitto(folder / "broker") as broker, postgres() as database:
        hub = HubProcess(folder, broker.port, database.url)
        try:
            hub.start()
            yield broker, database, hub
        finally:
            hub.kill()


async def evening(there: Scene, until: float, source: random.Random, pause: float = PAUSE) -> None:
    """Play at a table: games one after another, now and then something is taken back."""
    session = there.session
    while monotonic() < until:
        await asyncio.sleep(source.uniform(0, 2 * pause))
        table = there.table
        if table.is_over or source.random() < 0.02:
            await another_game(there)
        elif source.random() < 0.05 and table.steps:
            await session.ask(CommandInput(Command.UNDO))
        else:
            game, state = table.game, table.state
            seats = [seat for seat in game.active_players(state) if seat != CHANCE]
            legal = [action for seat in seats for action in game.legal_actions(state, seat)]
            if legal:
                await session.ask(ActionInput(source.choice(legal)))


async def opened(stack: AsyncExitStack, folder: Path, number: int, broker: int) -> Scene:
    """Switch a box on, with whatever is in its folder."""
    folder.mkdir(exist_ok=True)  # noqa: ASYNC240 - a test of its own
    game = "compass-points" if number % 10 == 0 else "compass-jewels"
    players = 4 if number % 10 == 0 else 2
    there = await stack.enter_async_context(
        box(folder, Broker(broker), game, players=players, seed=number, box=f"box-{number}")
    )
    there.session.clock = LoopClock(asyncio.get_running_loop())
    there.session.time.clock = there.session.clock
    there.member_of().start()
    return there


async def caught_up(scenes: list[Scene]) -> None:
    """Wait until the hub has acknowledged the newest entry of every journal that may leave."""
    until = monotonic() + SETTLED
    for there in scenes:
        while True:
            postman = there.member.postman
            newest = await there.session.writer.read(Journal.newest) or HighWaterMark()
            play, sequence = newest.play, newest.sequence
            acked = postman.acked
            done = acked is not None and (acked.play, acked.sequence) >= (play, sequence)
            held = acked is not None and not postman.live.open and acked.play == play - 1
            if done or held or (acked is not None and play == 1 and not postman.live.open):
                break
            assert monotonic() < until, (there.settings.box, acked, (play, sequence))
            await asyncio.sleep(0.05)


def journal_rows(folder: Path) -> dict[int, list[Row]]:
    """Return all entries of a journal by game."""
    with Journal.open(folder / FILE) as journal:
        return {
            play.id: [
                (
                    entry.sequence,
                    str(entry.kind),
                    entry.actor,
                    dumps(entry.payload),
                    entry.clock,
                    entry.wall,
                    crc,
                )
                for entry, crc in journal.chained(play.id, 0, 1_000_000)
            ]
            for play in journal.plays()
        }


def dumps(payload: object) -> str:
    import json

    return json.dumps(payload, separators=(",", ":"))


@dataclass
class Stored:
    """What the database holds."""

    rows: dict[tuple[str, int], list[Row]]
    results: dict[tuple[str, int], bool]
    before: dict[str, str]
    copied: int


def stored(database: Postgres) -> Stored:
    engine = create_engine(database.url)
    with engine.connect() as db:
        plays = db.execute(text("SELECT journal, play, finished, copied FROM play")).all()
        logs = db.execute(text("SELECT journal, play, data FROM game_log")).all()
        entries = db.execute(
            text(
                "SELECT journal, play, sequence, kind, actor, payload, clock, wall, crc"
                " FROM entry ORDER BY journal, play, sequence"
            )
        ).all()
        journals = db.execute(text("SELECT name, before FROM journal")).all()
    engine.dispose()
    rows: dict[tuple[str, int], list[Row]] = {(row.journal, row.play): [] for row in plays}
    for row in logs:
        rows[row.journal, row.play].extend(unpack_rows(row.data))
    for row in entries:
        rows[row.journal, row.play].append(tuple(row)[2:])
    results = {(row.journal, row.play): row.finished is not None for row in plays}
    before = {row.name: row.before for row in journals}
    return Stored(rows, results, before, sum(row.copied for row in plays))


def agree(folder: Path, name: str, found: Stored, *, held: bool) -> int:
    """Check that a journal is in the database row by row; return the number of its rows."""
    ours = journal_rows(folder)
    # One that has just begun is empty, and at some tables nobody has done anything.
    newest = max((play for play, rows in ours.items() if rows), default=1)
    count = 0
    for play, rows in ours.items():
        theirs = found.rows.get((name, play), [])
        if play == newest and held and not theirs:
            continue  # it goes on, and has secrets
        assert theirs == rows, (folder.name, play, len(theirs), len(rows))
        assert play >= newest or found.results[name, play]
        count += len(rows)
    assert {play for journal, play in found.rows if journal == name} <= {*ours}
    return count


async def everything(
    folder: Path, broker: Mosquitto | Cluster, hub: HubProcess, pause: float = PAUSE
) -> tuple[dict[str, str], dict[str, str]]:
    """Let all boxes play; return the names of their journals, and those of the two that changed."""
    begun = monotonic()
    async with AsyncExitStack() as stack:
        scenes = [
            await opened(stack, folder / f"box-{number}", number, broker.port)
            for number in range(BOXES)
        ]
        until = monotonic() + SECONDS
        source = random.Random(1)
        games = [
            asyncio.ensure_future(evening(there, until, random.Random(source.random()), pause))
            for there in scenes
        ]
        await asyncio.sleep(SECONDS / 4)
        for number in (1, 2):
            shutil.copytree(folder / f"box-{number}", folder / f"copy-{number}")
        await asyncio.sleep(SECONDS / 12)
        hub.kill()
        await asyncio.sleep(1)
        hub.start()
        await asyncio.sleep(SECONDS / 4)
        broker.kill()
        await asyncio.sleep(1)
        broker.start()
        await asyncio.gather(*games)
        await caught_up(scenes)
        names = {there.settings.box: there.member.postman.lineage.name for there in scenes}
    print(f"\n{BOXES} boxes: everything stored after {monotonic() - begun:.0f} s")

    # A stale journal under its name, and a card that was copied back whole.
    shutil.copy(folder / "copy-1" / FILE, folder / "box-1" / FILE)
    for file in (FILE, LINEAGE):
        shutil.copy(folder / "copy-2" / file, folder / "box-2" / file)
    async with AsyncExitStack() as stack:
        again = [
            await opened(stack, folder / f"box-{number}", number, broker.port) for number in (1, 2)
        ]
        await asyncio.gather(
            *(
                evening(there, monotonic() + 4, random.Random(number))
                for number, there in enumerate(again)
            )
        )
        await caught_up(again)
        renamed = {there.settings.box: there.member.postman.lineage.name for there in again}
    return names, renamed


def check(folder: Path, database: Postgres, names: dict[str, str], renamed: dict[str, str]) -> None:
    """Check that the database and all journals agree."""
    found = stored(database)
    total = 0
    for name, journal in names.items():
        if name not in renamed:
            held = int(name.partition("-")[2]) % 10 == 0
            total += agree(folder / name, journal, found, held=held)
    for name, journal in renamed.items():
        assert journal != names[name], f"{name} was restored, and nobody has noticed"
        assert found.before[journal] == names[name]
        total += agree(folder / name, journal, found, held=False)
    kept = sum(map(len, found.rows.values()))
    print(f"{total} rows agree; {kept} are stored, with those of two journals that were replaced")
    assert total > BOXES
    assert found.copied >= 0


@pytest.mark.slow
def test_nothing_is_lost_and_nothing_is_there_twice(tmp_path: Path) -> None:
    with servers(tmp_path) as (broker, database, hub):
        check(tmp_path, database, *asyncio.run(everything(tmp_path, broker, hub)))


@pytest.mark.slow
def test_a_cluster_of_which_one_server_is_killed(tmp_path: Path) -> None:
    """Two workers share the stream; one of them is killed, and one server of three for good."""
    with nats_cluster(tmp_path / "nats") as cluster, postgres() as database:
        hubs = [
            HubProcess(tmp_path, cluster.port, database.url, cluster.urls, f"hub-{number}")
            for number in range(2)
        ]
        try:
            for hub in hubs:
                hub.start()
            check(tmp_path, database, *asyncio.run(everything(tmp_path, cluster, hubs[0], CALM)))
        finally:
            for hub in hubs:
                hub.kill()
