"""Serves the hub's pages."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from importlib.resources import files
from pathlib import Path
from typing import Final

from aiohttp import web

from companion.web.markup import joined, tag
from companion.web.words import words
from companion_hub.counts import Counts
from companion_hub.live import Box, Live
from companion_hub.pages import boxes, results, tables
from companion_hub.pages.frame import LANGUAGES, Frame, page
from companion_hub.queries import Search, game, games, restored, state_of_results
from companion_hub.ratings import Table, season_of
from companion_hub.ratings import tables as standings_of
from companion_hub.store import Store
from companion_hub.wire import Origin

OWN: Final = Path(str(files("companion_hub.pages") / "static"))
SHARED: Final = Path(str(files("companion.web") / "static"))
"""The look of the box's own pages, and the parts that draw a table."""
PAUSE: Final = 1.0
"""Seconds between two pieces of news: a page that is drawn more often helps nobody."""
SAFE: Final = {
    "Content-Security-Policy": (
        "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
        "frame-ancestors 'none'; base-uri 'none'; form-action 'self'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-cache",
}
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


@dataclass(slots=True)
class Pages:
    """The pages of a hub."""

    store: Store
    live: Live
    counts: Counts
    _runner: web.AppRunner | None = None
    _known: tuple[tuple[int, float], dict[str, dict[str, Table]]] = ((-1, 0.0), {})
    """Standings by season, and the results from which they were worked out."""
    _seasons: list[str] = field(default_factory=list)

    def app(self) -> web.Application:
        """Return the application."""
        app = web.Application(middlewares=[_safely])
        app.router.add_get("/", self._tables)
        app.router.add_get("/table/{site}/{box}", self._table)
        app.router.add_get("/table/{site}/{box}/view.json", self._shown)
        app.router.add_get("/games", self._games)
        app.router.add_get("/games.csv", self._csv)
        app.router.add_get("/games/{journal}/{play:[0-9]+}", self._game)
        app.router.add_get("/games/{journal}/{play:[0-9]+}.jsonl", self._log)
        app.router.add_get("/players", self._players)
        app.router.add_get("/boxes", self._boxes)
        app.router.add_get("/news", self._news)
        app.router.add_get("/metrics", self._metrics)
        app.router.add_get("/words/{language}.json", _words)
        app.router.add_static("/hub", OWN)
        app.router.add_static("/static", SHARED)
        return app

    async def start(self, bind: str, port: int) -> None:
        """Listen. Raises ``OSError`` if that fails."""
        self._runner = web.AppRunner(self.app(), access_log=None, shutdown_timeout=1.0)
        await self._runner.setup()
        await web.TCPSite(self._runner, bind, port).start()

    async def close(self) -> None:
        """Close all connections."""
        if self._runner is not None:
            await self._runner.cleanup()

    async def _tables(self, request: web.Request) -> web.Response:
        return _html(tables.tables(_frame(request), self.live.listed()))

    def _box(self, request: web.Request) -> Box:
        origin = Origin(request.match_info["site"], request.match_info["box"])
        found = self.live.boxes.get(origin)
        if found is None:
            raise web.HTTPNotFound
        return found

    async def _table(self, request: web.Request) -> web.Response:
        return _html(tables.one_table(_frame(request), self._box(request)))

    async def _shown(self, request: web.Request) -> web.Response:
        return web.Response(text=tables.shown(self._box(request)), content_type="application/json")

    async def _games(self, request: web.Request) -> web.Response:
        search, at = _search(request), request.query.get("at", "0")
        found = await games(self.store, search)
        number = int(at) if at.isdecimal() and len(at) < 10 else 0  # noqa: PLR2004 - a page
        return _html(results.listing(_frame(request), found, search, number))

    async def _csv(self, request: web.Request) -> web.Response:
        found = await games(self.store, _search(request), over=True)
        given = {"Content-Disposition": 'attachment; filename="games.csv"'}
        return web.Response(text=results.as_csv(found), content_type="text/csv", headers=given)

    async def _game(self, request: web.Request) -> web.Response:
        journal, play = request.match_info["journal"], int(request.match_info["play"])
        found = await game(self.store, journal, play)
        if found is None or found.finished is None:
            raise web.HTTPNotFound
        return _html(results.one_game(_frame(request), found))

    async def _log(self, request: web.Request) -> web.Response:
        journal, play = request.match_info["journal"], int(request.match_info["play"])
        found = await game(self.store, journal, play)
        if found is None or found.finished is None:
            raise web.HTTPNotFound
        written = results.jsonl(found, await self.store.log(journal, play))
        return web.Response(text=written, content_type="application/x-ndjson")

    async def _players(self, request: web.Request) -> web.Response:
        mark = await state_of_results(self.store)
        if self._known[0] != mark:
            found = await games(self.store, Search(), over=True)
            self._seasons = results.seasons_of(found)
            worked_out = {"": await asyncio.to_thread(standings_of, found)}
            for season in self._seasons:
                theirs = [each for each in found if season_of(each) == season]
                worked_out[season] = await asyncio.to_thread(standings_of, theirs)
            self._known = (mark, worked_out)
        season, chosen = request.query.get("season", ""), request.query.get("game", "")
        standings = self._known[1].get(season, {})
        shown = results.players(_frame(request), standings, chosen, season, self._seasons)
        return _html(shown)

    async def _boxes(self, request: web.Request) -> web.Response:
        again = await restored(self.store)
        return _html(boxes.boxes(_frame(request), self.live.listed(), again))

    async def _metrics(self, _request: web.Request) -> web.Response:
        return web.Response(body=self.counts.written(self.live), content_type="text/plain")

    async def _news(self, request: web.Request) -> web.StreamResponse:
        """Tell a page that something is new, as server-sent events."""
        answer = web.StreamResponse(headers={"Content-Type": "text/event-stream"})
        await answer.prepare(request)
        version = self.live.version
        while True:
            await answer.write(f"data: {version}\n\n".encode())
            await asyncio.sleep(PAUSE)
            version = await self.live.after(version)


def _frame(request: web.Request) -> Frame:
    asked = request.query.get("lang") or request.cookies.get("lang", "")
    if asked not in LANGUAGES:
        wanted = request.headers.get("Accept-Language", "")[:2].lower()
        asked = wanted if wanted in LANGUAGES else LANGUAGES[0]
    return Frame(asked, request.path)


def _search(request: web.Request) -> Search:
    given = {
        key: request.query.get(key, "").strip()[:100] for key in ("game", "player", "site", "box")
    }
    return Search(**given)


def _html(written: str) -> web.Response:
    return web.Response(text=written, content_type="text/html")


async def _words(request: web.Request) -> web.Response:
    language = request.match_info["language"]
    if language not in LANGUAGES:
        raise web.HTTPNotFound
    return web.json_response(dict(words(language).all))


@web.middleware
async def _safely(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Add what keeps pages safe, and keep a language that was chosen."""
    try:
        answer = await handler(request)
    except web.HTTPNotFound:
        frame = _frame(request)
        said = joined(tag("h1", frame.say("not_there")))
        answer = web.Response(
            text=page(frame, "", frame.say("not_there"), said), content_type="text/html", status=404
        )
    if not answer.prepared:
        answer.headers.update({key: answer.headers.get(key, value) for key, value in SAFE.items()})
        chosen = request.query.get("lang")
        if chosen in LANGUAGES:
            answer.set_cookie("lang", chosen, max_age=365 * 86_400, samesite="Lax", httponly=True)
    return answer
