"""Stores entries exactly once and in order; acknowledges only after the commit."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, Final

from sqlalchemy import event, select
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from companion_hub.log_blob import Row
from companion_hub.partitions import month_of
from companion_hub.rows import rows_of
from companion_hub.store_transaction import PendingMessage, StoreReport, StoreTransaction

POOL: Final = 8
"""Connections to PostgreSQL: transactions and pages at the same time."""


@dataclass(slots=True)
class Store:
    """A database."""

    engine: AsyncEngine
    now: Callable[[], float] = time.time
    """The time of day, POSIX seconds."""
    _one_writer: asyncio.Lock = field(default_factory=asyncio.Lock)
    _months: set[int] = field(default_factory=set)
    """Months whose partitions are known to be there."""

    @property
    def is_postgres(self) -> bool:
        """Whether several transactions can write concurrently."""
        return self.engine.dialect.name == "postgresql"

    async def close(self) -> None:
        """Close all connections."""
        await self.engine.dispose()

    def writing(self) -> AbstractAsyncContextManager[AsyncConnection]:
        """Return a connection whose block is one transaction."""
        return self._begin()

    @asynccontextmanager
    async def _begin(self) -> AsyncIterator[AsyncConnection]:
        """Commit at the end of the block; SQLite has one writer at a time."""
        if self.is_postgres:
            async with self.engine.begin() as db:
                yield db
        else:
            async with self._one_writer, self.engine.begin() as db:
                yield db

    async def take(self, pieces: Sequence[PendingMessage]) -> list[StoreReport]:
        """Store messages in one transaction, in order; return the outcome of each.

        Many messages cost little more than one: the disk is synced once. If one of them cannot be
        stored, none is.
        """
        try:
            return await self._take(pieces)
        except SQLAlchemyError:
            if not self._months:
                raise
            self._months.clear()  # an operator may have dropped the partitions of one
            return await self._take(pieces)

    async def _take(self, pieces: Sequence[PendingMessage]) -> list[StoreReport]:
        now = self.now()
        async with self._begin() as db:
            taking = StoreTransaction(db, now, month_of(now), frozenset(self._months))
            stored = await taking.take(pieces)
        self._months |= taking.made
        return stored

    async def log(self, journal: str, play: int) -> tuple[Row, ...]:
        """Return the whole log of a game."""
        async with self.engine.connect() as db:
            return tuple(await rows_of(db, journal, play))

    async def answers(self) -> bool:
        """Check that the database responds. Raises ``SQLAlchemyError`` if not."""
        async with self.engine.connect() as db:
            return bool((await db.execute(select(1))).scalar_one())


def open_store(url: str) -> Store:
    """Return the database at a URL: ``postgresql+psycopg:`` or ``sqlite+aiosqlite:``."""
    if url.startswith("postgresql"):
        # Without a locale Debian's databases have no encoding, and psycopg would return bytes.
        spoken = {"client_encoding": "utf8"}
        return Store(create_async_engine(url, pool_size=POOL, max_overflow=0, connect_args=spoken))
    engine = create_async_engine(url)

    @event.listens_for(engine.sync_engine, "connect")
    def _durable(connection: Any, _record: object) -> None:  # noqa: ANN401 - of aiosqlite
        cursor = connection.cursor()
        cursor.execute("PRAGMA journal_mode = WAL")
        cursor.execute("PRAGMA synchronous = FULL")
        cursor.execute("PRAGMA foreign_keys = ON")
        cursor.close()

    return Store(engine)
