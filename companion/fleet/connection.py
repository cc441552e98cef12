"""Connection to the MQTT broker: paho's client, driven by the table's event loop.

paho's own loop polls every second, and so does aiomqtt's. Here the event loop watches the socket
through paho's callbacks for external loops, and paho only checks four times per keep-alive interval
whether a ping is due. Name resolution, connecting and the TLS handshake happen in a thread: a table
never waits for the network.

A connection is used once. Undelivered messages are lost with it: its user publishes everything
again on the next one.
"""

import asyncio
import logging
import socket
import ssl
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from threading import Thread
from typing import Final, Protocol

import msgspec
from msgspec.structs import replace
from paho.mqtt import client as mqtt
from paho.mqtt.enums import CallbackAPIVersion, MQTTErrorCode
from paho.mqtt.reasoncodes import ReasonCode

from companion.devices.clock import Clock
from companion.i18n.system_errors import describe_error
from companion.session.timer import Timer
from companion.settings import FleetSettings, MqttButtonSettings
from companion.storage import bounded_file

PATIENCE: Final = 10.0
"""Seconds for a connection to be opened, and once more for the broker's answer."""
_PINGS: Final = 4
"""How often paho is asked in each keep-alive time."""
_LOG: Final = logging.getLogger(__name__)


class BrokerMessage(msgspec.Struct, frozen=True):
    """A message from the broker."""

    topic: str
    payload: bytes
    retained: bool = False
    again: bool = False
    """Whether it may be a repetition."""


class Address(msgspec.Struct, frozen=True):
    """A broker, and the credentials for it."""

    host: str
    port: int
    client: str
    user: str = ""
    password: Path | None = None
    tls: bool = False
    ca: Path | None = None
    certificate: Path | None = None
    key: Path | None = None
    keepalive: int = 60

    def context(self) -> ssl.SSLContext | None:
        """Return the TLS context. Raises ``OSError`` for unusable files."""
        if not self.tls:
            return None
        context = ssl.create_default_context()
        if self.ca is not None:
            context.load_verify_locations(self.ca)
        if self.certificate is not None:
            context.load_cert_chain(self.certificate, self.key)
        return context


class ConnectionHandler(Protocol):
    """The user of a connection; always called in the event loop's thread."""

    def on_open(self) -> None:
        """Handle that the broker has accepted the connection."""

    def on_message(self, message: BrokerMessage) -> None:
        """Handle a message."""

    def on_tick(self) -> None:
        """Do periodic work: the process is awake anyway."""

    def on_closed(self, why: str) -> None:
        """Handle, once, that the connection has ended or failed."""


