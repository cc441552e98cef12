"""The web server: pages, joining, and the WebSocket that carries everything else.

It trusts nobody: only its own pages may talk to it, under its own names, in messages of limited
size and number.
"""

import asyncio
import json
import logging
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from ssl import SSLContext
from typing import Any, Final

from aiohttp import WSMsgType, web

from companion import __version__
from companion.engine.writable import is_writable
from companion.i18n.catalogue import LANGUAGES
from companion.session.care import Computer
from companion.storage.logins import login_of
from companion.table.state import Join
from companion.web.address import Origin, is_here_alone, reachable
from companion.web.allowance import Allowance
from companion.web.archive import Archive
from companion.web.assets import Assets
from companion.web.certificate import Certificate
from companion.web.guard import Guard, Handler, WireLog
from companion.web.hardware import Window
from companion.web.hub import Client
from companion.web.mdns import is_answered, local_name
from companion.web.protocol import LONGEST, RefusedMessageError
from companion.web.room import Room
from companion.web.seats import Attempt, DeniedError, Rights
from companion.web.shell import Shell, shell
from companion.web.viewer import Viewer
from companion.web.visitors import PATIENCE, Visitors, visitor_on
from companion.web.words import words

COOKIE: Final = "companion"
PAGES: Final = ("table", "seat", "host", "replay", "play", "told")
WRITTEN: Final = ("archive", "computer")
"""The scripts of pages that the server writes."""
_SEATED: Final = frozenset({"seat", "told"})
"""The pages that show a seat what is its own."""
REMEMBERED: Final = 365 * 86_400
"""Seconds for which a browser keeps its cookie; the box may forget it sooner."""
EXPIRED: Final = 4403
"""Closes a connection whose page needs rights that its browser does not have (any more)."""
HEARTBEAT: Final = 5.0
"""Seconds of silence before a ping; a connection that does not answer within half is closed."""
_HARD_LIMIT: Final = 16 * LONGEST
"""Bytes of a message that close the connection; shorter ones that are too long get an answer."""
_LONGEST_NAME: Final = 40
"""Characters of what a page calls itself."""
_LOG: Final = logging.getLogger(__name__)


