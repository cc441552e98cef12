"""Listens to PostgreSQL's notifications about results stored by any worker."""

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from companion_hub.store import Store
from companion_hub.store_transaction import RESULTS_CHANNEL

if TYPE_CHECKING:
    from psycopg import AsyncConnection

PAUSE: Final = 5.0
"""Seconds before a lost connection is opened again."""
_LOG: Final = logging.getLogger(__name__)


@dataclass(slots=True)
class ResultListener:
    """Calls ``tell`` for the results of all workers; a single worker calls it directly."""

    store: Store
    tell: Callable[[], None]
    _task: "asyncio.Task[None] | None" = None

    def start(self) -> None:
        """Listen, if the database supports notifications."""
        if self.store.is_postgres:
            self._task = asyncio.ensure_future(self._listen())

    async def close(self) -> None:
        """Stop listening."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    async def _listen(self) -> None:
        import psycopg  # a household has no PostgreSQL

        engine = self.store.engine
        _, how = engine.dialect.create_connect_args(engine.url)
        while True:
            try:
                async with await psycopg.AsyncConnection.connect(autocommit=True, **how) as db:
                    await self._hear(db)
            except psycopg.Error as error:
                _LOG.warning("pages do not hear of results: %s; it is tried again", error)
            await asyncio.sleep(PAUSE)

    async def _hear(self, db: "AsyncConnection[Any]") -> None:
        await db.execute(f"LISTEN {RESULTS_CHANNEL}")
        self.tell()  # results may have arrived before listening
        async for _ in db.notifies():
            self.tell()
