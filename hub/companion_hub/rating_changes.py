"""Finds where results were added, changed or removed, so that ratings are recomputed."""

from typing import Final

from sqlalchemy import ColumnElement, Connection, func, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from companion_hub.schema import CHANGE, PLAY
from companion_hub.seasons import bounds_of, season_of

_COLUMNS: Final = ("site", "game", "finished", "journal", "play")


async def note_changes(db: AsyncConnection, which: ColumnElement[bool]) -> None:
    """Record changes of a few finished games. Call it before and after they are changed."""
    found = select(*(PLAY.c[name] for name in _COLUMNS)).where(
        which, PLAY.c.finished.is_not(None), PLAY.c.over.is_(True), PLAY.c.withheld == ""
    )
    await db.execute(insert(CHANGE).from_select(_COLUMNS, found))


async def note_many_changes(db: AsyncConnection, which: ColumnElement[bool]) -> None:
    """Record changes of many games at once, by their clubs, games and seasons."""
    await db.run_sync(note_all, which)


def note_all(db: Connection, which: ColumnElement[bool]) -> None:
    """Record changes of many games at once, on a blocking connection."""
    columns = PLAY.c
    found = (
        select(columns.site, columns.game, func.min(columns.finished), func.max(columns.finished))
        .where(
            which,
            columns.finished.is_not(None),
            columns.over.is_(True),
            columns.withheld == "",
        )
        .group_by(columns.site, columns.game)
    )
    for site, game, first, last in db.execute(found).all():
        at = first
        while at <= last:
            # Without a journal the place is before all games that have ended at that moment.
            db.execute(insert(CHANGE).values(site=site, game=game, finished=at, journal="", play=0))
            at = bounds_of(season_of(at))[1]