@dataclass(slots=True)
class WebServer:
    """Serves a web room at an address. ``name`` is a name under which phones find the box.

    With a ``certificate`` it speaks TLS and nothing else.
    """

    room: Room
    port: int
    bind: str
    name: str = ""
    certificate: Callable[[], Certificate] | None = None
    """Returns the certificate, which may take a second the first time; may raise ``OSError``."""
    patience: float = PATIENCE
    """Seconds for a request."""
    _fingerprint: str = ""
    assets: Assets = field(default_factory=lambda: Assets((*PAGES, *WRITTEN), tuple(LANGUAGES)))
    _shells: dict[str, Shell] = field(default_factory=dict)
    _runner: web.AppRunner | None = None
    _door: asyncio.Server | None = None
    restore: Callable[[Path], None] | None = None
    """Has everything replaced by a backup; ``None`` where nobody may do that from a page."""
    computer: Computer | None = None
    """What a host may do with the computer; ``None`` where that is none of the box's business."""
    guests: Visitors | None = None
    """Who is connected."""
    _sockets: set[web.WebSocketResponse] = field(default_factory=set)

    @property
    def address(self) -> str:
        """The URL of the pages."""
        return self._origin.page()

    @property
    def play_address(self) -> str:
        """The URL of the virtual box, with the key that opens it."""
        return self._origin.page(f"/play?key={self.room.seats.key}")

    @property
    def phones(self) -> Join | None:
        """How phones join, ``None`` if the pages are for this machine alone."""
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
        """Listen. Raises ``OSError`` with the address if that fails; it may be tried again."""
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
        may = self.room.seats.rights
        Archive(self.room, lambda asked: may(_who(asked)), self.assets, self.restore).add_to(app)
        if self.computer is not None:
            self.room.keeps = True
            self._add_computer(app, self.computer)
        runner = web.AppRunner(app, access_log=None, logger=WireLog(_LOG, {}), shutdown_timeout=1.0)
        await runner.setup()
        try:
            self._door = await self._open(runner, None if own is None else own.context)
        except OSError as error:
            await runner.cleanup()
            error.filename = f"{self.bind}:{self.port}"
            raise
        self._runner = runner
        self.port = self._door.sockets[0].getsockname()[1]
        self.room.invite(self._invitation)

    def _add_computer(self, app: web.Application, computer: Computer) -> None:
        """Add the page of the computer, which few boxes are for: not in memory before."""
        from companion.web.computer import ComputerPages

        rights = self.room.seats.rights
        ComputerPages(
            self.room, lambda asked: rights(_who(asked)), self.assets, computer, __version__
        ).add_to(app)

    def _invitation(self) -> Join:
        """Return how phones join now."""
        seats = self.room.seats
        link = self._origin.join_link(seats.code)
        return Join(link, seats.code, seats.host_code, self._fingerprint)

    async def _open(self, runner: web.AppRunner, context: SSLContext | None) -> asyncio.Server:
        """Listen, with somebody at the door."""
        assert runner.server is not None  # noqa: S101 - it has been set up
        Guard(lambda: self.name).stand_before(runner.server)
        self.guests = Visitors(runner.server, patience=self.patience)
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
        """Return a page, which is made when it is asked for first."""
        if name not in self._shells:
            self._shells[name] = await shell(name, LANGUAGES[0], self.assets)
        return self._shells[name]

    async def _words(self, request: web.Request) -> web.Response:
        language = request.match_info["language"]
        if language not in LANGUAGES:
            raise DeniedError("not-found", 404)
        return web.json_response(dict(words(language).all))

    async def _rule(self, request: web.Request) -> web.Response:
        """Return a rule of the game on the table in words."""
        language, rule = request.match_info["language"], request.match_info["rule"]
        if language not in LANGUAGES:
            raise DeniedError("not-found", 404)
        sentence = self.room.voice(language, self.room.session.stage).rule(rule)
        if not sentence:
            raise DeniedError("no-rule", 404)
        return web.json_response({"rule": rule, "words": sentence})

    async def _play(self, request: web.Request) -> web.StreamResponse:
        """Show the virtual box; the key that opens it is exchanged for a cookie."""
        if self.room.hardware is None:
            raise DeniedError("not-found", 404)
        key = request.query.get("key")
        if key is not None:
            cookie = self.room.seats.open(self._attempt(request, key))
            answer = web.Response(status=303, headers={"Location": "/play"})
            _give(request, answer, cookie)
            return answer
        return (await self._shell("play")).answer(request)

    async def _join(self, request: web.Request) -> web.Response:
        body = await _body(request)
        seat, name, code = body.get("seat"), body.get("name"), body.get("code")
        if isinstance(name, str) and seat is None and isinstance(code, str):
            return self._granted(request, self.room.arrive(self._attempt(request, code), name))
        if not isinstance(seat, int) or isinstance(seat, bool) or not isinstance(code, str):
            raise DeniedError("malformed", 400)
        return self._granted(request, self.room.join(self._attempt(request, code), seat))

    async def _host(self, request: web.Request) -> web.Response:
        code = (await _body(request)).get("code")
        if not isinstance(code, str):
            raise DeniedError("malformed", 400)
        return self._granted(request, self.room.seats.host(self._attempt(request, code)))

    async def _leave(self, request: web.Request) -> web.Response:
        self.room.leave(_who(request))
        answer = web.Response(status=204)
        answer.del_cookie(COOKIE)
        return answer

    def _granted(self, request: web.Request, cookie: str) -> web.Response:
        answer = web.Response(status=204)
        _give(request, answer, cookie)
        return answer

    def _attempt(self, request: web.Request, code: str) -> Attempt:
        return Attempt(request.remote or "", code, _cookie(request), self.room.hub.seq)

    async def _connect(self, request: web.Request) -> web.StreamResponse:
        """Serve a WebSocket until it is closed."""
        view, language = request.query.get("view", "table"), request.query.get("lang", "en")
        if view not in PAGES or language not in LANGUAGES:
            raise DeniedError("malformed", 400)
        if not request.headers.get("Sec-WebSocket-Key", "").isascii():  # aiohttp answers it by 500
            raise DeniedError("malformed", 400)
        rights = self.room.seats.rights(_who(request))
        # Compressing costs more time than it saves in a house's own network, and 300 kB a page.
        connection = web.WebSocketResponse(
            max_msg_size=_HARD_LIMIT, heartbeat=HEARTBEAT, compress=False
        )
        await connection.prepare(request)
        if view in _SEATED:
            self.room.come_back(_who(request))
        if view == "play" and not rights.play:
            # A script is told nothing of a refused handshake, but it is told this number.
            await connection.close(code=EXPIRED)
            return connection
        visitor = visitor_on(request.transport)
        if visitor is not None:
            visitor.settle()
        self._sockets.add(connection)
        try:
            wire = Wire(self.room, connection, request)
            await wire.serve(partial(self._viewer, view), language, _since(request, rights))
        finally:
            self._sockets.discard(connection)
        return connection

    def _viewer(self, view: str, who: str) -> Viewer:
        rights = self.room.seats.rights(who)
        return Viewer(
            seat=self.room.seat_of(rights) if view in _SEATED else None,
            host=rights.host and view == "host",
            play=rights.play and view == "play",
            screen=view == "table" and (rights.host or rights.play or not self.room.caution.once),
        )


