"""Database queries of standings, independent of the number of players."""

from collections.abc import Sequence
from typing import Any, Final

import msgspec
from sqlalchemy import Column, func, select

from companion_hub.players import fold_name
from companion_hub.schema import RATED, STANDING
from companion_hub.seasons import Scope
from companion_hub.store import Store

PAGE: Final = 100
"""Players on a page."""
MOST_OPTIONS: Final = 100
"""Clubs, seasons or games that can be chosen: boxes make them up."""


class StandingsRow(msgspec.Struct, frozen=True):
    """Score of a player, with the resulting rank."""

    place: int
    player: str
    games: int
    won: float
    points: int
    skill: float


class Scopes(msgspec.Struct, frozen=True):
    """The existing clubs and seasons, and the games of the selection."""

    sites: Sequence[str]
    seasons: Sequence[str]
    games: Sequence[str]


async def standings_on_page(
    store: Store, scope: Scope, part: str, at: int
) -> tuple[int, list[StandingsRow]]:
    """Return the number of players with a substring, and those on a page, 0 for the first."""
    columns = STANDING.c
    here = (columns.site == scope.site) & (columns.season == scope.season)
    here &= columns.game == scope.game
    order = (columns.skill.desc(), columns.player)
    its = (columns.player, columns.games, columns.won, columns.points, columns.skill)
    if part:
        place = func.row_number().over(order_by=order).label("place")
        ranked = select(place, *its, columns.folded).where(here).subquery()
        found = ranked.c.folded.contains(fold_name(part), autoescape=True)
        wanted = select(ranked).where(found).order_by(ranked.c.place)
        counted = (
            select(func.count())
            .select_from(STANDING)
            .where(here, columns.folded.contains(fold_name(part), autoescape=True))
        )
    else:
        wanted = select(*its).where(here).order_by(*order)
        counted = select(func.count()).select_from(STANDING).where(here)
    async with store.engine.connect() as db:
        count: int = (await db.execute(counted)).scalar_one()
        rows = (await db.execute(wanted.limit(PAGE).offset(at * PAGE))).all()
    return count, [_ranked(row, number) for number, row in enumerate(rows, at * PAGE + 1)]


async def scopes(store: Store, chosen: Scope) -> Scopes:
    """Return the possible selections besides the current one."""
    columns = RATED.c
    wanted = (
        (columns.site, (columns.season == "") & (columns.game == "")),
        (columns.season, (columns.site == "") & (columns.game == "")),
        (columns.game, (columns.site == chosen.site) & (columns.season == chosen.season)),
    )
    async with store.engine.connect() as db:

        async def named(column: Column[Any], condition: Any) -> list[str]:  # noqa: ANN401 - SQL
            # The newest seasons come first, should there be too many.
            named = select(column).where(column != "", condition).order_by(column.desc())
            return [*(await db.execute(named.limit(MOST_OPTIONS))).scalars()]

        sites, seasons, games = [await named(*each) for each in wanted]
    return Scopes(sites[::-1], seasons, games[::-1])


def _ranked(row: Any, number: int) -> StandingsRow:  # noqa: ANN401 - a row
    place = getattr(row, "place", number)
    return StandingsRow(place, row.player, row.games, row.won, row.points, row.skill)
