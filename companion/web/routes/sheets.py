"""Routes of a host's sheets: the list, the form with its preview, adding and removing."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from io import BytesIO
from typing import Any, Final

import msgspec
from aiohttp import web

from companion.display.painter import paint
from companion.engine.game import Setup
from companion.engine.message import reason, say
from companion.engine.text import text as key_text
from companion.i18n.catalogue import Catalogue, Phrases
from companion.protocol.http.html import Markup
from companion.schema.mistakes import Invalid, Mistake
from companion.schema.reading import parse_json, read
from companion.session.inputs import Heartbeat
from companion.sheets import games
from companion.sheets.code import CodeError, code_of, is_code, text_of
from companion.sheets.level import TABLE
from companion.sheets.open_table import GAME as OPEN_TABLE
from companion.sheets.questions import Answers, sheet_text
from companion.sheets.rewriting import rewritten
from companion.sheets.sheet import COLOURS, Sheet, read_sheet
from companion.storage import own_shelf, sheet_book
from companion.storage.own_shelf import ExchangeError, SheetExchange, SheetStore
from companion.storage.sheet_book import SheetError, SheetText
from companion.table.history.entries import new_table
from companion.table.screens.screen import ROWS
from companion.table.screens.view import view
from companion.web.access.seats import DeniedError, Rights
from companion.web.gateway import TableGateway
from companion.web.pages import sheets_page
from companion.web.pages.archive_page import PageContext
from companion.web.pages.assets import Assets
from companion.web.pages.server_pages import html, page_context
from companion.web.pages.sheets_page import ListedSheet, SheetCode

PANEL: Final = (128, 64)
"""Pixels of the panel in the preview."""
_FILE: Final = ""
"""Sheets in a form have no file: their mistakes are named by line and key."""


_FIELDS: Final = ("title", "players", "colours", "icon")
"""The fields of the form that show the mistakes of their keys."""


class SheetTextRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A sheet as text, or its code."""

    text: SheetText


class AnswersRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Answers of the form for a sheet, which the answers ``before`` have written so far."""

    answers: Answers
    before: Answers | None = None
    text: SheetText = ""


class SheetNameRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One of the sheets on the box."""

    name: str


class SheetRoutes(msgspec.Struct, frozen=True):
    """The pages and their requests; ``rights`` returns what a request's browser may do."""

    gateway: TableGateway
    rights: Callable[[web.Request], Rights]
    assets: Assets
    store: SheetStore

    async def answer(self, name: str, request: web.Request) -> web.Response:
        """Answer a request for a page, or one made by a page."""
        pages = {
            "list": self._list,
            "download": self._download,
            "show": self._show,
            "write": self._write,
            "check": self._check,
            "add": self._add,
            "remove": self._remove,
            "club": self._club,
            "take": self._take,
            "send": self._send,
        }
        return await pages[name](request)

    async def _list(self, request: web.Request) -> web.Response:
        frame = await self._frame(request)
        listed = [_listed(name, frame.language) for name in own_shelf.names()]
        voice = Catalogue(frame.language, OPEN_TABLE, ())
        colours = {each: voice.long(key_text(f"colour.{each}")) for each in COLOURS}
        club = self.store.club is not None and self.store.club.lists
        return html(sheets_page.sheets_page(frame, listed, colours, club=club))

    async def _show(self, request: web.Request) -> web.Response:
        frame = await self._frame(request)
        name = _known(request.match_info["name"])
        text = own_shelf.text(name)
        try:
            letters = code_of(text)
            code = SheetCode(letters, _drawn(letters))
        except CodeError as error:
            why = Phrases(frame.language, tuple).tell(reason(error))
            code = SheetCode("", too_long=why)
        listed = _listed(name, frame.language)
        in_club = self.store.club is not None
        return html(sheets_page.sheet_page(frame, listed, text, code, club=in_club))

    async def _download(self, request: web.Request) -> web.Response:
        await self._frame(request)
        name = _known(request.match_info["name"])
        headers = {"Content-Disposition": f'attachment; filename="{name}.yaml"'}
        text = own_shelf.text(name)
        return web.Response(text=text, content_type="application/yaml", headers=headers)

    async def _write(self, request: web.Request) -> web.Response:
        frame = await self._frame(request)
        change: AnswersRequest = await _body(request, AnswersRequest)
        before = "" if change.before is None else sheet_text(change.before)
        written = rewritten(_plain(frame, change.text), before, sheet_text(change.answers))
        return web.json_response(self._examined(frame, written))

    async def _check(self, request: web.Request) -> web.Response:
        frame = await self._frame(request)
        text = _plain(frame, (await _body(request, SheetTextRequest)).text)
        return web.json_response(self._examined(frame, text))

    def _examined(self, frame: PageContext, text: str) -> dict[str, Any]:
        """Return the preview of a sheet: its text, mistakes by field, and a panel."""
        phrases = Phrases(frame.language, tuple)
        try:
            sheet = read_sheet(text, _FILE)
        except Invalid as invalid:
            found = [
                {"field": _field_of(mistake), "sentence": phrases.tell(mistake.sentence)}
                for mistake in invalid.mistakes
            ]
            return {"text": text, "mistakes": found, "panel": []}
        return {"text": text, "mistakes": [], "panel": panel_rows(sheet, frame.language)}

    async def _add(self, request: web.Request) -> web.Response:
        frame = await self._frame(request)
        return await self._added(
            frame, _plain(frame, (await _body(request, SheetTextRequest)).text)
        )

    async def _added(self, frame: PageContext, text: str) -> web.Response:
        """Add a sheet. Raises ``DeniedError`` for one with mistakes, or without room."""
        phrases = Phrases(frame.language, tuple)
        try:
            name = await asyncio.to_thread(sheet_book.add, self.store.folder, text)
        except Invalid as invalid:
            why = " ".join(phrases.tell(mistake.sentence) for mistake in invalid.mistakes)
            raise DeniedError("no-sheet", 400, why=why) from None
        except SheetError as error:
            raise DeniedError("no-sheet", 409, why=phrases.tell(reason(error))) from None
        except OSError:
            raise DeniedError("no-room", 507) from None
        self._offer()
        return web.json_response({"name": name})

    async def _remove(self, request: web.Request) -> web.Response:
        await self._frame(request)
        name = _known((await _body(request, SheetNameRequest)).name)
        try:
            await asyncio.to_thread(sheet_book.remove, self.store.folder, name)
        except OSError:
            raise DeniedError("no-room", 507) from None
        self._offer()
        return web.Response(status=204)

    async def _club(self, request: web.Request) -> web.Response:
        """Show the sheets of other boxes of the club."""
        frame = await self._frame(request)
        with _exchange(frame, self.store.club) as club:
            listed = await asyncio.to_thread(club.listed)
        own = own_shelf.names()
        found = [
            (each.name, games.title_of(each.title, frame.language))
            for each in listed
            if each.name not in own
        ]
        return html(sheets_page.club_page(frame, found))

    async def _take(self, request: web.Request) -> web.Response:
        """Add a sheet of another box; it is validated like any other."""
        frame = await self._frame(request)
        name = (await _body(request, SheetNameRequest)).name
        with _exchange(frame, self.store.club) as club:
            text = await asyncio.to_thread(club.text, name)
        return await self._added(frame, text)

    async def _send(self, request: web.Request) -> web.Response:
        """Send a sheet of this box to the club."""
        frame = await self._frame(request)
        text = own_shelf.text(_known((await _body(request, SheetNameRequest)).name))
        with _exchange(frame, self.store.club) as club:
            club.send(text)
        return web.Response(status=204)

    def _offer(self) -> None:
        """Offer the new game in the box's list of games at once."""
        session = self.gateway.session
        session.sink(Heartbeat(partial(session.offer, self.store.games())))

    async def _frame(self, request: web.Request) -> PageContext:
        """Return the context of a page. Raises ``DeniedError`` unless a host views it."""
        rights = self.rights(request)
        if not rights.host:
            raise DeniedError("not-allowed", 403)
        return await page_context(request, self.assets, sheets_page.FILES, host=rights.host)


