"""What is kept: every entry once, in order, without a gap; acknowledged only after the commit."""

import asyncio
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, Final

from sqlalchemy import delete, event, insert, select, text, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from companion.fleet.outbox import Position
from companion.fleet.payload import NotUnderstoodError
from companion.storage.journal.rows import SEQUENCE_BITS, EntryRow
from companion_hub.log_blob import Row, packed, unpacked
from companion_hub.schema import ENTRY, JOURNAL, PLAY
from companion_hub.wire import Batch, Game, Origin, Result, Status, chained

POOL: Final = 8
"""Connections to PostgreSQL: boxes that are served at the same time."""
_SEQUENCE: Final = (1 << SEQUENCE_BITS) - 1
_INSERT: Final = text(
    "INSERT INTO entry (journal, play, sequence, kind, actor, payload, clock, wall, crc) "
    "SELECT :journal, :play, * FROM unnest(CAST(:sequence AS bigint[]), CAST(:kind AS text[]), "
    "CAST(:actor AS int[]), CAST(:payload AS text[]), CAST(:clock AS bigint[]), "
    "CAST(:wall AS float8[]), CAST(:crc AS bigint[])) ON CONFLICT DO NOTHING"
)
"""One statement for a batch: PostgreSQL takes it three times as fast as rows one by one."""
_CONTINUE: Final = text(
    "WITH moved AS (UPDATE journal SET sequence = :last, result = false, crc = :end "
    "WHERE name = :journal AND box = :box AND play = :play AND sequence = :known AND crc = :crc "
    "RETURNING 1) "
    "INSERT INTO entry (journal, play, sequence, kind, actor, payload, clock, wall, crc) "
    "SELECT :journal, :play, news.* FROM moved, "
    "unnest(CAST(:sequences AS bigint[]), CAST(:kinds AS text[]), CAST(:actors AS int[]), "
    "CAST(:payloads AS text[]), CAST(:clocks AS bigint[]), CAST(:walls AS float8[]), "
    "CAST(:crcs AS bigint[])) AS news"
)
"""Entries that continue what a worker knows to be stored: cursor and rows in one round trip."""
REMEMBERED: Final = 20_000
"""Journals whose cursors a worker remembers."""


class Fate(StrEnum):
    """What has become of a message."""

    STORED = "stored"
    KNOWN = "known"
    """It was stored before: a repetition."""
    GAP = "gap"
    """Something before it is missing."""
    CONFLICT = "conflict"
    """Something else is stored in its place: the box was restored, or copied."""


@dataclass(frozen=True, slots=True)
class Cursor:
    """How far a journal is stored, with the checksum of the entry there."""

    journal: str
    position: Position = Position()  # noqa: RUF009 - frozen
    crc: int = 0


@dataclass(frozen=True, slots=True)
class Taken:
    """What has become of a message, and how far its journal is stored now."""

    fate: Fate
    cursor: Cursor
    rows: int = 0


