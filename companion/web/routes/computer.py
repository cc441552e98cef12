"""Routes of the computer's page for a host: power, log, time zone, update.

Privileged actions are carried out through `ComputerControl`, which the pages get only where the box
is a service of its computer. Time zone, log and update are for a card, which has no other
maintenance.
"""

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from time import localtime, strftime
from typing import Any, Final

import msgspec
from aiohttp import web

from companion.engine.message import say
from companion.i18n.catalogue import Phrases
from companion.schema.bounds import Prose
from companion.schema.mistakes import Invalid
from companion.schema.reading import parse_json_object, read
from companion.session.computer_control import (
    CardMaintenance,
    CardMaintenanceError,
    ComputerControl,
)
from companion.session.inputs import Heartbeat
from companion.table.stage import Stage
from companion.table.state import Table
from companion.web.access.seats import DeniedError, Rights
from companion.web.gateway import TableGateway
from companion.web.pages import computer_page
from companion.web.pages.archive_page import PageContext
from companion.web.pages.assets import Assets
from companion.web.pages.computer_page import CardStatus, UpdateStatus
from companion.web.pages.server_pages import html, page_context

READ: Final = 4.0
"""Seconds for which the panel says what to do before the computer is switched off."""


class ComputerRoutes(msgspec.Struct, frozen=True):
    """The page and its requests; ``rights`` returns what a request's browser may do."""

    gateway: TableGateway
    rights: Callable[[web.Request], Rights]
    assets: Assets
    computer: ComputerControl
    version: str

    def add_to(self, app: web.Application) -> None:
        """Add the addresses to a server."""
        router = app.router
        router.add_get("/computer", self._page)
        router.add_get("/computer/log.txt", self._log)
        router.add_get("/computer/state.json", self._state)
        router.add_get("/computer/{what:off|restart}", self._ask)
        router.add_post("/computer/{what:off|restart}", self._switch)
        router.add_post("/computer/zone", self._zone)
        router.add_post("/computer/update", self._update)
        router.add_post("/computer/now", self._now)

    async def _page(self, request: web.Request) -> web.Response:
        frame, care = await self._frame(request), self.computer.care
        shown = None if care is None else self._shown(care)
        return html(computer_page.computer_page(frame, self.version, shown))

    async def _ask(self, request: web.Request) -> web.Response:
        frame, what = await self._frame(request), request.match_info["what"]
        unsaved = self.gateway.session.writer.unsaved
        messages = Phrases(frame.language, tuple).tell(unsaved) if unsaved else ""
        return html(computer_page.confirm_page(frame, what, messages))

    async def _switch(self, request: web.Request) -> web.Response:
        """Announce the shutdown on the panel, then carry it out; no unsaved data is lost."""
        frame, what = await self._frame(request), request.match_info["what"]
        session = self.gateway.session
        await session.settled()
        if session.writer.unsaved:
            why = Phrases(frame.language, tuple).tell(session.writer.unsaved)
            raise DeniedError("unsaved", 409, why=why)
        self._announce(_COMING[what])
        await self._read()
        act = self.computer.off if what == "off" else self.computer.restart
        trouble = await act()
        if trouble:
            self._announce(say("cannot switch off: {what}", what=trouble))
            raise DeniedError("stays-on", 503, why=trouble)
        return web.Response(status=204)

    def _announce(self, sentence: str) -> None:
        session = self.gateway.session
        session.sink(Heartbeat(partial(session.announce, sentence)))

    async def _read(self) -> None:
        """Wait until the players have read the panel."""
        done = asyncio.Event()
        timer = self.gateway.clock.call_at(self.gateway.clock.now() + READ, done.set)
        try:
            await done.wait()
        finally:
            timer.cancel()

    async def _log(self, request: web.Request) -> web.Response:
        await self._frame(request)
        content = await _cared(self._care().log())
        name = strftime("companion-log-%Y-%m-%d.txt", localtime())
        headers = {"Content-Disposition": f'attachment; filename="{name}"'}
        return web.Response(text=content, content_type="text/plain", headers=headers)

    async def _zone(self, request: web.Request) -> web.Response:
        await self._frame(request)
        care, name = self._care(), await _field(request, "zone")
        if name not in care.zones():
            raise DeniedError("no-zone", 400)
        await _cared(care.choose_zone(name))
        return web.Response(status=204)

    async def _update(self, request: web.Request) -> web.Response:
        await self._frame(request)
        care, address = self._care(), await _field(request, "address")
        if not care.is_address(address):
            raise DeniedError("no-address", 400)
        progress = care.download_progress()
        if progress is not None and progress.step == computer_page.INSTALLING:
            raise DeniedError("installing", 409)
        await _cared(care.fetch(address))
        return web.Response(status=204)

    async def _now(self, request: web.Request) -> web.Response:
        await self._frame(request)
        if _is_played(self.gateway.session.stage):
            raise DeniedError("play-on-update", 409)
        await _cared(self._care().install_now())
        return web.Response(status=204)

    async def _state(self, request: web.Request) -> web.Response:
        frame = await self._frame(request)
        coming = self._coming(self._care())
        lines, waits = computer_page.lines(frame, coming), computer_page.may_begin(coming)
        return web.json_response({"lines": lines, "waits": waits})

    def _shown(self, care: CardMaintenance) -> CardStatus:
        time = strftime("%H:%M", localtime())
        return CardStatus(care.zone, tuple(care.zones()), time, care.hub, self._coming(care))

    def _coming(self, care: CardMaintenance) -> UpdateStatus:
        """Return the part of the page that is polled; it reads no time zones."""
        played = _is_played(self.gateway.session.stage)
        return UpdateStatus(care.download_progress(), tuple(care.update_notices()), played)

    def _care(self) -> CardMaintenance:
        if self.computer.care is None:
            raise DeniedError("not-found", 404)
        return self.computer.care

    async def _frame(self, request: web.Request) -> PageContext:
        """Return the context of a page. Raises ``DeniedError`` unless a host views it."""
        rights = self.rights(request)
        if not rights.host:
            raise DeniedError("not-allowed", 403)
        return await page_context(request, self.assets, computer_page.FILES, host=rights.host)


_COMING: Final = {
    "off": say("the computer is switching off: once its green light stays dark, pull the plug"),
    "restart": say("the computer restarts: leave the plug in"),
}


def _is_played(stage: Stage) -> bool:
    """Return whether a game is in progress: not before its start, and not after its end."""
    return isinstance(stage, Table) and not stage.is_over


async def _cared(done: Awaitable[Any]) -> Any:  # noqa: ANN401 - whatever it returns
    try:
        return await done
    except CardMaintenanceError as error:
        raise DeniedError("not-done", 503, why=str(error)) from None


async def _field(request: web.Request, name: str) -> str:
    """Return a field of a submitted form. Raises ``DeniedError``."""
    try:
        value = parse_json_object(await request.read())[name]
        return read(Prose, value).strip()
    except (Invalid, KeyError):
        raise DeniedError("malformed", 400) from None
