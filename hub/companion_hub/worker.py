"""Worker: stores the messages of boxes and acknowledges them.

A worker has no state to lose: cursors are in the database, and unacknowledged messages are
repeated. Messages that arrive during a transaction form the next one, so that a busy hub syncs the
disk no more often than an idle one. Messages of one box stay in order.
"""

import asyncio
import logging
import time
from collections import Counter, deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Protocol

import msgspec
from sqlalchemy.exc import SQLAlchemyError

from companion.protocol import mqtt
from companion.protocol.dispatch import Dispatch, HandlerTable, handles
from companion.protocol.payload import NotUnderstoodError
from companion.protocol.topics import MqttMessage
from companion_hub.live import ONLINE, LiveBoxes, compact
from companion_hub.message_parsing import (
    BoxId,
    batch_of,
    message_of,
    origin_of,
    parse,
    result_of,
    status_of,
)
from companion_hub.metrics import Metrics
from companion_hub.sheet_library import SheetLibrary
from companion_hub.source import nothing
from companion_hub.store import Store
from companion_hub.store_transaction import (
    Cursor,
    PendingMessage,
    StoreOutcome,
    StoreReport,
)

LANES: Final = 2
"""Transactions at the same time: one is prepared while PostgreSQL writes the other."""
GROUP: Final = 256
"""The most messages in a transaction."""
FEW: Final = 32
"""With fewer messages a transaction waits for more."""
LINGER: Final = 0.05
"""Seconds for which it waits: nobody sees them, and the disk is asked at most so often."""
WAITING: Final = 200
"""Messages of a box that may wait; what comes then is dropped, and sent again by the box."""
_LOG: Final = logging.getLogger(__name__)


class BoxPublisher(Protocol):
    """Sends a message to a box."""

    def __call__(self, topic: str, payload: bytes, *, retain: bool) -> None:
        """Publish it once."""


class QueuedMessage(msgspec.Struct, frozen=True):
    """A queued message; ``done`` is called when it need not be delivered again."""

    origin: BoxId
    name: str
    """The topic below those of its box."""
    message: MqttMessage
    data: Mapping[str, Any]
    """The same as it was sent."""
    done: Callable[[], None]
    since: float


