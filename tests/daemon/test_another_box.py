"""Games that are played through pins, taken along by a phone, and brought to another box."""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from aiohttp import ClientSession, CookieJar

from companion.engine.log import Entry
from companion.records.archive import check_continuable
from companion.settings import WebSettings
from companion.storage import pending_restore
from companion.storage.journal import FILE, JournalReader, Play
from companion.table.lobby.lobby import Lobby
from companion.table.stage import Stage
from companion.web.http.server import WebServer
from tests.daemon.test_evening import TRACK, seen
from tests.daemon.test_leaving import choose, take_up
from tests.rig import Rig, running, settings
from tests.web.client import PATIENCE, Browser

BACKUP = "/games/backup.tar"
RESTORE = "/games/restore"
JEWELS = {"game": "compass-jewels", "level": "full", "players": ("Ann", "Ben")}


@dataclass
class Evening:
    """A box on which people play, and the phone of its host."""

    rig: Rig
    phone: Browser

    async def taken_along(self) -> bytes:
        """Return the backup that the phone gets."""
        async with self.phone.session.get(self.phone.base + BACKUP) as answer:
            assert answer.status == 200, await answer.text()
            return await answer.read()

    async def refused(self) -> str:
        """Return what the phone is told instead of a backup."""
        status, body, _ = await self.phone.get(BACKUP)
        assert status == 409
        return body

    async def bring(self, content: bytes) -> tuple[int, str]:
        """Bring a backup back; return the status of the answer and its code."""
        status, answer = await self.phone.post(RESTORE, content)
        return status, answer.get("error", {}).get("code", "")


@asynccontextmanager
async def switched_on(folder: Path, **changes: Any) -> AsyncIterator[Evening]:  # noqa: ANN401 - Settings
    """Run a box as the daemon does; it asks what to play unless a game goes on."""
    changes = {**TRACK, **changes}
    chosen = settings(folder, web=WebSettings(0, "127.0.0.1"), **changes)
    assert pending_restore.restore(chosen.state, check_continuable) is None
    async with running(chosen, folder, ask=True) as rig:
        assert rig.box.pages is not None
        server = rig.box.pages.server
        assert isinstance(server, WebServer)
        await listening(rig)
        async with ClientSession(cookie_jar=CookieJar(unsafe=True)) as session:
            phone = Browser(session, f"http://127.0.0.1:{server.port}")
            code = server.gateway.seats.host_code
            assert (await phone.post("/api/host", {"code": code}))[0] == 204
            yield Evening(rig, phone)


async def listening(rig: Rig) -> None:
    """Wait until the box invites phones."""
    invited = asyncio.Event()

    def follow(stage: Stage, _entries: object) -> None:
        if stage.console.join is not None:
            invited.set()

    follow(rig.box.session.stage, ())
    rig.box.session.followers = (*rig.box.session.followers, follow)
    async with asyncio.timeout(PATIENCE):
        await invited.wait()


async def set_up(rig: Rig) -> None:
    """Begin the game that the cursor stands on, and lay it out."""
    while isinstance(rig.box.session.stage, Lobby) or rig.table.laying:
        await rig.tap("a")


def kept(folder: Path) -> list[tuple[Play, tuple[Entry, ...]]]:
    """Return all games in the journal of a box, each with its log."""
    with JournalReader.look(folder / "state" / FILE) as journal:
        return [(play, journal.entries(play.id)) for play in journal.plays()]


def run(journey: Callable[[Path, Path], Coroutine[Any, Any, None]], folder: Path) -> None:
    """Go on a journey with the folders of two boxes."""
    here, there = folder / "here", folder / "there"
    here.mkdir()
    there.mkdir()
    asyncio.run(journey(here, there))


