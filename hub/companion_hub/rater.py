"""Computes ratings in the background.

A table of standings processes results in the order of the games' ends, and stores its position. A
new result is counted once, in each of its eight tables. One that arrives late, is corrected, or is
removed is before that position: then its tables are recomputed, and pages show the old table
meanwhile.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from time import monotonic
from typing import Any, Final

from sqlalchemy import delete, func, insert, select, text, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection

from companion_hub.players import fold_name
from companion_hub.queries import (
    GameSearch,
    Place,
    StoredGame,
    results_after,
)
from companion_hub.ratings import Standing, StandingsTable
from companion_hub.schema import CHANGE, RATED, STANDING
from companion_hub.seasons import Scope, bounds_of, scopes_of, season_of
from companion_hub.store import Store

_AT_ONCE: Final = 500
"""Results, or rows of players, that are read or written at once: others want the loop, too."""
_CHANGES: Final = 5000
"""Changes that are read at once; the rest follows in the next round."""
_TRIES: Final = 5
"""How often a table is worked out again because another worker was faster."""
_LOCK: Final = 0x72617465
"""The number of PostgreSQL's lock that the worker holds which rates."""
AGAIN: Final = 1.0
"""Seconds after which it is tried again whether another worker still rates."""
PATIENCE: Final = 60.0
"""Seconds at most between two runs that take long."""
_BEGINNING: Final = (-1.0, "", 0)
_LOG: Final = logging.getLogger(__name__)


