"""Routes of tournaments, for spectators and directors."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Final

from aiohttp import web

from companion.engine import registry
from companion_hub.club.accounts import Account, Role
from companion_hub.club.audit import Audit
from companion_hub.club.tournament import PairingSystem, Tournament, TournamentError
from companion_hub.club.tournaments import Tournaments
from companion_hub.live import LiveBox
from companion_hub.pages import tournament_pages as written
from companion_hub.pages.http import (
    address_of,
    form_of,
    frame_of,
    html,
    redirect_to,
    require_role,
)

_DIGITS: Final = 9


@dataclass(slots=True)
class TournamentPages:
    """Serves these pages."""

    tournaments: Tournaments
    boxes: Callable[[], Awaitable[list[LiveBox]]]
    """Returns the boxes that are shown, without what operators have removed."""
    audit: Audit

    def add_to(self, router: web.UrlDispatcher) -> None:
        """Serve these pages."""
        router.add_get("/tournaments", self._all)
        router.add_post("/tournaments", self._make)
        router.add_get("/tournaments/{number:[0-9]+}", self._one)
        router.add_post("/tournaments/{number:[0-9]+}", self._change)

    async def _all(self, request: web.Request) -> web.Response:
        return html(written.listing(frame_of(request), await self.tournaments.listed(), _games()))

    async def _make(self, request: web.Request) -> web.Response:
        account, given = require_role(request, Role.DIRECTOR), await form_of(request)
        try:
            wanted = _wanted(given)
            number = await self.tournaments.make(wanted)
        except TournamentError as error:
            frame, existing = frame_of(request), await self.tournaments.listed()
            return html(written.listing(frame, existing, _games(), frame.say(str(error))), 400)
        await self._note(request, account, "tournament_made", wanted.name)
        return redirect_to(f"/tournaments/{number}")

    async def _found(self, request: web.Request) -> Tournament:
        number = request.match_info["number"]
        found = await self.tournaments.get(int(number)) if len(number) < _DIGITS else None
        if found is None:
            raise web.HTTPNotFound
        return found

    async def _one(self, request: web.Request) -> web.Response:
        found = await self._found(request)
        return html(written.one(frame_of(request), found, await self.boxes()))

    async def _change(self, request: web.Request) -> web.Response:
        account, found = require_role(request, Role.DIRECTOR), await self._found(request)
        given = await form_of(request)
        try:
            detail = await self._do(found, given)
        except TournamentError as error:
            frame = frame_of(request)
            message = frame.say(str(error))
            return html(written.one(frame, found, await self.boxes(), message), 400)
        action = f"tournament_{given['do']}"
        await self._note(request, account, action, found.name, **detail)
        return redirect_to(f"/tournaments/{found.id}")

    async def _do(self, found: Tournament, given: dict[str, str]) -> dict[str, object]:
        """Carry out a form; return the audit entry. Raises ``TournamentError``."""
        kept, number, what = self.tournaments, found.id, given.get("do", "")
        if what == "enter":
            names = given.get("names", "").splitlines()
            return {"names": await kept.enter(number, names)}
        if what in ("pair", "unpair"):
            return {"round": await (kept.pair if what == "pair" else kept.unpair)(number)}
        if what == "decide":
            return await self._decide(number, given)
        if what in ("leave", "back"):
            return await self._set_active(number, given, active=what == "back")
        if what == "rooms":
            return await self._set_rooms(number, given)
        if what not in ("end", "go_on"):
            raise web.HTTPNotFound
        await kept.end(number, over=what == "end")
        return {}

    async def _set_active(
        self, number: int, given: dict[str, str], *, active: bool
    ) -> dict[str, object]:
        entrant = _whole(given, "entrant", "no_account")
        await self.tournaments.set_active(number, entrant, active=active)
        return {"entrant": entrant}

    async def _set_rooms(self, number: int, given: dict[str, str]) -> dict[str, object]:
        boxes = [(box.origin.site, box.origin.box) for box in await self.boxes()]
        rooms = [each for each in boxes if f"room-{'/'.join(each)}" in given]
        await self.tournaments.set_rooms(number, rooms)
        return {"rooms": len(rooms)}

    async def _decide(self, number: int, given: dict[str, str]) -> dict[str, object]:
        at = _whole(given, "round", "no_table"), _whole(given, "table", "no_table")
        fields = sorted(key for key in given if key.startswith("place-"))
        places = [_whole(given, key, "bad_places") for key in fields if given[key].strip()]
        await self.tournaments.decide(number, at, places)
        return {"round": at[0], "table": at[1], "places": places}

    async def _note(
        self, request: web.Request, account: Account, action: str, name: str, **detail: object
    ) -> None:
        await self.audit.note(account.name, address_of(request), action, name, **detail)


def _games() -> Sequence[str]:
    return sorted(registry.names())


def _whole(given: dict[str, str], key: str, trouble: str) -> int:
    value = given.get(key, "").strip()
    if not value.isdecimal() or len(value) > _DIGITS:
        raise TournamentError(trouble)
    return int(value)


def _wanted(given: dict[str, str]) -> Tournament:
    """Return the tournament that a form describes. Raises ``TournamentError``."""
    try:
        kind = PairingSystem(given.get("kind", ""))
    except ValueError:
        raise TournamentError("bad_rounds") from None
    if given.get("game", "") not in registry.names():
        raise TournamentError("bad_game")
    return Tournament(
        0,
        " ".join(given.get("name", "").split()),
        given["game"],
        kind,
        _whole(given, "size", "bad_sizes"),
        _whole(given, "smallest", "bad_sizes"),
        _whole(given, "rounds", "bad_rounds"),
        _whole(given, "groups", "bad_rounds"),
    )
