"""The web server: pages, joining, and the WebSocket that carries everything else.

No client is trusted: only its own pages may connect, under its own names, with messages of limited
size and rate.
"""

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from ssl import SSLContext
from typing import Any, Final

from aiohttp import web
from msgspec.structs import replace

from companion import __version__
from companion.i18n.languages import DEFAULT, LANGUAGES
from companion.protocol.http.page_words import page_words
from companion.protocol.http.requests import BODY_HANDLING, WireLog
from companion.protocol.page import LONGEST
from companion.schema.mistakes import Invalid
from companion.schema.reading import parse_json_object
from companion.session.computer_control import ComputerControl
from companion.storage.own_shelf import SheetStore
from companion.table.state import JoinInfo
from companion.web.access import cookie
from companion.web.access.address import Origin, is_here_alone, reachable
from companion.web.access.mdns import is_answered, local_name
from companion.web.access.seats import Attempt, DeniedError, Rights
from companion.web.gateway import TableGateway
from companion.web.http.certificate import Certificate
from companion.web.http.connections import PATIENCE, Connections, connection_of
from companion.web.http.middleware import Handler, RequestGuard
from companion.web.http.websocket import PageSocket
from companion.web.pages.assets import Assets
from companion.web.pages.shell import Shell, shell
from companion.web.routes import backup
from companion.web.routes.archive import ArchiveRoutes
from companion.web.views.viewer import Viewer

PAGES: Final = ("table", "seat", "host", "replay", "play", "told")
SHEET_PAGES: Final = (
    ("GET", "/sheets", "list"),
    ("GET", "/sheets/club", "club"),
    ("POST", "/sheets/take", "take"),
    ("POST", "/sheets/send", "send"),
    ("GET", "/sheets/{name}.yaml", "download"),
    ("GET", "/sheets/{name}", "show"),
    ("POST", "/sheets/write", "write"),
    ("POST", "/sheets/check", "check"),
    ("POST", "/sheets/add", "add"),
    ("POST", "/sheets/remove", "remove"),
)
"""The addresses of the pages about sheets, and what each of them is for."""
SERVER_PAGES: Final = ("archive", "computer", "sheets")
"""The scripts of pages that the server writes."""
_SEATED: Final = frozenset({"seat", "told"})
"""The pages that show a seat what is its own."""
EXPIRED: Final = 4403
"""Closes a connection whose page needs rights that its browser does not have (any more)."""
HEARTBEAT: Final = 5.0
"""Seconds of silence before a ping; a connection that does not answer within half is closed."""
_HARD_LIMIT: Final = 16 * LONGEST
"""Bytes of a message that close the connection; shorter ones that are too long get an answer."""
_LOG: Final = logging.getLogger(__name__)


