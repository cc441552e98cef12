"""Message source on a NATS cluster: workers share one durable consumer of JetStream.

Retained messages arrive through the MQTT gateway at every hub, since each has pages. Logs and
results come from a replicated stream: each message goes to one worker, and to another one if it is
not acknowledged in time.
"""

import asyncio
import logging
from collections import deque
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from typing import Final

import nats
from nats.aio.client import Client
from nats.errors import Error
from nats.js import JetStreamContext
from nats.js.api import AckPolicy, ConsumerConfig, RetentionPolicy, StreamConfig
from nats.js.errors import NotFoundError

from companion.protocol.mqtt import AckMessage, LogMessage, ResultMessage
from companion.protocol.topics import Topics
from companion_hub.source import (
    Cluster,
    MessageCallback,
    MqttSource,
    nothing,
)

CONSUMER: Final = "workers"
"""The durable consumer that all workers share."""
BATCH: Final = 256
"""Messages that a worker asks for at once."""
OPEN: Final = 2048
"""Messages that all workers together may have without having dealt with them."""
ACK_WAIT: Final = 30.0
"""Seconds after which a message goes to another worker."""
KEPT: Final = 7 * 86_400.0
"""Seconds for which messages wait for workers; the boxes keep them anyway."""
PAUSE: Final = 1.0
"""Seconds before an attempt is repeated."""
_WAIT: Final = 5.0
"""Seconds that a request for messages stays open while there are none."""
_FAILURES: Final = (Error, OSError, TimeoutError)
_LOG: Final = logging.getLogger(__name__)


@dataclass(slots=True)
class NatsSource:
    """A NATS cluster with its MQTT gateway."""

    cluster: Cluster
    gateway: MqttSource
    """Brings what is retained."""
    _hear: MessageCallback = lambda _topic, _payload, _done=nothing: None
    _task: "asyncio.Task[None] | None" = None
    _client: Client | None = None
    _out: deque[tuple[str, bytes]] = field(default_factory=deque)
    _sending: "asyncio.Task[None] | None" = None

    def start(self, hear: MessageCallback) -> None:
        """Connect, with retries."""
        self._hear = hear
        self.gateway.start(hear)
        self._task = asyncio.ensure_future(self._run())

    def publish(self, topic: str, payload: bytes, *, retain: bool) -> None:
        """Send a message; an acknowledgement is not retained.

        Every connecting box gets one anyway, and the cluster would write each to all its disks.
        """
        if retain and not topic.endswith(f"/{AckMessage.topic.name}"):
            self.gateway.publish(topic, payload, retain=True)
        else:
            self._send(topic.replace("/", "."), payload)

    def close(self) -> None:
        """Stop delivering messages."""
        self.gateway.close()
        if self._task is not None:
            self._task.cancel()

    def _send(self, subject: str, payload: bytes) -> None:
        self._out.append((subject, payload))
        if self._sending is None or self._sending.done():
            self._sending = asyncio.ensure_future(self._send_all())

    async def _send_all(self) -> None:
        while self._out:
            subject, payload = self._out.popleft()
            client = self._client
            if client is None or not client.is_connected:
                self._out.clear()  # boxes ask again, and the stream repeats
                return
            with suppress(*_FAILURES):
                await client.publish(subject, payload)

    async def _run(self) -> None:
        """Deliver messages until cancelled."""
        try:
            while True:
                try:
                    await self._bring()
                except _FAILURES as error:
                    _LOG.warning("no messages from NATS: %r; it is tried again", error)
                await asyncio.sleep(PAUSE)
        finally:
            await self._disconnect()

    async def _bring(self) -> None:
        """Connect if necessary, and receive messages until an error."""
        if self._client is None:
            self._client = await self._connect()
        stream = self._client.jetstream()
        await self._prepare(stream)
        waiting = await stream.pull_subscribe_bind(consumer=CONSUMER, stream=self._stream)
        try:
            while True:
                with suppress(TimeoutError):
                    for message in await waiting.fetch(BATCH, timeout=_WAIT):
                        topic = message.subject.replace(".", "/")
                        done = partial(self._send, message.reply, b"")
                        self._hear(topic, message.data, done)
        finally:
            with suppress(*_FAILURES):
                await waiting.unsubscribe()

    async def _connect(self) -> Client:
        password = self.cluster.password
        client = await nats.connect(
            servers=[*self.cluster.servers],
            user=self.cluster.user or None,
            password=None if password is None else password.read_text(encoding="utf-8").strip(),
            max_reconnect_attempts=-1,
            reconnect_time_wait=PAUSE,
            error_cb=_note,
        )
        _LOG.info("the cluster of NATS is there")
        return client

    async def _disconnect(self) -> None:
        if self._client is not None:
            with suppress(*_FAILURES):
                await self._client.close()
            self._client = None

    @property
    def _stream(self) -> str:
        return "companion" if self.gateway.site == "+" else f"companion-{self.gateway.site}"

    async def _prepare(self, stream: JetStreamContext) -> None:
        """Create stream and consumer; existing ones are not changed."""
        try:
            await stream.stream_info(self._stream)
        except NotFoundError:
            await stream.add_stream(self._kept())
        try:
            await stream.consumer_info(self._stream, CONSUMER)
        except NotFoundError:
            await stream.add_consumer(
                self._stream,
                ConsumerConfig(
                    durable_name=CONSUMER,
                    ack_policy=AckPolicy.EXPLICIT,
                    ack_wait=ACK_WAIT,
                    max_ack_pending=OPEN,
                ),
            )

    def _kept(self) -> StreamConfig:
        """Return the messages that the cluster stores until they are acknowledged."""
        site = "*" if self.gateway.site == "+" else self.gateway.site
        every = Topics(site, "*")
        return StreamConfig(
            name=self._stream,
            subjects=[
                every.of(each.topic.at("*")).replace("/", ".")
                for each in (LogMessage, ResultMessage)
            ],
            retention=RetentionPolicy.WORK_QUEUE,
            max_age=KEPT,
            num_replicas=self.cluster.replicas,
        )


async def _note(error: Exception) -> None:
    """Log the events of a connection that reconnects automatically."""
    _LOG.info("NATS: %s", error)
