"""Boxes and hubs that are one minor version apart understand each other, in both directions.

`0.2.0/packages.tar.xz` holds what the wheels of that version have for a box without hardware, and
for a hub: `companion` and `companion_hub` with one game, and what their installation says.
"""

import asyncio
import json
import os
import socket
import sys
import tarfile
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from aiohttp import ClientError, ClientSession
from sqlalchemy import text

from companion.fleet.connection import Address
from companion.protocol.journal import JournalPosition
from companion.protocol.mqtt import MESSAGES, CommandRequestMessage
from companion.protocol.page import PAGE_MESSAGES
from companion_hub.club.groups import Groups, GroupSettings
from companion_hub.club.settings_sender import SettingsSender
from companion_hub.hub import Hub
from companion_hub.message_parsing import BoxId
from companion_hub.migrate import migrate
from companion_hub.queries import GameSearch, StoredGame, games
from companion_hub.settings import HubSettings
from companion_hub.store import open_store
from tests.fleet.broker import Broker, serving
from tests.fleet.scene import Scene, box

FORMER = Path(__file__).parent / "0.2.0"
SOON = 120.0
"""Real seconds within which something must happen: programs start meanwhile."""
TABLE = BoxId("club", "table-7")
GERMAN = GroupSettings({"language": "de"})
ENOUGH = 1000
"""More steps than a game has."""


@pytest.fixture(scope="module")
def packages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("former")
    with tarfile.open(FORMER / "packages.tar.xz") as packed:
        # Python 3.11.2, that of Debian 12, knows no filters; later ones ask for one.
        safe: Any = {"filter": "data"} if hasattr(tarfile, "data_filter") else {}
        packed.extractall(folder, **safe)  # noqa: S202 - ours
    return folder


@asynccontextmanager
async def former(packages: Path, folder: Path, *words: str) -> AsyncIterator[Process]:
    """Run a program with the packages of the former version."""
    inherited = {name: text for name, text in os.environ.items() if not name.startswith("COV")}
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        *words,
        cwd=folder,
        env={**inherited, "PYTHONPATH": str(packages)},
        stdin=PIPE,
        stdout=PIPE,
    )
    try:
        yield process
    finally:
        if process.returncode is None:
            process.terminate()
        await process.communicate()


async def until(happened: Callable[[], object]) -> None:
    async with asyncio.timeout(SOON):
        while not happened():  # noqa: ASYNC110 - a broker does not tell whoever tests it
            await asyncio.sleep(0.01)


async def line(process: Process) -> dict[str, object]:
    """Return the next line of what a program says."""
    assert process.stdout is not None
    async with asyncio.timeout(SOON):
        reply: dict[str, object] = json.loads(await process.stdout.readline())
    return reply


@asynccontextmanager
async def hub(broker: Broker, folder: Path) -> AsyncIterator[Hub]:
    """Run the hub of this version, which wants its only box to speak German."""
    address = Address("127.0.0.1", broker.port, "hub")
    url = f"sqlite+aiosqlite:///{folder / 'hub.sqlite3'}"
    running = Hub.of(HubSettings(address, "+", url, "127.0.0.1", 0))
    await running.start()
    groups = Groups(running.store)
    await wish(groups)
    steward = SettingsSender(groups, running.live, running.source.publish)
    looking = asyncio.ensure_future(steward.run())
    try:
        yield running
    finally:
        looking.cancel()
        await asyncio.gather(looking, return_exceptions=True)
        await running.close()


async def wish(groups: Groups) -> None:
    await groups.add("hall")
    await groups.want("hall", GERMAN)
    await groups.put(TABLE, "hall")


async def stored(there: Hub) -> list[StoredGame]:
    """Return the games that are stored, as soon as there is one."""
    async with asyncio.timeout(SOON):
        while not (found := await games(there.store, GameSearch())):  # noqa: ASYNC110 - as in until
            await asyncio.sleep(0.01)
    return found


