"""Pages of standings: by game, club, season and event."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlencode

import msgspec
from aiohttp import web
from msgspec.structs import replace

from companion.i18n import formats
from companion.protocol.http.html import (
    Child,
    Markup,
    join,
    tag,
)
from companion_hub.club.tournament import Tournament
from companion_hub.club.tournaments import Tournaments
from companion_hub.pages.http import frame_of, html
from companion_hub.pages.layout import (
    HubPageContext,
    nothing,
    page,
    table_of,
)
from companion_hub.players import fold_name
from companion_hub.queries import StoredGame, games_at
from companion_hub.ratings import StandingsTable, tables
from companion_hub.seasons import Scope, season_of
from companion_hub.standings import (
    PAGE,
    Scopes,
    StandingsRow,
    scopes,
    standings_on_page,
)
from companion_hub.store import Store

_LONGEST: Final = 100
_DIGITS: Final = 6


class StandingsFilter(msgspec.Struct, frozen=True):
    """Scope of standings: a club, a season, a tournament; empty for all of them."""

    site: str = ""
    season: str = ""
    event: str = ""

    def of(self, found: Sequence[StoredGame]) -> list[StoredGame]:
        """Return the selected games of a tournament."""
        return [
            each
            for each in found
            if (not self.site or each.site == self.site)
            and (not self.season or season_of(each.finished or 0) == self.season)
        ]


class PlayersOnPage(msgspec.Struct, frozen=True):
    """The players on page ``at``, of all ``found`` by a ``part`` of a name."""

    found: int
    ranked: Sequence[StandingsRow]
    at: int = 0
    part: str = ""


@dataclass(slots=True)
class StandingsPage:
    """Serves that page. Standings are computed when results arrive; here they are only read."""

    store: Store
    tournaments: Tournaments

    def add_to(self, router: web.UrlDispatcher) -> None:
        """Serve the page."""
        router.add_get("/players", self._players)

    async def _players(self, request: web.Request) -> web.Response:
        keys = ("site", "season", "event", "game", "name")
        query = {key: request.query.get(key, "")[:_LONGEST] for key in keys}
        game, part = query.pop("game"), query.pop("name").strip()
        choice, number = StandingsFilter(**query), request.query.get("at", "0")
        at = int(number) if number.isdecimal() and len(number) < _DIGITS else 0
        scope = Scope(choice.site, choice.season, game)
        scopes_ = await scopes(self.store, scope)
        if choice.event:
            standings = await self._of_event(choice)
            scopes_ = replace(scopes_, games=sorted(each for each in standings if each))
            shown = _on_page(standings.get(game), part, at)
        else:
            shown = PlayersOnPage(*await standings_on_page(self.store, scope, part, at), at, part)
        options = FilterOptions(scopes_, await self.tournaments.listed())
        return html(players(frame_of(request), shown, choice, game, options))

    async def _of_event(self, choice: StandingsFilter) -> Mapping[str, StandingsTable]:
        """Return the standings of a tournament from its pairings, which are few."""
        found = None
        if choice.event.isdecimal() and len(choice.event) < 9:  # noqa: PLR2004 - a number
            found = await self.tournaments.get(int(choice.event))
        played = () if found is None else found.pairings
        places = [(each.journal, each.play) for each in played if each.journal]
        counted = choice.of(await games_at(self.store, places))
        return await asyncio.to_thread(tables, counted)


class FilterOptions(msgspec.Struct, frozen=True):
    """Options of the filter."""

    scopes_: Scopes
    events: Sequence[Tournament]


def _on_page(table: StandingsTable | None, part: str, at: int) -> PlayersOnPage:
    """Return the players on a page of a tournament."""
    ranked = [
        StandingsRow(place, each.player, each.games, each.won, each.points, each.skill)
        for place, each in enumerate([] if table is None else table.listed(), 1)
        if fold_name(part) in fold_name(each.player)
    ]
    return PlayersOnPage(len(ranked), ranked[at * PAGE : (at + 1) * PAGE], at, part)


def players(
    frame: HubPageContext,
    shown: PlayersOnPage,
    choice: StandingsFilter,
    game: str,
    options: FilterOptions,
) -> str:
    """Return ratings and standings."""
    say, scopes_ = frame.say, options.scopes_
    rows: list[tuple[str, StandingsFilter, str, Sequence[tuple[str, str]]]] = [
        ("game", choice, game, [(each, frame.title_of(each)) for each in scopes_.games]),
        ("site", choice, game, [(each, each) for each in scopes_.sites]),
        ("season", choice, game, [(each, each) for each in scopes_.seasons]),
        ("event", choice, game, [(str(each.id), each.name) for each in options.events]),
    ]
    ways = [_ways(frame, *row) for row in rows if len(row[3]) > (row[0] == "site")]
    choices = tag("nav", ways, class_="choice", aria_label=say("choice"))
    columns = ("player", "place", "skill", "played", "won", *(["average"] if game else []))
    heads = [say(key) for key in columns]
    table = (
        table_of(heads, _rows(frame, shown.ranked, game))
        if shown.ranked
        else nothing(say("nothing_found"))
    )
    query = {**_query_of(choice, game), **({"name": shown.part} if shown.part else {})}
    parts = (
        tag("h1", say("players")),
        choices,
        _search(frame, shown, _query_of(choice, game)),
        tag("p", say("found_players", n=shown.found), class_="count"),
        table,
        _more(frame, shown, query),
        tag("p", say("skill_is"), class_="note"),
    )
    return page(frame, "players", say("players"), *parts)


def _query_of(choice: StandingsFilter, game: str) -> dict[str, str]:
    """Return the query parameters of a selection."""
    named = {"game": game, "site": choice.site, "season": choice.season, "event": choice.event}
    return {key: each for key, each in named.items() if each}


def _search(frame: HubPageContext, shown: PlayersOnPage, query: Mapping[str, str]) -> Markup:
    name = tag("input", name="name", value=shown.part, type="search")
    hidden = [tag("input", type="hidden", name=key, value=value) for key, value in query.items()]
    label = tag("label", frame.say("player"), name)
    button = tag("button", frame.say("search"), type="submit")
    return tag("form", hidden, label, button, class_="search", role="search", action="/players")


def _more(frame: HubPageContext, shown: PlayersOnPage, query: Mapping[str, str]) -> Markup:
    links = [
        tag("a", frame.say(key), href=f"/players?{urlencode({**query, 'at': to})}")
        for key, to in (("places_before", shown.at - 1), ("places_after", shown.at + 1))
        if 0 <= to * PAGE < shown.found
    ]
    return tag("p", join(*(join(link, " ") for link in links)), class_="more")


def _ways(
    frame: HubPageContext,
    what: str,
    choice: StandingsFilter,
    game: str,
    values: Sequence[tuple[str, str]],
) -> Markup:
    """Return the links that change one part of the selection."""
    chosen = game if what == "game" else str(getattr(choice, what))
    links = []
    for value, words in (("", frame.say(f"all_{what}s")), *values):
        other = choice if what == "game" else replace(choice, **{what: value})
        given = urlencode(_query_of(other, value if what == "game" else game))
        current = "true" if value == chosen else None
        href = f"/players?{given}" if given else "/players"
        links.append(tag("li", tag("a", words, href=href, aria_current=current)))
    return tag("ul", links, aria_label=frame.say(what))


def _rows(frame: HubPageContext, standings: Sequence[StandingsRow], game: str) -> list[list[Child]]:
    return [
        [
            each.player,
            each.place,
            formats.number(frame.language, each.skill, 1),
            each.games,
            f"{each.won:.10g}",
            # Points of different games have no mean.
            *([formats.number(frame.language, each.points / each.games, 1)] if game else []),
        ]
        for each in standings
    ]