@dataclass(slots=True)
class Store:
    """A database."""

    engine: AsyncEngine
    _one_writer: asyncio.Lock = field(default_factory=asyncio.Lock)
    _cursors: dict[str, Cursor] = field(default_factory=dict)
    """What journals were stored up to when they were seen last. It may be outdated: whoever relies
    on it makes the database compare."""

    @property
    def is_postgres(self) -> bool:
        """Whether several boxes can be served at once."""
        return self.engine.dialect.name == "postgresql"

    async def close(self) -> None:
        """Close all connections."""
        await self.engine.dispose()

    def writing(self) -> AbstractAsyncContextManager[AsyncConnection]:
        """Return a connection whose block is one transaction."""
        return self._begin()

    @asynccontextmanager
    async def _begin(self) -> AsyncIterator[AsyncConnection]:
        """Commit at the end of the block; SQLite takes one writer at a time."""
        if self.is_postgres:
            async with self.engine.begin() as db:
                yield db
        else:
            async with self._one_writer, self.engine.begin() as db:
                yield db

    async def meet(self, origin: Origin, status: Status) -> Cursor:
        """Return how far the journal of a box is stored, which may be new."""
        async with self._begin() as db:
            return await self._cursor(db, origin, status.journal, status.before)

    async def take_batch(self, origin: Origin, batch: Batch) -> Taken:
        """Store what is new of a batch. Raises ``NotUnderstoodError`` for a wrong checksum."""
        taken = await self._continued(origin, batch) or await self._taken(origin, batch)
        if len(self._cursors) >= REMEMBERED:
            self._cursors.clear()
        self._cursors[batch.game.journal] = taken.cursor
        return taken

    async def _continued(self, origin: Origin, batch: Batch) -> Taken | None:
        """Store a batch that follows on what is known; ``None`` if the long way has to be gone."""
        known = self._cursors.get(batch.game.journal)
        if not self.is_postgres or known is None or batch.after != known.position:
            return None
        at, first = known.position, batch.entries[0].sequence
        if at.play != batch.game.play or first != at.sequence + 1:
            return None
        rows = self._chained(batch, known.crc)
        if rows is None:
            return None
        values = {
            "journal": batch.game.journal,
            "box": origin.box,
            "play": at.play,
            "known": at.sequence,
            "crc": known.crc,
            "last": batch.end.sequence,
            "end": batch.crc,
            "sequences": [row.id & _SEQUENCE for row in rows],
            "kinds": [row.kind for row in rows],
            "actors": [row.actor for row in rows],
            "payloads": [row.payload for row in rows],
            "clocks": [row.clock for row in rows],
            "walls": [row.wall for row in rows],
            "crcs": [row.crc for row in rows],
        }
        at_once = self.engine.execution_options(isolation_level="AUTOCOMMIT")
        async with at_once.connect() as db:
            stored = (await db.execute(_CONTINUE, values)).rowcount
        if stored != len(rows):
            return None
        return Taken(Fate.STORED, Cursor(known.journal, batch.end, batch.crc), stored)

    async def _taken(self, origin: Origin, batch: Batch) -> Taken:
        game = batch.game
        async with self._begin() as db:
            cursor = await self._cursor(db, origin, game.journal)
            at = cursor.position
            if batch.after > at:
                return Taken(Fate.GAP, cursor)
            behind = replace(at, result=False)
            new = tuple(
                entry for entry in batch.entries if Position(game.play, entry.sequence) > behind
            )
            if not new:
                return Taken(await self._known(db, batch), cursor)
            first = new[0].sequence
            follows = at.play == game.play and at.sequence == first - 1
            if first != 1 and not follows:
                return Taken(Fate.GAP, cursor)
            rows = self._chained(replace(batch, entries=new), cursor.crc if follows else 0)
            if rows is None:
                return Taken(Fate.CONFLICT, cursor)
            if first == 1:
                await self._begin_play(db, origin, game, batch.setup or {})
            await self._insert(db, game, rows)
            after = Cursor(game.journal, batch.end, rows[-1].crc)
            await self._move(db, after)
            return Taken(Fate.STORED, after, len(rows))

    async def take_result(self, origin: Origin, result: Result) -> Taken:
        """Store how a game has ended, and its log as one blob."""
        game = result.game
        async with self._begin() as db:
            cursor = await self._cursor(db, origin, game.journal)
            at = cursor.position
            if result.end <= at:
                return Taken(Fate.KNOWN, cursor)
            if result.after > at:
                return Taken(Fate.GAP, cursor)
            if at.play != game.play:
                if result.sequence:
                    return Taken(Fate.GAP, cursor)
                await self._begin_play(db, origin, game, {"players": list(result.players)})
            elif at.sequence != result.sequence:
                return Taken(Fate.GAP, cursor)
            elif result.crc not in (0, cursor.crc):  # 0: the box has deleted the log meanwhile
                return Taken(Fate.CONFLICT, cursor)
            await self._finish(db, origin, result)
            self._cursors.pop(game.journal, None)
            after = Cursor(game.journal, result.end, result.crc)
            await self._move(db, after)
            return Taken(Fate.STORED, after)

    @staticmethod
    def _chained(batch: Batch, previous: int) -> tuple[EntryRow, ...] | None:
        """Return the rows, ``None`` if they do not continue what is stored."""
        try:
            return chained(batch, previous)
        except NotUnderstoodError:
            if previous == 0:
                raise
            return None

    async def _cursor(
        self, db: AsyncConnection, origin: Origin, journal: str, before: str = ""
    ) -> Cursor:
        """Return the cursor of a journal, locked until the commit; a new one begins at 0."""
        columns = JOURNAL.c
        query = select(columns.play, columns.sequence, columns.result, columns.crc, columns.box)
        wanted = query.where(columns.name == journal).with_for_update()
        row = (await db.execute(wanted)).one_or_none()
        if row is None:
            values = {"site": origin.site, "box": origin.box, "before": before}
            new = {"name": journal, "since": time.time(), **values}
            await db.execute(self._ignoring(JOURNAL, new))
            return Cursor(journal)
        if row.box != origin.box:
            raise NotUnderstoodError("journal-of-another")
        return Cursor(journal, Position(row.play, row.sequence, bool(row.result)), row.crc)

    def _ignoring(self, table: Any, values: dict[str, Any]) -> Any:  # noqa: ANN401 - of two dialects
        """Return an insertion that does nothing if the row is there."""
        into = postgresql.insert if self.is_postgres else sqlite.insert
        return into(table).values(values).on_conflict_do_nothing()

    async def _known(self, db: AsyncConnection, batch: Batch) -> Fate:
        """Compare a repetition with what is stored, as long as it is stored in rows."""
        columns, last = ENTRY.c, batch.entries[-1]
        wanted = select(columns.crc).where(
            columns.journal == batch.game.journal,
            columns.play == batch.game.play,
            columns.sequence == last.sequence,
        )
        crc = (await db.execute(wanted)).scalar_one_or_none()
        return Fate.KNOWN if crc in (None, batch.crc) else Fate.CONFLICT

    async def _begin_play(
        self,
        db: AsyncConnection,
        origin: Origin,
        game: Game,
        setup: Any,  # noqa: ANN401 - JSON
    ) -> None:
        players = setup.get("players", [])
        values = {
            "journal": game.journal,
            "play": game.play,
            "site": origin.site,
            "box": origin.box,
            "game": game.game,
            "rules": game.rules,
            "began": game.began,
            "setup": dict(setup),
            "level": str(setup.get("level", "")),
            "players": players if isinstance(players, list) else [],
        }
        await db.execute(self._ignoring(PLAY, values))

    async def _insert(self, db: AsyncConnection, game: Game, rows: Sequence[EntryRow]) -> None:
        if self.is_postgres:
            await db.execute(
                _INSERT,
                {
                    "journal": game.journal,
                    "play": game.play,
                    "sequence": [row.id & _SEQUENCE for row in rows],
                    "kind": [row.kind for row in rows],
                    "actor": [row.actor for row in rows],
                    "payload": [row.payload for row in rows],
                    "clock": [row.clock for row in rows],
                    "wall": [row.wall for row in rows],
                    "crc": [row.crc for row in rows],
                },
            )
        else:
            await db.execute(
                insert(ENTRY),
                [
                    {
                        "journal": game.journal,
                        "play": game.play,
                        "sequence": row.id & _SEQUENCE,
                        "kind": row.kind,
                        "actor": row.actor,
                        "payload": row.payload,
                        "clock": row.clock,
                        "wall": row.wall,
                        "crc": row.crc,
                    }
                    for row in rows
                ],
            )

    async def _move(self, db: AsyncConnection, cursor: Cursor) -> None:
        at = cursor.position
        values = {
            "play": at.play,
            "sequence": at.sequence,
            "result": at.result,
            "crc": cursor.crc,
        }
        await db.execute(update(JOURNAL).where(JOURNAL.c.name == cursor.journal).values(values))

    async def _finish(self, db: AsyncConnection, origin: Origin, result: Result) -> None:
        game, columns = result.game, PLAY.c
        this = (columns.journal == game.journal) & (columns.play == game.play)
        rows = await self._log(db, game.journal, game.play)
        again = select(columns.play).where(
            columns.site == origin.site,
            columns.box == origin.box,
            columns.began == game.began,
            columns.crc == result.crc,
            columns.journal != game.journal,
        )
        copied = (await db.execute(again.limit(1))).first() is not None
        values = {
            "finished": result.finished,
            "over": result.over,
            "level": result.level,
            "players": list(result.players),
            "outcome": dict(result.outcome) if result.over else None,
            "crc": result.crc,
            "entries": len(rows),
            "log": await asyncio.to_thread(packed, rows),
            "copied": copied,
        }
        await db.execute(update(PLAY).where(this).values(values))
        # Left, and taken up again under another number: it is one game, and this is its end.
        left = (columns.journal == game.journal) & (columns.began == game.began)
        left &= columns.over.is_(False) & ~this
        await db.execute(update(PLAY).where(left).values(copied=True))
        ours = (ENTRY.c.journal == game.journal) & (ENTRY.c.play == game.play)
        await db.execute(delete(ENTRY).where(ours))

    async def log(self, journal: str, play: int) -> tuple[Row, ...]:
        """Return the whole log of a game."""
        async with self.engine.connect() as db:
            return await self._log(db, journal, play)

    async def _log(self, db: AsyncConnection, journal: str, play: int) -> tuple[Row, ...]:
        this = (PLAY.c.journal == journal) & (PLAY.c.play == play)
        blob = (await db.execute(select(PLAY.c.log).where(this))).scalar_one_or_none()
        columns = ENTRY.c
        wanted = select(
            *(columns[name] for name in ("sequence", "kind", "actor", "payload")),
            *(columns[name] for name in ("clock", "wall", "crc")),
        )
        ours = (columns.journal == journal) & (columns.play == play)
        rows = await db.execute(wanted.where(ours).order_by(columns.sequence))
        return (*unpacked(blob), *(tuple(row) for row in rows))


def open_store(url: str) -> Store:
    """Return the database at a URL: ``postgresql+psycopg:`` or ``sqlite+aiosqlite:``."""
    if url.startswith("postgresql"):
        return Store(create_async_engine(url, pool_size=POOL, max_overflow=0))
    engine = create_async_engine(url)

    @event.listens_for(engine.sync_engine, "connect")
    def _durable(connection: Any, _record: object) -> None:  # noqa: ANN401 - of aiosqlite
        cursor = connection.cursor()
        cursor.execute("PRAGMA journal_mode = WAL")
        cursor.execute("PRAGMA synchronous = FULL")
        cursor.execute("PRAGMA foreign_keys = ON")
        cursor.close()

    return Store(engine)