@dataclass(slots=True)
class Worker:
    """Serves a source of messages."""

    store: Store
    live: LiveBoxes
    counts: Metrics
    publish: BoxPublisher
    clock: Callable[[], float] = time.monotonic
    linger: float = 0.0
    """Seconds for which a small transaction waits for more."""
    on_results: Callable[[], None] = nothing
    """Called after results were stored."""
    _lanes: list[deque[QueuedMessage]] = field(default_factory=list)
    _of_box: Counter[BoxId] = field(default_factory=Counter)
    """How many messages of each box wait."""
    _tasks: dict[int, "asyncio.Task[None]"] = field(default_factory=dict)
    _sheets: set["asyncio.Task[None]"] = field(default_factory=set)
    _dispatch: Dispatch[[QueuedMessage], bool] = field(init=False)

    def __post_init__(self) -> None:
        """Create the lanes; SQLite has one writer."""
        self._dispatch = HANDLERS.bound(self)
        self._lanes = [deque() for _ in range(LANES if self.store.is_postgres else 1)]

    def hear(self, topic: str, payload: bytes, done: Callable[[], None] = nothing) -> None:
        """Handle a message; rejected ones are counted by their reason.

        ``done`` is called once the message need not be delivered again: it is stored, was stored
        before, or can never be.
        """
        try:
            origin, name = origin_of(topic)
            declared = mqtt.message_at(name, mqtt.FROM_BOX)
            if declared is None:
                raise NotUnderstoodError("topic")
            if declared is mqtt.StatusMessage and not payload:
                self.live.forget(origin)  # a hub has removed it, and cleared what the broker kept
                done()
                return
            data = parse(declared, payload)
            message = message_of(declared, data)
            if not self._dispatch(
                message, QueuedMessage(origin, name, message, data, done, self.clock())
            ):
                done()
        except NotUnderstoodError as error:
            self._refuse(topic, str(error))
            done()

    # Each of these returns whether the message waits now.

    @handles(mqtt.RetainedMessage)
    def _show(self, _message: mqtt.RetainedMessage, heard: QueuedMessage) -> bool:
        self.live.hear(heard.origin, heard.name, heard.data)
        return False

    @handles(mqtt.StatusMessage)
    def _note_status(self, message: mqtt.StatusMessage, heard: QueuedMessage) -> bool:
        has_changed = self.live.hear(heard.origin, heard.name, heard.data)
        if not has_changed or message.state != ONLINE or not message.journal:
            return False
        return self._queue(heard)

    @handles(mqtt.GameMessage)
    def _store(self, _message: mqtt.GameMessage, heard: QueuedMessage) -> bool:
        return self._queue(heard)

    @handles(mqtt.SheetMessage)
    def _note_sheet(self, message: mqtt.SheetMessage, heard: QueuedMessage) -> bool:
        if len(self._sheets) >= GROUP:
            raise NotUnderstoodError("too-many")
        task = asyncio.ensure_future(self._add_sheet(message.text, heard))
        self._sheets.add(task)
        task.add_done_callback(self._sheets.discard)
        return True

    async def _add_sheet(self, text: str, heard: QueuedMessage) -> None:
        """Store a sheet; without a database, it is delivered again."""
        try:
            await SheetLibrary(self.store).add(heard.origin, text)
        except NotUnderstoodError as error:
            self._refuse(heard.origin.topic(heard.name), str(error))
        except (SQLAlchemyError, OSError) as error:
            self._fail(1, error)
            return
        heard.done()

    @handles(mqtt.EventMessage)
    def _ignore_event(self, _message: mqtt.EventMessage, _heard: QueuedMessage) -> bool:
        return False

    @handles(mqtt.Reply)
    def _ignore_reply(self, _message: mqtt.Reply, _heard: QueuedMessage) -> bool:
        return False

    def _queue(self, heard: QueuedMessage) -> bool:
        if self._of_box[heard.origin] >= WAITING:
            raise NotUnderstoodError("too-many")
        self._of_box[heard.origin] += 1
        number = hash(heard.origin) % len(self._lanes)
        self._lanes[number].append(heard)
        if number not in self._tasks:
            self._tasks[number] = asyncio.ensure_future(self._serve(number))
        return True

    async def _serve(self, number: int) -> None:
        """Handle everything queued in a lane, in the largest possible batches."""
        lane = self._lanes[number]
        try:
            while lane:
                if self.linger and len(lane) < FEW:
                    await asyncio.sleep(self.linger)
                group = [lane.popleft() for _ in range(min(GROUP, len(lane)))]
                for heard in group:
                    self._of_box[heard.origin] -= 1
                await self._take(group)
            self._of_box = +self._of_box  # without boxes of which nothing waits
        finally:
            del self._tasks[number]

    async def _take(self, group: Sequence[QueuedMessage]) -> None:
        """Store a batch; if that fails, message by message, as one of them may be the cause."""
        pieces = [(heard, piece) for heard in group if (piece := self._piece(heard)) is not None]
        if not pieces:
            return
        try:
            stored = await self.store.take([piece for _, piece in pieces])
        except (SQLAlchemyError, OSError) as error:
            if len(group) == 1 or not await self._answers():
                self._fail(len(pieces), error)
                return
            for heard, _ in pieces:
                await self._take([heard])
            return
        self._answer([(heard, each) for (heard, _), each in zip(pieces, stored, strict=True)])

    def _piece(self, heard: QueuedMessage) -> PendingMessage | None:
        """Return the content to store, ``None`` if the message is invalid."""
        message = heard.message
        try:
            if isinstance(message, mqtt.LogMessage):
                return PendingMessage(heard.origin, batch_of(message, heard.data))
            if isinstance(message, mqtt.ResultMessage):
                return PendingMessage(heard.origin, result_of(message, heard.data))
            assert isinstance(message, mqtt.StatusMessage)  # noqa: S101 - nothing else waits
            return PendingMessage(heard.origin, status_of(message))
        except NotUnderstoodError as error:
            self._refuse(heard.origin.topic(heard.name), str(error))
            heard.done()
            return None

    async def _answers(self) -> bool:
        try:
            return await self.store.answers()
        except (SQLAlchemyError, OSError):
            return False

    def _fail(self, count: int, error: Exception) -> None:
        self.counts.refused.labels("database").inc(count)
        _LOG.error("nothing is acknowledged: the database does not take it: %s", error)

    def _answer(self, stored: Sequence[tuple[QueuedMessage, StoreReport]]) -> None:
        """Send every box its stored position, once for all of its messages."""
        now = self.clock()
        newest: dict[tuple[BoxId, str], tuple[StoreReport, bool]] = {}
        for heard, each in stored:
            self._count(heard, each, now)
            if each.outcome is not StoreOutcome.REFUSED:
                key = heard.origin, each.cursor.journal
                # What was on its way to a worker that is gone is wanted again at once.
                wanted = each.outcome in (StoreOutcome.GAP, StoreOutcome.MET)
                newest[key] = each, wanted or newest.get(key, (each, False))[1]
            heard.done()
        for (origin, _), (each, wanted) in newest.items():
            self._acknowledge(origin, each.cursor)
            if wanted:
                self._want(origin, each.cursor)
        if any(isinstance(heard.message, mqtt.ResultMessage) for heard, _ in stored):
            self.live.bump()
            self.on_results()

    def _count(self, heard: QueuedMessage, stored: StoreReport, now: float) -> None:
        if stored.reason:
            self._refuse(heard.origin.topic(heard.name), stored.reason)
        if stored.outcome is StoreOutcome.REFUSED:
            return
        if stored.outcome is not StoreOutcome.MET:
            self.counts.commit.observe(now - heard.since)
            self.counts.stored.labels(stored.outcome).inc()
            self.counts.entries.inc(stored.rows)
        if stored.outcome is StoreOutcome.CONFLICT:
            name = f"{heard.origin.site} / {heard.origin.box}"
            _LOG.warning("%s has another journal than the one that is stored", name)

    def _want(self, origin: BoxId, cursor: Cursor) -> None:
        at = cursor.position
        want = {
            "journal": cursor.journal,
            "play": at.play,
            "sequence": at.sequence,
            "result": at.result,
        }
        self.publish(
            origin.topic(mqtt.ReplayRequestMessage.topic.name), compact(want).encode(), retain=False
        )

    def _acknowledge(self, origin: BoxId, cursor: Cursor) -> None:
        at = cursor.position
        ack = {
            "journal": cursor.journal,
            "play": at.play,
            "sequence": at.sequence,
            "result": at.result,
            "crc": cursor.crc,
        }
        self.publish(origin.topic(mqtt.AckMessage.topic.name), compact(ack).encode(), retain=True)

    def _refuse(self, topic: str, reason: str) -> None:
        self.counts.refused.labels(reason).inc()
        _LOG.debug("a message at %.200r is refused: %s", topic, reason)

    async def settled(self) -> None:
        """Wait until nothing is queued."""
        while self._tasks or self._sheets:
            await asyncio.gather(*self._tasks.values(), *self._sheets)


HANDLERS: Final = HandlerTable[MqttMessage, [QueuedMessage], bool](mqtt.FROM_BOX, Worker)
"""What the hub does with each message of a box."""
