"""A small broker of MQTT 3.1.1 in the test's own loop; its faults can be ordered.

It knows what boxes use: wills, retained messages, QoS 0 and 1, `+` and `#`. Section numbers are
those of the standard (docs.oasis-open.org/mqtt/mqtt/v3.1.1).
"""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

CONNECT, CONNACK, PUBLISH, PUBACK, SUBSCRIBE, SUBACK = 1, 2, 3, 4, 8, 9
PINGREQ, PINGRESP, DISCONNECT = 12, 13, 14
REFUSED = 5
"""Not authorized (3.2.2.3)."""


def remaining(length: int) -> bytes:
    """Return a length as 2.2.3 encodes it."""
    digits = bytearray()
    while True:
        length, digit = divmod(length, 128)
        digits.append(digit | (128 if length else 0))
        if not length:
            return bytes(digits)


def string(text: str) -> bytes:
    return len(text.encode()).to_bytes(2, "big") + text.encode()


def matches(wanted: str, topic: str) -> bool:
    """Tell whether a filter fits a topic (4.7)."""
    levels, parts = wanted.split("/"), topic.split("/")
    for i, level in enumerate(levels):
        if level == "#":
            return True
        if i >= len(parts) or level not in ("+", parts[i]):
            return False
    return len(levels) == len(parts)


@dataclass(frozen=True)
class Sent:
    """A message that a client has published."""

    topic: str
    payload: bytes
    retain: bool

    @property
    def data(self) -> Any:  # noqa: ANN401 - JSON
        return json.loads(self.payload)


@dataclass(eq=False)
class Guest:
    """A client that is connected."""

    writer: asyncio.StreamWriter
    filters: list[str] = field(default_factory=list)
    will: Sent | None = None

    def send(self, kind: int, body: bytes, flags: int = 0) -> None:
        self.writer.write(bytes([kind << 4 | flags]) + remaining(len(body)) + body)


@dataclass
class Broker:
    """The broker, with everything that was published."""

    port: int = 0
    sent: list[Sent] = field(default_factory=list)
    retained: dict[str, Sent] = field(default_factory=dict)
    guests: list[Guest] = field(default_factory=list)
    refuses: bool = False
    user: str = ""
    password: str = ""
    pings: int = 0
    connects: int = 0

    def of(self, ending: str) -> list[Any]:
        """Return the payloads at the topics that end like this."""
        return [sent.data for sent in self.sent if sent.topic.endswith(ending)]

    def last(self, ending: str) -> Any:  # noqa: ANN401 - JSON
        return self.of(ending)[-1]

    def publish(
        self, topic: str, payload: object, *, retain: bool = False, now: bool = False
    ) -> None:
        """Publish; with ``now`` the message carries the retained flag, as one that was kept."""
        written = payload if isinstance(payload, bytes) else json.dumps(payload).encode()
        if retain:
            self.retained[topic] = Sent(topic, written, retain=True)
        for guest in self.guests:
            if any(matches(wanted, topic) for wanted in guest.filters):
                guest.send(PUBLISH, string(topic) + written, flags=int(now))

    def drop(self) -> None:
        """Lose all connections, as a broker that is killed; wills are told."""
        for guest in tuple(self.guests):
            guest.writer.transport.abort()

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        guest = Guest(writer)
        try:
            while await self.take(guest, *await self.packet(reader)):
                pass
            guest.will = None
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            if guest in self.guests:
                self.guests.remove(guest)
            if guest.will is not None:
                self.keep(guest.will)
            writer.close()

    async def packet(self, reader: asyncio.StreamReader) -> tuple[int, bytes]:
        head, length, shift = (await reader.readexactly(1))[0], 0, 0
        while True:
            digit = (await reader.readexactly(1))[0]
            length |= (digit & 127) << shift
            shift += 7
            if not digit & 128:
                return head, await reader.readexactly(length)

    async def take(self, guest: Guest, head: int, body: bytes) -> bool:
        kind = head >> 4
        if kind == CONNECT:
            return self.connect(guest, body)
        if kind == PUBLISH:
            self.published(guest, head, body)
        elif kind == SUBSCRIBE:
            self.subscribe(guest, body)
        elif kind == PINGREQ:
            self.pings += 1
            guest.send(PINGRESP, b"")
        return kind != DISCONNECT

    def connect(self, guest: Guest, body: bytes) -> bool:
        self.connects += 1
        fields, flags = Fields(body[10:]), body[7]
        fields.take()  # the client's id
        if flags & 4:
            topic, payload = fields.take().decode(), fields.take()
            guest.will = Sent(topic, payload, retain=bool(flags & 32))
        self.user = fields.take().decode() if flags & 128 else ""
        self.password = fields.take().decode() if flags & 64 else ""
        if self.refuses:
            guest.will = None
            guest.send(CONNACK, bytes([0, REFUSED]))
            return False
        self.guests.append(guest)
        guest.send(CONNACK, bytes([0, 0]))
        return True

    def published(self, guest: Guest, head: int, body: bytes) -> None:
        size = int.from_bytes(body[:2], "big")
        topic, rest = body[2 : 2 + size].decode(), body[2 + size :]
        if head & 6:
            guest.send(PUBACK, rest[:2])
            rest = rest[2:]
        self.keep(Sent(topic, rest, retain=bool(head & 1)))

    def keep(self, sent: Sent) -> None:
        self.sent.append(sent)
        if sent.retain:
            self.retained[sent.topic] = sent
        self.publish(sent.topic, sent.payload)

    def subscribe(self, guest: Guest, body: bytes) -> None:
        rest, wanted = body[2:], []
        while rest:
            size = int.from_bytes(rest[:2], "big")
            wanted.append(rest[2 : 2 + size].decode())
            rest = rest[3 + size :]
        guest.filters += wanted
        guest.send(SUBACK, body[:2] + bytes(len(wanted)))
        for kept in self.retained.values():
            if any(matches(each, kept.topic) for each in wanted):
                guest.send(PUBLISH, string(kept.topic) + kept.payload, flags=1)


@dataclass
class Fields:
    """The length-prefixed fields of a packet."""

    rest: bytes

    def take(self) -> bytes:
        size = int.from_bytes(self.rest[:2], "big")
        taken, self.rest = self.rest[2 : 2 + size], self.rest[2 + size :]
        return taken


@asynccontextmanager
async def serving(broker: Broker | None = None, port: int = 0) -> AsyncIterator[Broker]:
    """Serve on the loopback interface; a broker that was there before keeps what it has."""
    broker = broker or Broker()
    server = await asyncio.start_server(broker.serve, "127.0.0.1", port)
    broker.port = server.sockets[0].getsockname()[1]
    try:
        yield broker
    finally:
        server.close()
        broker.drop()
        with suppress(TimeoutError):
            await asyncio.wait_for(server.wait_closed(), 1)