@pytest.mark.slow
def test_a_former_box_is_understood_by_this_hub(packages: Path, tmp_path: Path) -> None:
    async def scene() -> None:
        async with serving() as broker, hub(broker, tmp_path) as there:
            words = (str(FORMER / "play.py"), str(broker.port), str(tmp_path), str(ENOUGH))
            async with former(packages, tmp_path, *words) as playing:
                begun = await line(playing)
                assert str(begun["file"]).startswith(str(packages)), "it is the former one"
                assert begun["over"]
                (game,) = await stored(there)
                await until(lambda: broker.last("/cfg/reported")["of"] == GERMAN.mark)
                broker.publish(
                    f"companion/v1/club/table-7/{CommandRequestMessage.topic.name}",
                    {"id": "1", "command": "undo"},
                )
                await until(lambda: broker.of("/reply"))
                assert playing.stdin is not None
                playing.stdin.write(b"\n")
                told = await line(playing)
                async with asyncio.timeout(SOON):
                    assert await playing.wait() == 0, "it says itself that it is switched off"
            await until(lambda: broker.last("/status")["state"] == "off")
            refused = [
                sample.labels
                for metric in there.counts.registry.collect()
                for sample in metric.samples
                if sample.name == "companion_refused_total"
            ]
        assert (game.site, game.box, [*game.players]) == ("club", "table-7", ["Ann", "Ben"])
        assert told["language"] == "de"
        assert broker.last("/reply") == {"v": 1, "of": "1", "done": True}
        assert not refused

    asyncio.run(scene())


@pytest.mark.slow
def test_this_box_is_understood_by_a_former_hub(packages: Path, tmp_path: Path) -> None:
    async def scene() -> None:
        store = open_store(f"sqlite+aiosqlite:///{tmp_path / 'hub.sqlite3'}")
        await migrate(store.engine)
        async with store.engine.begin() as db:
            # What came later changes no table, but a former hub does not know its name.
            await db.execute(
                text("UPDATE alembic_version SET version_num = :of"), {"of": "spelling"}
            )
        await wish(Groups(store))
        await store.close()
        own = tmp_path / "box"
        own.mkdir()
        async with serving() as broker, box(own, broker) as there:
            port = free_port()
            (tmp_path / "hub.toml").write_text(
                f"[broker]\nport = {broker.port}\n[pages]\nport = {port}\n", encoding="utf-8"
            )
            words = ("-m", "companion_hub", "--config", "hub.toml")
            async with former(packages, tmp_path, *words):
                member = await there.join()
                await until(lambda: member.postman.acked is not None)
                await play_to_the_end(there)
                end = JournalPosition(1, there.table.entries[-1].sequence, result=True)
                await until(lambda: member.postman.acked == end)
                await until(lambda: there.session.stage.console.language == "de")
                lines = await page(f"http://127.0.0.1:{port}/games.csv")
        players = [row.split(",")[2:6] for row in lines[1:]]
        assert players == [
            ["table-7", "compass-jewels", "1", "Ann"],
            ["table-7", "compass-jewels", "2", "Ben"],
        ]

    asyncio.run(scene())


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as free:
        return int(free.getsockname()[1])


async def play_to_the_end(there: Scene) -> None:
    while not there.table.is_over:
        await there.play(20)
        await there.tell()


async def page(url: str) -> list[str]:
    """Return the lines of a page, as soon as it is there and has more than one."""
    async with ClientSession() as session, asyncio.timeout(SOON):
        while True:
            try:
                async with session.get(url) as answer:
                    lines = (await answer.text()).splitlines()
            except ClientError:
                lines = []
            if len(lines) > 1:
                return lines
            await asyncio.sleep(0.05)


def test_nothing_that_the_former_version_says_is_missing(packages: Path) -> None:
    """Messages go only with a minor version that lies further back."""
    source = (packages / "companion" / "web" / "protocol.py").read_text(encoding="utf-8")
    kinds = {part.partition('"')[0] for part in source.split('tag="')[1:]}
    since = {each.declared_name() for each in PAGE_MESSAGES if each.terms.since <= "0.2.0"}
    assert kinds == since
    topics = (packages / "companion" / "fleet" / "topics.py").read_text(encoding="utf-8")
    for message in MESSAGES:
        if message.topic.since <= "0.2.0":
            assert f'"{message.topic.name.partition("/{")[0]}"' in topics