@dataclass(slots=True)
class Wire:
    """One WebSocket: passes messages to the desk and sends out what is new."""

    room: Room
    connection: web.WebSocketResponse
    request: web.Request
    _news: asyncio.Event = field(default_factory=asyncio.Event)
    _tasks: set[asyncio.Task[None]] = field(default_factory=set)

    async def serve(self, may: Callable[[str], Viewer], language: str, since: int | None) -> None:
        """Serve until the connection ends; ``may`` says what a browser may see."""
        window, who = None, _who(self.request)
        viewer = may(who)
        client = Client(viewer, language, self._news.set, self._drop, who)
        client.who = partial(may, who)
        client.steps = self.request.query.get("steps") == "1"
        # Together with the cookie, so that nobody asks for the fate of another's messages.
        client.page = _page_of(self.request) and f"{who} {_page_of(self.request)}"
        if viewer.play and self.room.hardware is not None:
            window = Window(self.room.hardware, self._news.set)
            window.open()
            client.extra = window.news
        self.room.enter(client, since)
        pump = asyncio.create_task(self._send(client))
        try:
            await self._listen(client, window)
        finally:
            pump.cancel()
            for task in self._tasks:
                task.cancel()
            if window is not None:
                window.close()
            self.room.go(client)

    async def _listen(self, client: Client, window: Window | None) -> None:
        allowance = Allowance(self.room.clock, at=self.room.clock.now())
        async for message in self.connection:
            if not allowance.take():
                self.room.desk.refuse(client, RefusedMessageError("too-fast"))
            elif message.type is not WSMsgType.TEXT:
                self.room.desk.refuse(client, RefusedMessageError("not-text"))
            elif window is None:
                await self._hear(client, message.data, None)
            else:
                # The robot takes its time, and fingers may move meanwhile.
                task = asyncio.create_task(self._hear(client, message.data, window))
                self._tasks.add(task)
                task.add_done_callback(self._tasks.discard)

    async def _hear(self, client: Client, text: str, window: Window | None) -> None:
        await self.room.desk.hear(client, text, window)

    async def _send(self, client: Client) -> None:
        try:
            await self._send_news(client)
        except OSError:
            self._drop()
        except Exception:  # noqa: BLE001 - a dropped client comes back and gets everything
            _LOG.exception("a client could not be told what is new")
            self._drop()

    async def _send_news(self, client: Client) -> None:
        while True:
            await self._news.wait()
            self._news.clear()
            if client not in self.room.hub.clients:
                return
            for message in self.room.hub.messages(client):
                client.busy = True
                if isinstance(message, bytes):
                    await self.connection.send_bytes(message)
                else:
                    await self.connection.send_str(message)
                client.busy = False

    def _drop(self) -> None:
        """End the connection without waiting for a client that does not listen."""
        if self.request.transport is not None:
            self.request.transport.abort()


def _cookie(request: web.Request) -> str:
    return request.cookies.get(COOKIE, "")


def _who(request: web.Request) -> str:
    return login_of(_cookie(request))


def _page_of(request: web.Request) -> str:
    """Return what a page calls itself; empty if it does not, or by an unlikely name."""
    name = request.query.get("page", "")
    return name if len(name) <= _LONGEST_NAME else ""


def _since(request: web.Request, rights: Rights) -> int | None:
    """Return the state that a client has, ``None`` if its rights have changed since."""
    number = request.query.get("since", "")
    if not number.isascii() or not number.isdecimal():
        return None
    since = int(number[:20])
    return since if since >= rights.since else None


def _give(request: web.Request, answer: web.Response, cookie: str) -> None:
    secure = request.secure or request.headers.get("X-Forwarded-Proto") == "https"
    answer.set_cookie(
        COOKIE, cookie, max_age=REMEMBERED, httponly=True, samesite="Strict", secure=secure
    )


async def _body(request: web.Request) -> dict[str, Any]:
    if request.content_type != "application/json":
        raise DeniedError("malformed", 400)
    try:
        data = json.loads(await request.read())
        writable = is_writable(data)
    except (ValueError, RecursionError):
        raise DeniedError("malformed", 400) from None
    if not isinstance(data, dict) or not writable:
        raise DeniedError("malformed", 400)
    return data