@dataclass(slots=True)
class WebServer:
    """Serves a `TableGateway` at an address. ``name`` is a host name of the box for phones.

    With a ``certificate`` it only speaks TLS.
    """

    gateway: TableGateway
    port: int
    bind: str
    name: str = ""
    certificate: Callable[[], Certificate] | None = None
    """Returns the certificate, which may take a second the first time; may raise ``OSError``."""
    patience: float = PATIENCE
    """Seconds for a request."""
    _fingerprint: str = ""
    assets: Assets = field(
        default_factory=lambda: Assets((*PAGES, *SERVER_PAGES), tuple(LANGUAGES))
    )
    _shells: dict[str, Shell] = field(default_factory=dict)
    _runner: web.AppRunner | None = None
    _door: asyncio.Server | None = None
    restore: Callable[[Path], None] | None = None
    """Has everything replaced by a backup; ``None`` where nobody may do that from a page."""
    computer: ComputerControl | None = None
    """Control of the computer by a host; ``None`` where it is none of the box's business."""
    sheets: SheetStore | None = None
    """Where the box's own sheets are; ``None`` where nobody may add any."""
    guests: Connections | None = None
    """Who is connected."""
    _sockets: set[web.WebSocketResponse] = field(default_factory=set)

    @property
    def address(self) -> str:
        """The URL of the pages."""
        return self._origin.page()

    @property
    def play_address(self) -> str:
        """The URL of the virtual box, with the key that opens it."""
        return self._origin.page(f"/play?key={self.gateway.seats.key}")

    @property
    def phones(self) -> JoinInfo | None:
        """The invitation for phones, ``None`` if the pages are for this machine alone."""
        return None if is_here_alone(self._origin.host) else self._invitation()

    async def named(self) -> str:
        """Return the pages' URL by the machine's name in its network; empty if it has none."""
        name = local_name()
        if self.phones is None or self.name or not await is_answered(name):
            return ""
        return replace(self._origin, host=name).page()

    @property
    def _origin(self) -> Origin:
        scheme = "http" if self.certificate is None else "https"
        return Origin(reachable(self.bind, self.name), self.port, scheme)

    async def start(self) -> None:
        """Listen. Raises ``OSError`` with the address if that fails; it may be retried."""
        own = None
        if self.certificate is not None:
            own = await asyncio.to_thread(self.certificate)
            self._fingerprint = own.shown
            _LOG.info("SHA-256 fingerprint of the certificate: %s", own.fingerprint)
        app = web.Application(client_max_size=LONGEST)
        for name in PAGES:
            path = "/" if name == "table" else f"/{name}"
            app.router.add_get(path, self._play if name == "play" else self._page(name))
        app.router.add_get("/table", self._page("table"))
        app.router.add_get("/{letter:[jJ]}/{code}", self._page("seat"))
        app.router.add_get("/words/{language}.json", self._words)
        app.router.add_get("/rules/{language}/{rule}.json", self._rule)
        app.router.add_get("/ws", self._connect)
        app.router.add_post("/api/join", self._join)
        app.router.add_post("/api/host", self._host)
        app.router.add_post("/api/leave", self._leave)
        app.router.add_get("/manifest.webmanifest", self.assets.manifest)
        app.router.add_get("/worker.js", self.assets.worker)
        app.router.add_get("/static/{file:.*}", self.assets.serve)
        ArchiveRoutes(self.gateway, self._rights, self.assets, self.restore).add_to(app)
        if self.sheets is not None:
            self._add_sheets(app, self.sheets)
        if self.computer is not None:
            self._add_computer(app, self.computer)
        log = WireLog(_LOG, {})
        runner = web.AppRunner(
            app, access_log=None, logger=log, shutdown_timeout=1.0, **BODY_HANDLING
        )
        await runner.setup()
        try:
            self._door = await self._open(runner, None if own is None else own.context)
        except OSError as error:
            await runner.cleanup()
            error.filename = f"{self.bind}:{self.port}"
            raise
        self._runner = runner
        self.port = self._door.sockets[0].getsockname()[1]
        self.gateway.invite(self._invitation)

    def _add_computer(self, app: web.Application, computer: ComputerControl) -> None:
        """Add the computer's page; its module is not loaded otherwise, as few boxes have it."""
        from companion.web.routes.computer import ComputerRoutes

        pages = ComputerRoutes(self.gateway, self._rights, self.assets, computer, __version__)
        pages.add_to(app)

    def _add_sheets(self, app: web.Application, store: SheetStore) -> None:
        """Add the pages of sheets, whose modules are loaded when one is opened."""
        for method, path, name in SHEET_PAGES:
            app.router.add_route(method, path, partial(self._of_sheets, store, name))

    async def _of_sheets(
        self, store: SheetStore, name: str, request: web.Request
    ) -> web.StreamResponse:
        from companion.web.routes.sheets import SheetRoutes

        pages = SheetRoutes(self.gateway, self._rights, self.assets, store)
        return await pages.answer(name, request)

    def _invitation(self) -> JoinInfo:
        """Return the current invitation for phones."""
        seats = self.gateway.seats
        link = self._origin.join_link(seats.code)
        return JoinInfo(link, seats.code, seats.host_code, self._fingerprint)

    async def _open(self, runner: web.AppRunner, context: SSLContext | None) -> asyncio.Server:
        """Listen, with the connection limit in place."""
        assert runner.server is not None  # noqa: S101 - it has been set up
        RequestGuard(lambda: self.name, self._longest, self._spend).install(runner.server)
        self.guests = Connections(runner.server, patience=self.patience)
        loop = asyncio.get_running_loop()
        return await loop.create_server(self.guests, self.bind, self.port, ssl=context)

    async def close(self) -> None:
        """Close all connections and stop listening."""
        if self._door is not None:
            for listener in self._door.sockets:
                asyncio.get_running_loop().remove_reader(listener.fileno())
            # Who has been accepted comes in now: a closed door would leave the socket over.
            await asyncio.sleep(0)
            self._door.close()
        for connection in tuple(self._sockets):
            await connection.close(code=1001)
        if self._runner is not None:
            await self._runner.cleanup()
        if self.guests is not None:
            self.guests.close()

    def _page(self, name: str) -> Handler:
        async def show(request: web.Request) -> web.StreamResponse:
            return (await self._shell(name)).answer(request)

        return show

    async def _shell(self, name: str) -> Shell:
        """Return a page, rendered on its first request."""
        if name not in self._shells:
            self._shells[name] = await shell(name, DEFAULT, self.assets)
        return self._shells[name]

    async def _words(self, request: web.Request) -> web.Response:
        language = request.match_info["language"]
        if language not in LANGUAGES:
            raise DeniedError("not-found", 404)
        return web.json_response(dict(page_words(language).all))

    async def _rule(self, request: web.Request) -> web.Response:
        """Return a rule of the game on the table in words."""
        language, rule = request.match_info["language"], request.match_info["rule"]
        if language not in LANGUAGES:
            raise DeniedError("not-found", 404)
        sentence = self.gateway.voice(language, self.gateway.session.stage).rule(rule)
        if not sentence:
            raise DeniedError("no-rule", 404)
        return web.json_response({"rule": rule, "words": sentence})

    async def _play(self, request: web.Request) -> web.StreamResponse:
        """Show the virtual box; the key that opens it is exchanged for a cookie."""
        if self.gateway.hardware is None:
            raise DeniedError("not-found", 404)
        key = request.query.get("key")
        if key is not None:
            given = self.gateway.seats.open(self._attempt(request, key))
            answer = web.Response(status=303, headers={"Location": "/play"})
            cookie.give(request, answer, given)
            return answer
        return (await self._shell("play")).answer(request)

    async def _join(self, request: web.Request) -> web.Response:
        body = await _body(request)
        seat, name, code = body.get("seat"), body.get("name"), body.get("code")
        if isinstance(name, str) and seat is None and isinstance(code, str):
            return self._granted(request, self.gateway.arrive(self._attempt(request, code), name))
        if not isinstance(seat, int) or isinstance(seat, bool) or not isinstance(code, str):
            raise DeniedError("malformed", 400)
        claim = self.gateway.ask_for_seat if body.get("ask") is True else self.gateway.join
        return self._granted(request, claim(self._attempt(request, code), seat))

    async def _host(self, request: web.Request) -> web.Response:
        code = (await _body(request)).get("code")
        if not isinstance(code, str):
            raise DeniedError("malformed", 400)
        return self._granted(request, self.gateway.seats.host(self._attempt(request, code)))

    async def _leave(self, request: web.Request) -> web.Response:
        self.gateway.leave(cookie.who(request))
        answer = web.Response(status=204)
        cookie.forget(answer)
        return answer

    def _granted(self, request: web.Request, given: str) -> web.Response:
        answer = web.Response(status=204)
        cookie.give(request, answer, given)
        return answer

    def _attempt(self, request: web.Request, code: str) -> Attempt:
        return Attempt(request.remote or "", code, cookie.of(request), self.gateway.hub.seq)

    def _longest(self, request: web.Request) -> int:
        """Return the maximum size of a request's body in bytes.

        Raises ``DeniedError`` for a backup that is not sent by a host.
        """
        if request.path != backup.RESTORE:
            return LONGEST
        if not self._rights(request).host:
            raise DeniedError("not-allowed", 403)
        return backup.LARGEST

    def _spend(self, request: web.Request) -> bool:
        return self.gateway.may_ask(cookie.who(request))

    def _rights(self, request: web.Request) -> Rights:
        return self.gateway.seats.rights(cookie.who(request))

    async def _connect(self, request: web.Request) -> web.StreamResponse:
        """Serve a WebSocket until it is closed."""
        view, language = request.query.get("view", "table"), request.query.get("lang", DEFAULT)
        if view not in PAGES or language not in LANGUAGES:
            raise DeniedError("malformed", 400)
        if not request.headers.get("Sec-WebSocket-Key", "").isascii():  # aiohttp answers it by 500
            raise DeniedError("malformed", 400)
        rights = self._rights(request)
        # Compressing costs more time than it saves in a house's own network, and 300 kB a page.
        connection = web.WebSocketResponse(
            max_msg_size=_HARD_LIMIT, heartbeat=HEARTBEAT, compress=False
        )
        await connection.prepare(request)
        if view in _SEATED:
            self.gateway.come_back(cookie.who(request))
        if view == "play" and not rights.play:
            # A script is told nothing of a refused handshake, but it is told this number.
            await connection.close(code=EXPIRED)
            return connection
        visitor = connection_of(request.transport)
        if visitor is not None:
            visitor.settle()
        self._sockets.add(connection)
        try:
            wire = PageSocket(self.gateway, connection, request)
            await wire.serve(partial(self._viewer, view), language, _since(request, rights))
        finally:
            self._sockets.discard(connection)
        return connection

    def _viewer(self, view: str, who: str) -> Viewer:
        rights = self.gateway.seats.rights(who)
        return Viewer(
            seat=self.gateway.seat_of(rights) if view in _SEATED else None,
            host=rights.host and view == "host",
            play=rights.play and view == "play",
            screen=view == "table"
            and (rights.host or rights.play or not self.gateway.code_policy.once),
        )


def _since(request: web.Request, rights: Rights) -> int | None:
    """Return the state that a client has, ``None`` if its rights have changed since then."""
    number = request.query.get("since", "")
    if not number.isascii() or not number.isdecimal():
        return None
    since = int(number[:20])
    return since if since >= rights.since else None


async def _body(request: web.Request) -> dict[str, Any]:
    if request.content_type != "application/json":
        raise DeniedError("malformed", 400)
    try:
        return parse_json_object(await request.read())
    except Invalid:
        raise DeniedError("malformed", 400) from None
