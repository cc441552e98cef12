"""How well people play: of all games or one, by club, season and event."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final
from urllib.parse import urlencode

from aiohttp import web

from companion.web.markup import Child, Markup, tag
from companion_hub.club.tournament import Tournament
from companion_hub.club.tournaments import Tournaments
from companion_hub.pages.answers import frame_of, html
from companion_hub.pages.frame import Frame, nothing, page, table_of, title_of
from companion_hub.queries import Played, Search, games, state_of_results
from companion_hub.ratings import Standing, Table, season_of, tables
from companion_hub.store import Store

REMEMBERED: Final = 64
"""How many choices are kept worked out, until there is a new result."""


@dataclass(frozen=True, slots=True)
class Choice:
    """What is counted: a club, a season, a tournament; empty for all of them."""

    site: str = ""
    season: str = ""
    event: str = ""

    def of(self, found: Sequence[Played], event: frozenset[tuple[str, int]]) -> list[Played]:
        """Return the games that are chosen; ``event`` are those of the tournament."""
        return [
            each
            for each in found
            if (not self.site or each.site == self.site)
            and (not self.season or season_of(each) == self.season)
            and (not self.event or (each.journal, each.play) in event)
        ]


@dataclass(slots=True)
class StandingsPage:
    """Serves that page, and remembers what it has worked out."""

    store: Store
    tournaments: Tournaments
    _mark: tuple[int, float] = (-1, 0.0)
    _results: list[Played] = field(default_factory=list)
    _known: dict[Choice, Mapping[str, Table]] = field(default_factory=dict)

    def add_to(self, router: web.UrlDispatcher) -> None:
        """Serve the page."""
        router.add_get("/players", self._players)

    async def _players(self, request: web.Request) -> web.Response:
        await self._refresh()
        asked = {key: request.query.get(key, "") for key in ("site", "season", "event", "game")}
        game, choice = asked.pop("game"), Choice(**asked)
        events = await self.tournaments.listed()
        options = Options(
            sorted({each.site for each in self._results}),
            sorted({season_of(each) for each in self._results}, reverse=True),
            events,
        )
        standings = await self._of(choice)
        return html(players(frame_of(request), standings, choice, game, options))

    async def _refresh(self) -> None:
        mark = await state_of_results(self.store)
        if mark != self._mark:
            self._results = await games(self.store, Search(), over=True)
            self._mark = mark
            self._known.clear()

    async def _of(self, choice: Choice) -> Mapping[str, Table]:
        """Return the standings of a choice; those of an event follow its pairings."""
        if choice in self._known and not choice.event:
            return self._known[choice]
        event: frozenset[tuple[str, int]] = frozenset()
        if choice.event.isdecimal() and len(choice.event) < 9:  # noqa: PLR2004 - a number
            found = await self.tournaments.get(int(choice.event))
            played = () if found is None else found.pairings
            event = frozenset((each.journal, each.play) for each in played if each.journal)
        counted = await asyncio.to_thread(tables, choice.of(self._results, event))
        if len(self._known) >= REMEMBERED:
            self._known.clear()
        self._known[choice] = counted
        return counted


@dataclass(frozen=True, slots=True)
class Options:
    """What can be chosen."""

    sites: Sequence[str]
    seasons: Sequence[str]
    events: Sequence[Tournament]


def players(
    frame: Frame, standings: Mapping[str, Table], choice: Choice, game: str, options: Options
) -> str:
    """Return ratings and standings."""
    say = frame.say
    known = sorted(each for each in standings if each)
    rows: list[tuple[str, Choice, str, Sequence[tuple[str, str]]]] = [
        ("game", choice, game, [(each, title_of(each)) for each in known]),
        ("site", choice, game, [(each, each) for each in options.sites]),
        ("season", choice, game, [(each, each) for each in options.seasons]),
        ("event", choice, game, [(str(each.id), each.name) for each in options.events]),
    ]
    ways = [_ways(frame, *row) for row in rows if len(row[3]) > (row[0] == "site")]
    choices = tag("nav", ways, class_="choice", aria_label=say("choice"))
    table = standings.get(game)
    heads = [say(key) for key in ("player", "place", "skill", "played", "won", "average")]
    shown = table_of(heads, _rows(table.listed())) if table else nothing(say("nothing_found"))
    note = tag("p", say("skill_is"), class_="note")
    return page(frame, "players", say("players"), tag("h1", say("players")), choices, shown, note)


def _ways(
    frame: Frame, what: str, choice: Choice, game: str, values: Sequence[tuple[str, str]]
) -> Markup:
    """Return the links that choose one thing, and leave the others as they are."""
    chosen = game if what == "game" else str(getattr(choice, what))
    links = []
    for value, words in (("", frame.say(f"all_{what}s")), *values):
        other = choice if what == "game" else replace(choice, **{what: value})
        asked = {
            "game": value if what == "game" else game,
            "site": other.site,
            "season": other.season,
            "event": other.event,
        }
        given = urlencode({key: each for key, each in asked.items() if each})
        current = "true" if value == chosen else None
        href = f"/players?{given}" if given else "/players"
        links.append(tag("li", tag("a", words, href=href, aria_current=current)))
    return tag("ul", links, aria_label=frame.say(what))


def _rows(standings: Sequence[Standing]) -> list[list[Child]]:
    return [
        [
            each.player,
            place,
            f"{each.skill:.1f}",
            each.games,
            f"{each.won:g}",
            f"{each.points / each.games:.1f}",
        ]
        for place, each in enumerate(standings, 1)
    ]
