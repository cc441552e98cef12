"""Web server of the hub."""

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from importlib.resources import files
from pathlib import Path
from typing import Final

from aiohttp import web
from aiohttp.typedefs import Handler, Middleware

from companion.devices.clock import LoopClock
from companion.i18n.languages import LANGUAGES
from companion.protocol.http.code_guesses import CodeGuesses
from companion.protocol.http.page_words import page_words
from companion.protocol.http.requests import BODY_HANDLING, WireLog
from companion.protocol.http.static_files import STATIC
from companion_hub.broker_accounts import EnrolmentConfig
from companion_hub.club.accounts import Accounts
from companion_hub.club.audit import Audit
from companion_hub.club.enrolments import Enrolments
from companion_hub.club.groups import Groups
from companion_hub.club.removals import Removals
from companion_hub.club.settings_sender import SettingsSender
from companion_hub.club.tournaments import Tournaments
from companion_hub.live import LiveBox, LiveBoxes
from companion_hub.log_buffer import LogBuffer
from companion_hub.message_parsing import BoxId
from companion_hub.metrics import Metrics
from companion_hub.pages import boxes, results, tables
from companion_hub.pages.box import box_page
from companion_hub.pages.enrolment import EnrolmentPages
from companion_hub.pages.groups import GroupPages
from companion_hub.pages.http import ACCOUNT, frame_of, html
from companion_hub.pages.login import COOKIE, LoginPages
from companion_hub.pages.logs import LogPage
from companion_hub.pages.middleware import (
    FOREIGN,
    LONGEST,
    SAFE,
    add_security_headers,
    error_page,
    install,
)
from companion_hub.pages.operators import OperatorPages
from companion_hub.pages.removals import RemovalPages
from companion_hub.pages.sheets import SheetPages
from companion_hub.pages.standings import StandingsPage
from companion_hub.pages.tournaments import TournamentPages
from companion_hub.pages.updates import Updates
from companion_hub.queries import (
    GameSearch,
    StoredGame,
    game,
    games,
    page_of_games,
    restored_journals,
)
from companion_hub.sheet_library import SheetLibrary
from companion_hub.source import nothing
from companion_hub.store import Store
from companion_hub.worker import BoxPublisher

OWN: Final = Path(str(files("companion_hub.pages") / "static"))
PAUSE: Final = 1.0
"""Seconds between two pieces of news: a page that is drawn more often helps nobody."""
DAY: Final = 86_400
AT_ONCE: Final = 200
"""Games that are sent at once, where all are asked for."""
_LARGEST: Final = len("999999999999999")
"""Digits of the number of a game that is looked up; a database takes few more."""
_LOG: Final = logging.getLogger(__name__)


