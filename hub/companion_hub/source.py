"""Message source: an MQTT broker; ``jetstream`` has the same interface."""

import asyncio
import logging
import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Final, Protocol

import msgspec

from companion.devices.clock import Clock, LoopClock
from companion.fleet.backoff import Backoff
from companion.fleet.connection import Address, BrokerMessage, Connection
from companion.protocol.mqtt import GameMessage, read_by
from companion.protocol.topics import Endpoint, every_box, filters
from companion.session.timer import Timer

HEARD: Final = filters(read_by(Endpoint.HUB))
"""Subscriptions of a hub to the messages of boxes."""
OF_TABLES: Final = filters(
    each for each in read_by(Endpoint.HUB) if not issubclass(each, GameMessage)
)
"""The same but for what is stored of games."""
STEADY: Final = 60.0
"""Seconds after which a connection counts as one that lasts."""
_LOG: Final = logging.getLogger(__name__)


def nothing() -> None:
    """Do nothing: no acknowledgement is expected."""


class MessageCallback(Protocol):
    """Handles a message."""

    def __call__(self, topic: str, payload: bytes, done: Callable[[], None] = nothing) -> None:
        """Handle it; ``done`` is called once it need not be delivered again."""


class MessageSource(Protocol):
    """Delivers the messages of boxes, and sends the answers."""

    def start(self, hear: MessageCallback) -> None:
        """Start to deliver messages; each may be repeated until it is acknowledged."""

    def publish(self, topic: str, payload: bytes, *, retain: bool) -> None:
        """Send a message; without a connection it is lost, and the box asks again."""

    def close(self) -> None:
        """Stop delivering."""


class Cluster(msgspec.Struct, frozen=True):
    """The servers, and the credentials for them."""

    servers: Sequence[str]
    user: str = ""
    password: Path | None = None
    replicas: int = 3
    """On how many servers the stream is kept."""


@dataclass(slots=True)
class MqttSource:
    """A broker. ``site`` is the site to listen to, ``+`` for all."""

    address: Address
    site: str
    heard: Sequence[str] = HEARD
    quality: int = 1
    """With QoS 1 the broker sends no more than the hub can take."""
    chance: Random = field(default_factory=Random)
    connection: Connection | None = None
    _hear: MessageCallback = lambda _topic, _payload, _done=nothing: None
    _clock: Clock = field(init=False)
    _connect_timer: Timer | None = None
    _backoff: Backoff = field(init=False)
    _connected_at: float = 0.0
    _why: str = ""

    def start(self, hear: MessageCallback) -> None:
        """Connect, with retries."""
        self._hear = hear
        self._clock = LoopClock(asyncio.get_running_loop())
        self._backoff = Backoff(self.chance)
        self._connect_timer = Timer(self._clock, self._connect)
        self._connect()

    def publish(self, topic: str, payload: bytes, *, retain: bool) -> None:
        """Publish at least once."""
        if self.connection is not None and self.connection.is_open:
            self.connection.publish(topic, payload, 1, retain=retain)

    def close(self) -> None:
        """Disconnect."""
        if self._connect_timer is not None:
            self._connect_timer.cancel()
        if self.connection is not None:
            self.connection.close()
            self.connection = None

    def _connect(self) -> None:
        topics = [every_box(self.site, name) for name in self.heard]
        loop = asyncio.get_running_loop()
        self.connection = Connection(
            self.address, None, topics, self, loop, self._clock, self.quality
        )
        self.connection.open()

    def on_open(self) -> None:
        """Handle the connection: all retained messages arrive now."""
        self._why, self._connected_at = "", self._clock.now()
        _LOG.info("the broker %s is there", self.address.host)

    def on_message(self, message: BrokerMessage) -> None:
        """Pass a message on."""
        self._hear(message.topic, message.payload)

    def on_tick(self) -> None:
        """Do nothing: there is no periodic work."""

    def on_closed(self, why: str) -> None:
        """Retry later; the same reason is logged only once in a row."""
        self.connection = None
        now = self._clock.now()
        if self._connected_at and now - self._connected_at >= STEADY:
            self._backoff.reset()
        self._connected_at = 0.0
        if why != self._why:
            self._why = why
            _LOG.warning("no broker: %s; it is tried again and again", why)
        if self._connect_timer is not None:
            self._connect_timer.set(now + self._backoff.wait())


def name_of_client() -> str:
    """Return a client id unique among workers."""
    return f"hub-{secrets.token_hex(4)}"
