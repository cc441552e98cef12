"""Routes of the archive: view, download, and delete for a host."""

import asyncio
import json
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from hmac import compare_digest
from pathlib import Path
from types import MappingProxyType
from typing import Final, TypeVar

import msgspec
from aiohttp import web

from companion.records import archive, replay
from companion.records.archive import ArchivedGame, ArchiveSearch
from companion.records.draw_page import page_of
from companion.records.exports import (
    bgg,
    bgstats,
    csv,
    result_for,
)
from companion.records.jsonl import GameRecord, RecordError, write
from companion.records.player_statistics import player_statistics
from companion.storage.journal import Journal, JournalError
from companion.table.table import Table
from companion.web.access.seats import DeniedError, Rights
from companion.web.gateway import TableGateway
from companion.web.pages import archive_page
from companion.web.pages.archive_page import PageContext
from companion.web.pages.assets import Assets
from companion.web.pages.server_pages import html, page_context
from companion.web.routes import backup, shared_game

T = TypeVar("T")
_LATEST: Final = 10**9
"""The largest number of a game that is looked up."""
_TYPES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "html": "text/html",
        "bgsplay": "application/json",
        "xml": "application/xml",
        "csv": "text/csv",
        "txt": "text/plain",
        "jsonl": "application/jsonl",
        "draws.html": "text/html",
    }
)


