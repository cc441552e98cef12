"""Takes the messages of boxes to the database, and tells each how far it is stored.

A worker keeps nothing that it could lose: cursors are in the database, and what was not
acknowledged comes again. Messages of one box are taken in order, those of several boxes at the
same time.
"""

import asyncio
import logging
import time
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Protocol

from sqlalchemy.exc import SQLAlchemyError

from companion.fleet.payload import NotUnderstoodError
from companion.fleet.topics import ACK, STATUS, WANT
from companion_hub.counts import Counts
from companion_hub.live import ONLINE, Live, compact
from companion_hub.store import Cursor, Fate, Store, Taken
from companion_hub.wire import (
    RETAINED,
    Origin,
    batch_in,
    is_log,
    is_result,
    origin_of,
    parse,
    result_in,
    status_in,
)

AT_ONCE: Final = 16
"""Boxes that are served at the same time."""
WAITING: Final = 200
"""Messages of a box that may wait; what comes then is dropped, and sent again by the box."""
_LOG: Final = logging.getLogger(__name__)


class Publish(Protocol):
    """Sends a message to a box."""

    def __call__(self, topic: str, payload: bytes, *, retain: bool) -> None:
        """Publish it once."""


@dataclass(slots=True)
class Worker:
    """Serves a source of messages."""

    store: Store
    live: Live
    counts: Counts
    publish: Publish
    clock: Callable[[], float] = time.monotonic
    _waiting: dict[Origin, deque[tuple[str, Mapping[str, Any]]]] = field(default_factory=dict)
    _tasks: set["asyncio.Task[None]"] = field(default_factory=set)
    _places: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(AT_ONCE))

    def hear(self, topic: str, payload: bytes) -> None:
        """Take a message; what is wrong with it is counted under its reason."""
        try:
            origin, name = origin_of(topic)
            data = parse(payload)
            self._hear(origin, name, data)
        except NotUnderstoodError as error:
            self._refuse(topic, error)

    def _hear(self, origin: Origin, name: str, data: Mapping[str, Any]) -> None:
        if name in RETAINED:
            if name == STATUS:
                status_in(data)
            if self.live.hear(origin, name, data) and name == STATUS and data["state"] == ONLINE:
                self._queue(origin, name, data)
        elif is_log(name) or is_result(name):
            self._queue(origin, name, data)

    def _queue(self, origin: Origin, name: str, data: Mapping[str, Any]) -> None:
        waiting = self._waiting.get(origin)
        if waiting is None:
            waiting = self._waiting[origin] = deque()
            task = asyncio.ensure_future(self._serve(origin, waiting))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        if len(waiting) >= WAITING:
            raise NotUnderstoodError("too-many")
        waiting.append((name, data))

    async def _serve(self, origin: Origin, waiting: deque[tuple[str, Mapping[str, Any]]]) -> None:
        """Take everything of a box that waits, one after another."""
        try:
            async with self._places:
                while waiting:
                    await self._try(origin, *waiting.popleft())
        finally:
            del self._waiting[origin]

    async def _try(self, origin: Origin, name: str, data: Mapping[str, Any]) -> None:
        try:
            await self._take(origin, name, data)
        except NotUnderstoodError as error:
            self._refuse(origin.topic(name), error)
        except (SQLAlchemyError, OSError) as error:
            self.counts.refused.labels("database").inc()
            _LOG.error("nothing is acknowledged: the database does not take it: %s", error)

    async def _take(self, origin: Origin, name: str, data: Mapping[str, Any]) -> None:
        begun = self.clock()
        if name == STATUS:
            status = status_in(data)
            if status.journal:
                cursor = await self.store.meet(origin, status)
                self._acknowledge(origin, cursor)
                # What was on its way to a worker that is gone is wanted again at once.
                self._want(origin, cursor)
            return
        if is_log(name):
            taken = await self.store.take_batch(origin, batch_in(data))
        else:
            taken = await self.store.take_result(origin, result_in(data))
        self.counts.commit.observe(self.clock() - begun)
        self.counts.taken.labels(taken.fate).inc()
        self.counts.entries.inc(taken.rows)
        self._answer(origin, taken)

    def _answer(self, origin: Origin, taken: Taken) -> None:
        if taken.fate is Fate.GAP:
            self._want(origin, taken.cursor)
            return
        if taken.fate is Fate.CONFLICT:
            _LOG.warning("%s has another journal than the one that is stored", origin.box)
        self._acknowledge(origin, taken.cursor)

    def _want(self, origin: Origin, cursor: Cursor) -> None:
        at = cursor.position
        want = {
            "journal": cursor.journal,
            "play": at.play,
            "sequence": at.sequence,
            "result": at.result,
        }
        self.publish(origin.topic(WANT), compact(want).encode(), retain=False)

    def _acknowledge(self, origin: Origin, cursor: Cursor) -> None:
        at = cursor.position
        ack = {
            "journal": cursor.journal,
            "play": at.play,
            "sequence": at.sequence,
            "result": at.result,
            "crc": cursor.crc,
        }
        self.publish(origin.topic(ACK), compact(ack).encode(), retain=True)

    def _refuse(self, topic: str, error: NotUnderstoodError) -> None:
        self.counts.refused.labels(str(error)).inc()
        _LOG.debug("a message at %.200r is refused: %s", topic, error)

    async def settled(self) -> None:
        """Wait until nothing waits any more."""
        while self._tasks:
            await asyncio.gather(*tuple(self._tasks))