@dataclass(slots=True)
class Connection:
    """One connection; ``will`` is the topic and payload published if the box is lost."""

    address: Address
    will: tuple[str, bytes] | None
    topics: Sequence[str]
    ends: ConnectionHandler
    loop: asyncio.AbstractEventLoop
    clock: Clock
    quality: int = 0
    """The QoS of what is heard. A connection keeps nothing for the next one, and while it lasts TCP
    loses nothing; for each topic with QoS 1 a cluster of NATS would keep a queue on three disks."""
    is_open: bool = False
    _client: mqtt.Client = field(init=False)
    _timer: Timer = field(init=False)
    _closed: bool = False

    def __post_init__(self) -> None:
        """Create a client for this one connection."""
        self._timer = Timer(self.clock, self._time_has_come)
        self._client = client = mqtt.Client(
            CallbackAPIVersion.VERSION2,
            client_id=self.address.client,
            clean_session=True,  # nothing that was meant for an earlier moment
            protocol=mqtt.MQTTv311,
            reconnect_on_failure=False,
        )
        client.connect_timeout = PATIENCE
        if self.will is not None:
            client.will_set(*self.will, qos=1, retain=True)
        client.max_queued_messages_set(0)
        client.on_connect = self._on_connect
        client.on_message = self._on_message
        client.on_disconnect = self._on_disconnect
        client.on_socket_open = self._on_socket_open
        client.on_socket_close = self._on_socket_close
        client.on_socket_register_write = self._on_register_write
        client.on_socket_unregister_write = self._on_unregister_write

    def open(self) -> None:
        """Start to connect; ``ends`` is notified of the outcome."""
        # A separate daemon thread, which does not delay a shutdown.
        Thread(target=self._open, name="broker", daemon=True).start()

    def _open(self) -> None:
        """Connect; called in a thread."""
        try:
            self._connect_timer()
        except (OSError, ValueError) as error:
            self._soon(
                self._end, describe_error(error) if isinstance(error, OSError) else str(error)
            )
        else:
            self._soon(self._await_answer)

    def _soon(self, call: Callable[..., None], *arguments: object) -> None:
        """Call in the event loop's thread, if it still exists."""
        with suppress(RuntimeError):
            self.loop.call_soon_threadsafe(call, *arguments)

    def _await_answer(self) -> None:
        if not self._closed and not self.is_open:
            self._timer.set(self.clock.now() + PATIENCE)

    def _connect_timer(self) -> None:
        """Open the socket and send CONNECT; blocks for as long as the network takes."""
        address = self.address
        if address.user:
            self._client.username_pw_set(address.user, _secret(address.password))
        context = address.context()
        if context is not None:
            self._client.tls_set_context(context)
        self._client.connect(address.host, address.port, keepalive=address.keepalive)

    def publish(self, topic: str, payload: bytes, qos: int, *, retain: bool = False) -> None:
        """Send a message, or queue it if the socket does not accept more."""
        self._client.publish(topic, payload, qos=qos, retain=retain)

    def close(self) -> None:
        """Disconnect cleanly, so that the broker discards the will."""
        if self._closed:
            return
        self._closed = True
        if self.is_open:
            self._client.disconnect()
            self._client.loop_write()
        self._let_go()

    def _time_has_come(self) -> None:
        """Have paho check whether a ping is due, or its answer overdue."""
        if not self.is_open:
            self._end("the broker does not answer")
            return
        self._client.loop_misc()
        if not self._closed:
            self.ends.on_tick()
            self._wait()

    def _wait(self) -> None:
        self._timer.set(self.clock.now() + self.address.keepalive / _PINGS)

    def _end(self, why: str) -> None:
        """Notify the user of the connection of its end, once."""
        if self._closed:
            return
        self._closed = True
        self._let_go()
        self.ends.on_closed(why)

    def _let_go(self) -> None:
        self.is_open = False
        self._timer.cancel()
        sock = self._client.socket()
        if sock is not None:
            self._forget(sock)
            sock.close()

    # Callbacks of paho.

    def _on_connect(
        self, _client: mqtt.Client, _data: object, _flags: object, code: ReasonCode, _more: object
    ) -> None:
        if code.is_failure:
            self._end(f"the broker refuses: {code}")
            return
        self.is_open = True
        self._wait()
        self._client.subscribe([(topic, self.quality) for topic in self.topics])
        self.ends.on_open()

    def _on_message(self, _client: mqtt.Client, _data: object, message: mqtt.MQTTMessage) -> None:
        heard = BrokerMessage(message.topic, bytes(message.payload), message.retain, message.dup)
        try:
            self.ends.on_message(heard)
        except Exception:  # noqa: BLE001 - no message may stop the table
            _LOG.exception("a message could not be taken: %s", message.topic)

    def _on_disconnect(
        self,
        _client: mqtt.Client,
        _data: object,
        _flags: object,
        code: ReasonCode,
        _more: object,
    ) -> None:
        self._end(f"the connection is lost: {code}")

    def _on_socket_open(self, _client: mqtt.Client, _data: object, sock: "mqtt.SocketLike") -> None:
        """Watch the socket; called in the thread that connects."""
        if isinstance(sock, socket.socket):
            # Small messages go at once: else each waits 40 ms for the other's delayed ACK.
            sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._soon(self._watch, sock)

    def _watch(self, sock: "mqtt.SocketLike") -> None:
        if self._closed:
            sock.close()
        elif sock.fileno() >= 0:
            self.loop.add_reader(sock, self._readable, sock)

    def _readable(self, sock: "mqtt.SocketLike") -> None:
        """Read all available data, including data that TLS has already read from the socket."""
        while self._client.loop_read() == MQTTErrorCode.MQTT_ERR_SUCCESS and not self._closed:
            if not isinstance(sock, ssl.SSLSocket) or not sock.pending():
                return

    def _on_socket_close(
        self, _client: mqtt.Client, _data: object, sock: "mqtt.SocketLike"
    ) -> None:
        self._forget(sock)

    def _forget(self, sock: "mqtt.SocketLike") -> None:
        if sock.fileno() >= 0:
            self.loop.remove_reader(sock)
            self.loop.remove_writer(sock)

    def _on_register_write(
        self, _client: mqtt.Client, _data: object, sock: "mqtt.SocketLike"
    ) -> None:
        self._soon(self._watch_writing, sock)

    def _watch_writing(self, sock: "mqtt.SocketLike") -> None:
        if not self._closed and sock.fileno() >= 0 and self._client.want_write():
            self.loop.add_writer(sock, self._client.loop_write)

    def _on_unregister_write(
        self, _client: mqtt.Client, _data: object, sock: "mqtt.SocketLike"
    ) -> None:
        self._soon(self._no_more_writing, sock)

    def _no_more_writing(self, sock: "mqtt.SocketLike") -> None:
        if sock.fileno() >= 0 and not self._client.want_write():
            self.loop.remove_writer(sock)


def _secret(path: Path | None) -> str | None:
    """Return the password in a file. Raises ``OSError`` if it cannot be read."""
    return None if path is None else bounded_file.read_text(path).strip()


def address_of(settings: FleetSettings) -> Address:
    """Return the broker and the credentials for it."""
    by_password = settings.password is not None
    address = broker_address(settings, client=settings.box)
    return replace(
        address,
        user=address.user or (settings.box if by_password else ""),
        certificate=settings.certificate,
        key=settings.key,
        keepalive=settings.keepalive_s,
    )


def broker_address(settings: FleetSettings | MqttButtonSettings, client: str) -> Address:
    """Return the broker in the settings, to which a ``client`` connects."""
    usual = 8883 if settings.tls else 1883
    return Address(
        host=settings.broker,
        port=settings.port or usual,
        client=client,
        user=settings.user,
        password=settings.password,
        tls=settings.tls,
        ca=settings.ca,
    )
