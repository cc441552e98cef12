"""Thousands of boxes in one process: what they send is real, what they are is not."""

import asyncio
import json
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from time import perf_counter

from companion.engine.log import Entry, EntryKind
from companion.fleet.outbox import EntryBatch
from companion.fleet.result import log_of
from companion.protocol.journal import JournalPosition
from companion.storage.journal import Play
from companion.storage.journal.rows import EntryRow
from tests.fleet.broker import CONNACK, CONNECT, PUBLISH, SUBSCRIBE, remaining, string
from tests.hub.scene import SETUP


@dataclass(eq=False)
class SwarmBox(asyncio.Protocol):
    """A box that appends entries to a journal without end."""

    number: int
    batch: int = 1
    sequence: int = 0
    crc: int = 0
    acked: int = 0
    sent: dict[int, float] = field(default_factory=dict)
    waits: list[float] = field(default_factory=list)
    """Seconds from each message to the hub's word that it is stored."""
    ready: asyncio.Event = field(default_factory=asyncio.Event)
    news: asyncio.Event = field(default_factory=asyncio.Event)
    written: deque[tuple[int, bytes]] = field(default_factory=deque)
    """Messages that were written before, each with the number of its last entry."""
    _rest: bytes = b""
    _transport: asyncio.Transport | None = None
    _mid: int = 0

    @property
    def name(self) -> str:
        return f"s{self.number}"

    @property
    def base(self) -> str:
        return f"companion/v1/club/{self.name}"

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        self.send(CONNECT, string("MQTT") + bytes([4, 2, 0, 0]) + string(self.name))

    def send(self, kind: int, body: bytes, flags: int = 0) -> None:
        assert self._transport is not None
        self._transport.write(bytes([kind << 4 | flags]) + remaining(len(body)) + body)

    def publish(self, topic: str, written: bytes, *, retain: bool = False) -> None:
        self._mid = self._mid % 60_000 + 1
        body = string(topic) + self._mid.to_bytes(2, "big") + written
        self.send(PUBLISH, body, flags=2 | int(retain))

    def data_received(self, data: bytes) -> None:
        self._rest += data
        while (found := self._packet()) is not None:
            kind, body = found
            if kind == CONNACK:
                wanted = string(f"{self.base}/ack") + b"\0"
                self.send(SUBSCRIBE, (1).to_bytes(2, "big") + wanted, flags=2)
                self.publish(f"{self.base}/status", dumped(self.status()), retain=True)
            elif kind == PUBLISH:
                self.take(json.loads(body[2 + int.from_bytes(body[:2], "big") :]))

    def _packet(self) -> tuple[int, bytes] | None:
        length, shift, at = 0, 0, 1
        while at < len(self._rest):
            digit = self._rest[at]
            length |= (digit & 127) << shift
            shift, at = shift + 7, at + 1
            if not digit & 128:
                break
        else:
            return None
        if len(self._rest) < at + length:
            return None
        kind, body = self._rest[0] >> 4, self._rest[at : at + length]
        self._rest = self._rest[at + length :]
        return kind, body

    def status(self) -> dict[str, object]:
        return {
            "v": 1,
            "state": "online",
            "session": 1,
            "journal": self.name,
            "before": "",
            "version": "1",
        }

    def take(self, ack: dict[str, int]) -> None:
        now = perf_counter()
        self.acked = max(self.acked, ack["sequence"])
        for end in [end for end in self.sent if end <= self.acked]:
            self.waits.append(now - self.sent.pop(end))
        self.ready.set()
        self.news.set()

    def write(self) -> None:
        """Append entries, and write the message of them."""
        play = Play(1, "compass-jewels", "1", SETUP, 1000.0)
        entries = []
        after = JournalPosition(1, self.sequence) if self.sequence else JournalPosition()
        for _ in range(self.batch):
            self.sequence += 1
            payload = {"type": "move", "source": "a2", "target": "e2", "n": self.sequence}
            clock, wall = 900 * self.sequence, 1.7e9 + self.sequence
            entry = Entry(self.sequence, EntryKind.ACTION, self.sequence % 2, payload, clock, wall)
            self.crc = EntryRow.of(1, entry, self.crc).crc
            entries.append(entry)
        log = log_of(
            EntryBatch(play, after, tuple(entries), self.crc), (self.name, self.name), given=True
        )
        self.written.append((self.sequence, dumped(log)))

    def tell(self) -> None:
        """Send a message."""
        if not self.written:
            self.write()
        end, written = self.written.popleft()
        self.sent[end] = perf_counter()
        self.publish(f"{self.base}/log/1", written)

    def close(self) -> None:
        assert self._transport is not None
        self._transport.abort()

    async def tell_all(self, in_flight: int) -> None:
        """Send what is written as fast as the hub takes it, and wait until it has stored all."""
        while self.written or self.sent:
            while self.written and len(self.sent) < in_flight:
                self.tell()
            self.news.clear()
            await self.news.wait()

    async def stored(self) -> None:
        """Wait until the hub has stored everything that was sent."""
        while self.sent:
            self.news.clear()
            await self.news.wait()


def dumped(payload: object) -> bytes:
    return json.dumps(payload, separators=(",", ":")).encode()


@asynccontextmanager
async def swarm(count: int, port: int, batch: int = 1) -> AsyncIterator[list[SwarmBox]]:
    """Connect so many boxes, a hundred at a time."""
    loop = asyncio.get_running_loop()
    boxes = [SwarmBox(number, batch) for number in range(count)]
    try:
        for start in range(0, count, 100):
            await asyncio.gather(
                *(
                    loop.create_connection(lambda box=box: box, "127.0.0.1", port)  # type: ignore[misc]
                    for box in boxes[start : start + 100]
                )
            )
        yield boxes
    finally:
        for box in boxes:
            box.close()
        await asyncio.sleep(0)  # so that the sockets are closed