@dataclass(slots=True)
class Rater:
    """Keeps the standings of a hub up to date; ``tell`` is called after changes."""

    store: Store
    tell: Callable[[], None]
    _due: bool = False
    _task: "asyncio.Task[None] | None" = None

    def wake(self) -> None:
        """Schedule a count of new results."""
        self._due = True
        if self._task is None or self._task.done():
            self._task = asyncio.ensure_future(self._run())

    async def settled(self) -> None:
        """Wait until everything is counted."""
        if self._task is not None:
            await self._task

    async def close(self) -> None:
        """Stop; uncounted results are counted after the next start."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    async def _run(self) -> None:
        while self._due:
            self._due = False
            began = monotonic()
            try:
                if not await self.catch_up():
                    self._due = True
                    await asyncio.sleep(AGAIN)
                    continue
            except (SQLAlchemyError, OSError) as error:
                _LOG.error("standings are not worked out, and it is tried again: %s", error)
                self._due = True
                await asyncio.sleep(PATIENCE)
                continue
            took = monotonic() - began
            if self._due and took > AGAIN:
                # Late results come in crowds, and each asks for everything anew.
                await asyncio.sleep(min(PATIENCE, 4 * took))

    async def catch_up(self) -> bool:
        """Count all changes; return whether this worker did it: one does it for all."""
        async with self._alone() as is_ours:
            while is_ours:
                async with self.store.engine.connect() as db:
                    wanted = select(CHANGE).order_by(CHANGE.c.id).limit(_CHANGES)
                    changes = (await db.execute(wanted)).all()
                if not changes:
                    break
                for scope, place in sorted(_places(changes).items()):
                    await self._follow(scope, place)
                await self._forget([each.id for each in changes])
                self.tell()
        return is_ours

    @asynccontextmanager
    async def _alone(self) -> AsyncIterator[bool]:
        """Lock out the workers of other hubs; return whether one of them is rating already."""
        if not self.store.is_postgres:
            yield True
            return
        async with self.store.engine.connect() as db:
            number = {"number": _LOCK}
            result = await db.execute(text("SELECT pg_try_advisory_lock(:number)"), number)
            is_ours = bool(result.scalar_one())
            await db.commit()
            try:
                yield is_ours
            finally:
                if is_ours:
                    await db.execute(text("SELECT pg_advisory_unlock(:number)"), number)
                    await db.commit()

    async def _forget(self, numbers: Sequence[int]) -> None:
        async with self.store.writing() as db:
            for at in range(0, len(numbers), _AT_ONCE):
                some = numbers[at : at + _AT_ONCE]
                await db.execute(delete(CHANGE).where(CHANGE.c.id.in_(some)))

    async def _follow(self, scope: Scope, place: Place) -> None:
        """Update the standings of a scope after a change at a position."""
        for _ in range(_TRIES):
            following = await self._begun(scope, place)
            await following.count_all()
            async with self.store.writing() as db:
                if await following.keep(db):
                    return
        _LOG.warning("another hub works out the same standings: %s", scope)

    async def _begun(self, scope: Scope, place: Place) -> "_Following":
        async with self.store.engine.connect() as db:
            row = (await db.execute(select(RATED).where(_is(RATED, scope)))).one_or_none()
        if row is None:
            return _Following(self.store, scope)
        cursor = (row.finished, row.journal, row.play)
        if place <= cursor:
            return _Following(self.store, scope, row.version)
        return _Following(self.store, scope, row.version, cursor, is_new=False)


@dataclass(slots=True)
class _Following:
    """The standings of a scope during an update."""

    store: Store
    scope: Scope
    version: int = 0
    cursor: Place = _BEGINNING
    is_new: bool = True
    """Whether it begins with the first result."""
    table: StandingsTable = field(default_factory=StandingsTable)
    _loaded: set[str] = field(default_factory=set)

    async def count_all(self) -> None:
        """Count all results after the cursor."""
        begins, ends = bounds_of(self.scope.season) if self.scope.season else (0.0, 0.0)
        search = GameSearch(site=self.scope.site, game=self.scope.game, since=begins, until=ends)
        while True:
            found, last = await results_after(self.store, search, self.cursor, _AT_ONCE)
            if last is None:
                return
            if not self.is_new:
                await self._load({name for each in found for name in each.players})
            await asyncio.to_thread(_count, self.table, found)
            self.cursor = last

    async def _load(self, names: Iterable[str]) -> None:
        wanted = sorted({*names} - self._loaded)
        self._loaded.update(wanted)
        columns = STANDING.c
        for at in range(0, len(wanted), _AT_ONCE):
            these = _is(STANDING, self.scope) & columns.player.in_(wanted[at : at + _AT_ONCE])
            async with self.store.engine.connect() as db:
                for row in await db.execute(select(STANDING).where(these)):
                    self.table.standings[row.player] = _standing(row, self.table)

    async def keep(self, db: AsyncConnection) -> bool:
        """Write everything, unless another worker was faster; return which."""
        if not await self._move(db):
            return False
        if self.is_new:
            await db.execute(delete(STANDING).where(_is(STANDING, self.scope)))
        rows = [self._row(each) for each in self.table.standings.values()]
        into = (postgresql if self.store.is_postgres else sqlite).insert(STANDING)
        changed = {
            name: into.excluded[name] for name in ("games", "won", "points", "mu", "sigma", "skill")
        }
        key = [column.name for column in STANDING.primary_key]
        for at in range(0, len(rows), _AT_ONCE):
            some = into.on_conflict_do_update(index_elements=key, set_=changed)
            await db.execute(some, rows[at : at + _AT_ONCE])
        return True

    async def _move(self, db: AsyncConnection) -> bool:
        finished, journal, play = self.cursor
        this = _is(RATED, self.scope) & (RATED.c.version == self.version)
        if self.is_new and not self.table.standings:
            await db.execute(delete(RATED).where(this))
            return True
        values = {"finished": finished, "journal": journal, "play": play}
        values["version"] = self.version + 1
        if self.version:
            return bool((await db.execute(update(RATED).where(this).values(values))).rowcount)
        rated_count = select(func.count()).select_from(RATED).where(_is(RATED, self.scope))
        if (await db.execute(rated_count)).scalar_one():
            return False
        await db.execute(insert(RATED).values(**_named(self.scope), **values))
        return True

    def _row(self, standing: Standing) -> dict[str, Any]:
        rating = standing.rating
        return {
            **_named(self.scope),
            "player": standing.player,
            "folded": fold_name(standing.player),
            "games": standing.games,
            "won": standing.won,
            "points": standing.points,
            "mu": None if rating is None else rating.mu,
            "sigma": None if rating is None else rating.sigma,
            "skill": standing.skill,
        }


def _count(table: StandingsTable, found: Iterable[StoredGame]) -> None:
    for played in found:
        table.count(played)


def _places(changes: Iterable[Any]) -> dict[Scope, Place]:
    """Return the positions from which the standings of each scope may have changed."""
    places: dict[Scope, Place] = {}
    for each in changes:
        place = (each.finished, each.journal, each.play)
        for scope in scopes_of(each.site, season_of(each.finished), each.game):
            places[scope] = min(places.get(scope, place), place)
    return places


def _named(scope: Scope) -> dict[str, str]:
    return {"site": scope.site, "season": scope.season, "game": scope.game}


def _is(table: Any, scope: Scope) -> Any:  # noqa: ANN401 - a table, a condition
    columns = table.c
    return (
        (columns.site == scope.site)
        & (columns.season == scope.season)
        & (columns.game == scope.game)
    )


def _standing(row: Any, table: StandingsTable) -> Standing:  # noqa: ANN401 - a row
    rating = None
    if row.mu is not None:
        rating = table.model.rating(mu=row.mu, sigma=row.sigma, name=row.player)
    return Standing(row.player, row.games, row.won, row.points, rating)