class ArchiveRoutes(msgspec.Struct, frozen=True):
    """The archive of a running table. ``rights`` returns what a request's browser may do.

    In a public place only a host sees the players' names.
    """

    gateway: TableGateway
    rights: Callable[[web.Request], Rights]
    assets: Assets
    restore: Callable[[Path], None] | None = None
    """Replaces everything by a backup, which needs another start; ``None`` where nothing may be."""
    _putting: asyncio.Lock = msgspec.field(default_factory=asyncio.Lock)
    """Held while a backup is put where it waits: there is room for one."""

    def add_to(self, app: web.Application) -> None:
        """Add the addresses to a server."""
        router = app.router
        router.add_get("/games", self._list)
        router.add_get("/games/figures", self._figures)
        router.add_get(backup.PATH, self._backup)
        router.add_post(backup.RESTORE, self._restore)
        router.add_get("/games.{form}", self._set)
        router.add_get(r"/games/{number:\d+}", self._one)
        router.add_get(r"/games/{number:\d+}.{form}", self._form)
        router.add_get(r"/games/{number:\d+}/delete", self._ask)
        router.add_post(r"/games/{number:\d+}/delete", self._delete)
        router.add_get(r"/{letter:[lL]}/{number:\d+}", self._push)
        router.add_get(r"/{letter:[lL]}/{number:\d+}/{key:\w+}", self._push)

    async def _list(self, request: web.Request) -> web.Response:
        frame, query = await self._frame(request), archive_page.search_of(request.query)
        found = await self._found(query)
        size = await self._journal(lambda journal: journal.size())
        at = request.query.get("page", "")
        number = int(at) if at.isascii() and at.isdecimal() and len(at) < len(str(_LATEST)) else 0
        await self._journal(archive.store_missing_results)
        return html(archive_page.listing(frame, found, query, number, size))

    async def _figures(self, request: web.Request) -> web.Response:
        frame = await self._frame(request)
        found = await self._found(archive_page.search_of(request.query))
        return html(archive_page.statistics_page(frame, player_statistics(found)))

    async def _set(self, request: web.Request) -> web.Response:
        await self._frame(request)
        form = request.match_info["form"]
        if form not in archive_page.SETS:
            raise DeniedError("not-found", 404)
        found = await self._found(archive_page.search_of(request.query))
        whole = [played for played in found if played.result is not None and played.result.over]
        return _file("games", form, _several(form, whole))

    async def _backup(self, request: web.Request) -> web.Response:
        """Send a host a backup of all data of the box, including a game in progress."""
        await self._frame(request, host=True)
        backup.check_secrets(self.gateway.session.stage)
        answer = await backup.backup_response(await self._folder())
        backup.check_secrets(self.gateway.session.stage)  # a game may have begun meanwhile
        return answer

    async def _restore(self, request: web.Request) -> web.StreamResponse:
        """Receive a backup; once the answer is sent, the box restarts with it."""
        await self._frame(request, host=True)
        if self.restore is None:
            raise DeniedError("not-found", 404)
        backup.check_replaceable(self.gateway.session.stage)
        file = await backup.receive_backup(request, await self._folder())
        try:
            backup.check_replaceable(self.gateway.session.stage)  # one may have begun meanwhile
        except DeniedError:
            file.unlink()
            raise
        async with self._putting:
            waiting = await backup.schedule_restore(file)
        try:
            answer = web.Response(status=202)
            await answer.prepare(request)
            await answer.write_eof()
        finally:
            self.restore(waiting)
        return answer

    async def _folder(self) -> Path:
        """Return the folder of all persistent data."""
        return await self._journal(lambda journal: journal.path.parent)

    async def _one(self, request: web.Request) -> web.Response:
        frame = await self._frame(request)
        played = await self._played(request)
        return html(archive_page.game_page(frame, played, await self._table(played)))

    async def _form(self, request: web.Request) -> web.Response:
        frame = await self._frame(request)
        form, played = request.match_info["form"], await self._played(request)
        if form not in archive_page.FORMS:
            raise DeniedError("not-found", 404)
        if played.result is not None and not played.result.over and not frame.host:
            raise DeniedError("not-allowed", 403)
        if form in archive_page.SETS:
            content = _several(form, [played])
        else:
            content = await self._moves(played, form, frame.language)
        return _file(f"{played.game}-{played.id}", form, content)

    async def _moves(self, played: ArchivedGame, form: str, language: str) -> str:
        """Return a game in a format with its moves. Raises ``DeniedError`` if they are missing."""
        try:
            record = await self._journal(lambda journal: archive.record(journal, played.id))
            return await asyncio.to_thread(_OF_ONE[form], record, language)
        except (JournalError, RecordError):
            raise DeniedError("no-moves", 409) from None

    async def _push(self, request: web.Request) -> web.Response:
        """Redirect to the long address that creates a play in BG Stats.

        The key is shown on the panel with the game, so it needs no further rights.
        """
        key = request.match_info.get("key", "")
        if not key:
            await self._frame(request)
        played = await self._played(request)
        if key and not compare_digest(key.upper().encode(), archive.key_of(played).encode()):
            raise DeniedError("no-play", 404)
        try:
            address = bgstats.link(played)
        except RecordError:
            raise DeniedError("no-result", 409) from None
        return web.Response(status=303, headers={"Location": address})

    async def _ask(self, request: web.Request) -> web.Response:
        frame = await self._frame(request, host=True)
        return html(archive_page.delete_page(frame, await self._played(request, on_table=False)))

    async def _delete(self, request: web.Request) -> web.Response:
        await self._frame(request, host=True)
        played = await self._played(request, on_table=False)
        await self._journal(lambda journal: journal.delete(played.id))
        return web.Response(status=204)

    async def _frame(self, request: web.Request, *, host: bool = False) -> PageContext:
        """Return the context of a page. Raises ``DeniedError`` if it must be a ``host``'s."""
        rights = self.rights(request)
        if (host or self.gateway.code_policy.once) and not rights.host:
            raise DeniedError("not-allowed", 403)
        return await page_context(request, self.assets, archive_page.FILES, host=rights.host)

    async def _found(self, query: Mapping[str, str]) -> tuple[ArchivedGame, ...]:
        """Return the games that match: finished, suspended, or over and still on the table."""
        try:
            since, until = (
                date.fromisoformat(query[day]) if query[day] else None for day in ("since", "until")
            )
        except ValueError:
            raise DeniedError("bad-day", 400) from None
        search = ArchiveSearch(query["player"].strip(), query["game"], since, until)
        session = self.gateway.session
        goes_on = isinstance(session.stage, Table) and not session.stage.is_over
        last = 0 if goes_on else session.writer.play
        return await self._journal(
            lambda journal: archive.finished_games(journal, search, on_table=last)
        )

    async def _played(self, request: web.Request, *, on_table: bool = True) -> ArchivedGame:
        """Return the finished game at an address; it may still be ``on_table``."""
        number = int(request.match_info["number"][: len(str(_LATEST))])
        try:
            played = await self._journal(lambda journal: archive.read_game(journal, number))
        except JournalError:
            raise DeniedError("no-play", 404) from None
        is_over = on_table and played.result is not None and played.result.over
        if played.goes_on and not is_over:
            raise DeniedError("goes-on", 409)
        return played

    async def _table(self, played: ArchivedGame) -> Table | None:
        try:
            record = await self._journal(lambda journal: archive.record(journal, played.id))
            return await asyncio.to_thread(archive.table_of, record)
        except (JournalError, ValueError):
            return None

    async def _journal(self, work: Callable[[Journal], T]) -> T:
        """Call a function with the journal, in the thread that owns it."""
        done: list[T] = []
        failed: list[Exception] = []

        def apart() -> None:
            journal = self.gateway.session.writer.journal
            if journal is None:
                failed.append(DeniedError("not-saved", 503))
                return
            try:
                done.append(work(journal))
            except (JournalError, DeniedError) as error:
                failed.append(error)

        await self.gateway.session.writer.apart(apart)
        if failed:
            raise failed[0]
        return done[0]


def _several(form: str, games: Sequence[ArchivedGame]) -> str:
    """Return games in a format that holds several. Raises ``DeniedError``."""
    try:
        for played in games:
            result_for(played)
        if form == "csv":
            return csv.text(games)
        if form == "xml":
            return bgg.plays(games)
        return json.dumps(bgstats.file(games), ensure_ascii=False, indent=1)
    except RecordError:
        raise DeniedError("no-result", 409) from None


def _as_text(record: GameRecord, _language: str) -> str:
    return "\n".join(replay.as_text(record))


def _as_lines(record: GameRecord, _language: str) -> str:
    return "\n".join(write(record))


_OF_ONE: Final[Mapping[str, Callable[[GameRecord, str], str]]] = MappingProxyType(
    {
        "html": shared_game.shared_game,
        "txt": _as_text,
        "jsonl": _as_lines,
        "draws.html": page_of,
    }
)
"""The forms that have a game's moves."""


def _file(name: str, form: str, content: str) -> web.Response:
    """Return a file as a download."""
    headers = {"Content-Disposition": f'attachment; filename="{name}.{form}"'}
    return web.Response(text=content, content_type=_TYPES[form], headers=headers)