@contextmanager
def _exchange(frame: PageContext, club: SheetExchange | None) -> Iterator[SheetExchange]:
    """Return the exchange with the club's hub. Raises ``DeniedError`` if it does not answer."""
    try:
        if club is None:
            raise ExchangeError
        yield club
    except ExchangeError:
        why = say("the hub of the club cannot be reached; try again later")
        told = Phrases(frame.language, tuple).tell(why)
        raise DeniedError("no-sheet", 502, why=told) from None


def panel_rows(sheet: Sheet, language: str) -> list[str]:
    """Return the panel at the start of a game, row by row; ``#`` is lit.

    It is painted as on the box.
    """
    game = games.game_of("preview", sheet)
    players = tuple(_INITIALS[: sheet.players[0]])
    table = new_table(game, Setup(players, TABLE), ())
    image = paint(view(table, Catalogue(language, game, players), ROWS), PANEL).convert("L")
    lit = image.tobytes()
    width = PANEL[0]
    rows = (lit[at : at + width] for at in range(0, len(lit), width))
    return ["".join("#" if each else "." for each in row) for row in rows]


_INITIALS: Final = tuple("ABCDEFGHIJKL")
"""Names of the players in a preview."""


def _listed(name: str, language: str) -> ListedSheet:
    sheet = own_shelf.sheet(name)
    return ListedSheet(name, games.title_of(sheet.title, language), *sheet.players, sheet.icon)


def _known(name: str) -> str:
    """Return the name of an available sheet. Raises ``DeniedError``."""
    if name not in own_shelf.names():
        raise DeniedError("not-found", 404)
    return name


def _plain(frame: PageContext, text: str) -> str:
    """Return a sheet as text, decoding a code. Raises ``DeniedError``."""
    if not is_code(text):
        return text
    try:
        return text_of(text)
    except CodeError as error:
        why = Phrases(frame.language, tuple).tell(reason(error))
        raise DeniedError("no-sheet", 400, why=why) from None


def _field_of(mistake: Mistake) -> str:
    """Return the form field that shows a mistake."""
    first = str(mistake.path[0]) if mistake.path else ""
    return first if first in _FIELDS else "text"


def _drawn(code: str) -> Markup:
    """Return a code as a picture for cameras."""
    import segno

    lines = BytesIO()
    segno.make_qr(code, error="l", boost_error=False).save(
        lines, kind="svg", scale=4, xmldecl=False, svgns=True, light="#fff"
    )
    return Markup(lines.getvalue().decode())


async def _body(request: web.Request, kind: Any) -> Any:  # noqa: ANN401 - whatever is read
    """Return the decoded body of a request. Raises ``DeniedError``."""
    try:
        return read(kind, parse_json(await request.read()))
    except Invalid:
        raise DeniedError("malformed", 400) from None