@dataclass(slots=True)
class HubServer:
    """The pages of a hub."""

    store: Store
    live: LiveBoxes
    counts: Metrics
    publish: BoxPublisher
    notes: LogBuffer = field(default_factory=LogBuffer)
    enrolment: EnrolmentConfig | None = None
    """How boxes join by a code; ``None`` if they do not."""
    updates: Updates | None = None
    """The updates for boxes that run from a card, if there are any."""
    recount: Callable[[], None] = nothing
    """Has standings worked out anew."""
    accounts: Accounts = field(init=False)
    audit: Audit = field(init=False)
    doors: LoginPages = field(init=False)
    groups: Groups = field(init=False)
    tournaments: Tournaments = field(init=False)
    steward: SettingsSender = field(init=False)
    removals: Removals = field(init=False)
    _tasks: list["asyncio.Task[None]"] = field(default_factory=list)
    _runner: web.AppRunner | None = None

    def __post_init__(self) -> None:
        """Create the operations of operators."""
        self.accounts, self.audit = Accounts(self.store), Audit(self.store)
        self.groups, self.tournaments = Groups(self.store), Tournaments(self.store)
        self.removals = Removals(self.store, self.live)
        self.steward = SettingsSender(self.groups, self.live, self.publish)

    def app(self) -> web.Application:
        """Return the application; call it in the event loop that serves it."""
        app = web.Application(
            middlewares=[request_middleware(self.accounts)], client_max_size=LONGEST
        )
        clock = LoopClock(asyncio.get_running_loop())
        self.doors = LoginPages(self.accounts, self.audit, CodeGuesses(clock, _nobody))
        self.doors.add_to(app.router)
        StandingsPage(self.store, self.tournaments).add_to(app.router)
        LogPage(self.notes, self.counts).add_to(app.router)
        OperatorPages(self.accounts, self.audit).add_to(app.router)
        RemovalPages(self.removals, self.audit, self.recount).add_to(app.router)
        SheetPages(SheetLibrary(self.store), self.removals, self.audit).add_to(app.router)
        TournamentPages(self.tournaments, self._listed, self.audit).add_to(app.router)
        GroupPages(self.groups, self.live, self.audit, self.steward).add_to(app.router)
        if self.enrolment is not None:
            self._enrolment(self.enrolment, CodeGuesses(clock, _nobody)).add_to(app.router)
        if self.updates is not None:
            self.updates.add_to(app.router)
        app.router.add_get("/", self._tables)
        app.router.add_get("/table/{site}/{box}", self._table)
        app.router.add_get("/table/{site}/{box}/view.json", self._shown)
        app.router.add_get("/games", self._games)
        app.router.add_get("/games.csv", self._csv)
        app.router.add_get("/games/{journal}/{play:[0-9]+}", self._game)
        app.router.add_get("/games/{journal}/{play:[0-9]+}.jsonl", self._log)
        app.router.add_get("/boxes", self._boxes)
        app.router.add_get("/boxes/{site}/{box}", self._one_box)
        app.router.add_get("/news", self._event_stream)
        app.router.add_get("/metrics", self._metrics)
        app.router.add_get("/words/{language}.json", _words)
        app.router.add_static("/hub", OWN)
        app.router.add_static("/static", STATIC)
        return app

    def _enrolment(self, how: EnrolmentConfig, guesses: CodeGuesses) -> EnrolmentPages:
        """Return the enrolment pages."""
        enrolments = Enrolments(self.store, how.broker)
        return EnrolmentPages(
            enrolments, self.live, self.audit, guesses, self.publish, how.offered, how.site
        )

    async def start(self, bind: str, port: int) -> None:
        """Listen. Raises ``OSError`` if that fails."""
        log = WireLog(_LOG, {})
        runner = web.AppRunner(
            self.app(), access_log=None, logger=log, shutdown_timeout=1.0, **BODY_HANDLING
        )
        await runner.setup()
        assert runner.server is not None  # noqa: S101 - it has been set up
        install(runner.server)
        self._runner = runner
        await self.doors.announce()
        self._tasks.append(asyncio.ensure_future(self.steward.run()))
        if self.enrolment is not None:
            self._tasks.append(asyncio.ensure_future(self.enrolment.broker.prepare()))
        await web.TCPSite(self._runner, bind, port).start()

    async def close(self) -> None:
        """Close all connections."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._runner is not None:
            await self._runner.cleanup()

    async def _tables(self, request: web.Request) -> web.Response:
        return html(tables.tables(frame_of(request), await self._listed()))

    async def _listed(self) -> list[LiveBox]:
        """Return all boxes except removed ones."""
        removed, hidden = await self.removals.boxes(), await self.removals.names()
        shown = [box for box in self.live.listed() if box.origin not in removed]
        return [box.without(hidden) for box in shown] if hidden else shown

    async def _box(self, request: web.Request) -> LiveBox:
        origin = BoxId(request.match_info["site"], request.match_info["box"])
        found = self.live.boxes.get(origin)
        if found is None or origin in await self.removals.boxes():
            raise web.HTTPNotFound
        hidden = await self.removals.names()
        return found.without(hidden) if hidden else found

    async def _table(self, request: web.Request) -> web.Response:
        return html(tables.one_table(frame_of(request), await self._box(request)))

    async def _shown(self, request: web.Request) -> web.Response:
        shown = tables.script_data(await self._box(request))
        return web.Response(text=shown, content_type="application/json")

    async def _games(self, request: web.Request) -> web.Response:
        search, at = _search(request), request.query.get("at", "0")
        number = int(at) if at.isdecimal() and len(at) < 10 else 0  # noqa: PLR2004 - a page
        found = await page_of_games(self.store, search, number)
        return html(results.listing(frame_of(request), *found, search, number))

    async def _csv(self, request: web.Request) -> web.StreamResponse:
        """Stream all games found, in batches."""
        search, before = _search(request), None
        given = {"Content-Disposition": 'attachment; filename="games.csv"'}
        given |= {"Content-Type": "text/csv; charset=utf-8", **SAFE}
        answer = web.StreamResponse(headers=given)
        await answer.prepare(request)
        await answer.write(results.csv_head().encode())
        while found := await games(self.store, search, before=before, most=AT_ONCE):
            await answer.write(results.as_csv(found).encode())
            before = (found[-1].finished or 0.0, found[-1].journal, found[-1].play)
        return answer

    async def _game(self, request: web.Request) -> web.Response:
        return html(results.one_game(frame_of(request), await self._finished(request)))

    async def _finished(self, request: web.Request) -> StoredGame:
        """Return the game at an address. Raises ``HTTPNotFound``."""
        journal, play = request.match_info["journal"], request.match_info["play"]
        found = await game(self.store, journal, int(play)) if len(play) <= _LARGEST else None
        if found is None or found.finished is None:
            raise web.HTTPNotFound
        return found

    async def _log(self, request: web.Request) -> web.StreamResponse:
        found = await self._finished(request)
        rows = await self.store.log(found.journal, found.play)
        answer = web.StreamResponse(headers={"Content-Type": "application/x-ndjson", **SAFE})
        await answer.prepare(request)
        await answer.write(results.jsonl_head(found).encode())
        for at in range(0, len(rows), AT_ONCE):
            some = await asyncio.to_thread(results.jsonl, rows[at : at + AT_ONCE])
            await answer.write(some.encode())
        return answer

    async def _one_box(self, request: web.Request) -> web.Response:
        return html(box_page(frame_of(request), await self._box(request)))

    async def _boxes(self, request: web.Request) -> web.Response:
        listed = await self._listed()
        again = await restored_journals(self.store)
        takes = self.enrolment is not None
        plan = boxes.GroupOverview(await self.groups.all(), await self.groups.members(), takes)
        return html(boxes.boxes(frame_of(request), listed, again, plan))

    async def _metrics(self, _request: web.Request) -> web.Response:
        return web.Response(body=self.counts.exposition(self.live), content_type="text/plain")

    async def _event_stream(self, request: web.Request) -> web.StreamResponse:
        """Notify a page of changes by server-sent events."""
        answer = web.StreamResponse(headers={"Content-Type": "text/event-stream"})
        await answer.prepare(request)
        version = self.live.version
        while True:
            await answer.write(f"data: {version}\n\n".encode())
            await asyncio.sleep(PAUSE)
            version = await self.live.after(version)


def _search(request: web.Request) -> GameSearch:
    game, player, site, box = (
        request.query.get(key, "").strip()[:100] for key in ("game", "player", "site", "box")
    )
    since, until = (_day(request.query.get(key, "")) for key in ("since", "until"))
    return GameSearch(game, player, site, box, since, until + DAY if until else 0.0)


def _day(day: str) -> float:
    """Return the start of a day such as 2026-11-22 (in UTC), 0 for an invalid one."""
    try:
        return datetime.strptime(day, "%Y-%m-%d").replace(tzinfo=UTC).timestamp()
    except (ValueError, OverflowError):
        return 0.0


def _nobody() -> None:
    """Ignore a wrong password: it is in the audit log."""


async def _words(request: web.Request) -> web.Response:
    language = request.match_info["language"]
    if language not in LANGUAGES:
        raise web.HTTPNotFound
    return web.json_response(dict(page_words(language).all))


def request_middleware(accounts: Accounts) -> Middleware:
    """Return the middleware of every request: account and security headers."""

    @web.middleware
    async def safely(request: web.Request, handler: Handler) -> web.StreamResponse:
        """Add the security headers, and store a chosen language."""
        try:
            _check_origin(request)
            token = request.cookies.get(COOKIE, "")
            account = await accounts.who(token) if token else None
            if account is not None:
                request[ACCOUNT] = account
            answer = await handler(request)
        except web.HTTPException as error:
            answer = error_page(request, error)
        if not answer.prepared:
            add_security_headers(answer)
            chosen = request.query.get("lang")
            if chosen in LANGUAGES:
                year = 365 * 86_400
                answer.set_cookie("lang", chosen, max_age=year, samesite="Lax", httponly=True)
        return answer

    return safely


def _check_origin(request: web.Request) -> None:
    """Refuse forms of foreign origins. Raises ``HTTPForbidden``."""
    if request.method not in ("GET", "HEAD"):
        _, _, host = request.headers.get("Origin", "").partition("://")
        if host.lower() != request.host.lower():
            raise web.HTTPForbidden(reason=FOREIGN)