@pytest.mark.slow
def test_a_game_that_has_ended_is_shown_and_gone_on_from_on_another_box(tmp_path: Path) -> None:
    async def journey(here: Path, there: Path) -> None:
        async with switched_on(here) as one:
            await set_up(one.rig)
            await one.rig.robot.play()
            ranking, entries = await seen(one.rig), one.rig.table.entries
            backup = await one.taken_along()
        before = kept(here)
        async with switched_on(there) as other:
            assert await other.bring(backup) == (202, "")
        async with switched_on(there) as other:
            assert await seen(other.rig) == ranking
            assert other.rig.table.entries == entries
            assert kept(there) == before
            await other.rig.tap("b", "b")
            await other.rig.hold("press")
            assert not other.rig.table.is_over
            await set_up(other.rig)
            await other.rig.robot.step()
        assert [len(log) for _, log in kept(there)[:1]] == [len(entries)]

    run(journey, tmp_path)


@pytest.mark.slow
def test_a_backup_is_there_after_the_end_in_the_lobby_and_after_a_restart(tmp_path: Path) -> None:
    async def journey(here: Path, there: Path) -> None:
        async with switched_on(here) as one:
            await set_up(one.rig)
            assert "after the game" in await one.refused()
            await one.rig.restart_timeout()
            await one.taken_along()
            await one.rig.ask_for_the_next_game()
            await one.taken_along()
            await set_up(one.rig)
            assert "after the game" in await one.refused()
            await choose(one.rig, "leave", "stop")
            await one.taken_along()
            await one.rig.hold("a")
        async with switched_on(here) as one:
            backup = await one.taken_along()
        before = kept(here)
        assert len(before) == 2
        async with switched_on(there) as other:
            assert await other.bring(backup) == (202, "")
        async with switched_on(there) as other:
            assert isinstance(other.rig.box.session.stage, Lobby)
            assert kept(there) == before

    run(journey, tmp_path)


@pytest.mark.slow
def test_a_game_that_was_left_goes_on_on_another_box(tmp_path: Path) -> None:
    async def journey(here: Path, there: Path) -> None:
        async with switched_on(here) as one:
            await set_up(one.rig)
            for _ in range(4):
                await one.rig.robot.step()
            left = one.rig.table
            await choose(one.rig, "leave", "left")
            backup = await one.taken_along()
        async with switched_on(there) as other:
            assert await other.bring(backup) == (202, "")
        async with switched_on(there) as other:
            await take_up(other.rig)
            assert other.rig.table.entries == left.entries
            assert other.rig.table.state == left.state
            await other.rig.robot.play()
            assert other.rig.table.is_over

    run(journey, tmp_path)


@pytest.mark.slow
def test_a_game_without_secrets_is_taken_along_while_it_goes_on(tmp_path: Path) -> None:
    async def journey(here: Path, there: Path) -> None:
        async with switched_on(here, **JEWELS) as one:
            await set_up(one.rig)
            for _ in range(4):
                await one.rig.robot.step()
            entries = one.rig.table.entries
            backup = await one.taken_along()
            await one.rig.robot.step()
        async with switched_on(there) as other:
            assert await other.bring(backup) == (202, "")
        async with switched_on(there) as other:
            assert other.rig.table.entries == entries
            await other.rig.robot.step()
            assert len(other.rig.table.entries) > len(entries)

    run(journey, tmp_path)


@pytest.mark.slow
def test_a_game_that_goes_on_is_not_replaced_until_it_is_left(tmp_path: Path) -> None:
    """What was here is set aside, the game that was left with it."""

    async def journey(here: Path, there: Path) -> None:
        async with switched_on(here) as one:
            backup = await one.taken_along()
        async with switched_on(there) as other:
            await set_up(other.rig)
            await other.rig.robot.step()
            entries = other.rig.table.entries
            assert await other.bring(backup) == (409, "play-on")
            assert other.rig.box.replacement is None
            await choose(other.rig, "leave", "left")
            assert await other.bring(backup) == (202, "")
        async with switched_on(there) as other:
            assert isinstance(other.rig.box.session.stage, Lobby)
            assert kept(there) == []
        with JournalReader.look(there / "state" / f"{FILE}.before-restore-1") as journal:
            assert journal.entries(1) == entries

    run(journey, tmp_path)
