"""Limits the number of connections, and how long an idle one may stay.

A box has a thousand descriptors for journal, readers and panel too, and anybody in the Wi-Fi can
open sockets. So there is a limit; and whoever has not said a whole request in time, or has to make
room for a newcomer, is shown out. A WebSocket that is open stays.
"""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final, cast

MOST: Final = 256
"""Connections at the same time; a table with six phones has a dozen."""
PATIENCE: Final = 20.0
"""Seconds for a request and its answer, and for the next request on the same connection."""


@dataclass(slots=True)
class Connections:
    """The connections that are open. ``serve`` returns the protocol that speaks on a new one."""

    serve: Callable[[], asyncio.BaseProtocol]
    most: int = MOST
    patience: float = PATIENCE
    waiting: "dict[ClientConnection, None]" = field(default_factory=dict)
    """Those that may be shown out, longest there first."""
    settled: "set[ClientConnection]" = field(default_factory=set)
    """Those that stay: open WebSockets."""
    closed: bool = False

    def __call__(self) -> "ClientConnection":
        """Return a protocol for a new connection."""
        return ClientConnection(self, cast("asyncio.Protocol", self.serve()))

    def __len__(self) -> int:
        return len(self.waiting) + len(self.settled)

    def come(self, visitor: "ClientConnection") -> None:
        """Let a connection in, if need be in the place of the one that waits longest."""
        self.waiting[visitor] = None
        if self.closed:
            visitor.leave()
        elif len(self) > self.most:
            next(iter(self.waiting)).leave()

    def close(self) -> None:
        """Show everybody out, and whoever was already on the doorstep."""
        self.closed = True
        for visitor in (*self.waiting, *self.settled):
            visitor.leave()

    def go(self, visitor: "ClientConnection") -> None:
        """Forget a connection that has ended."""
        self.waiting.pop(visitor, None)
        self.settled.discard(visitor)


class ClientConnection(asyncio.Protocol):
    """One connection: passes everything on to the protocol that speaks on it."""

    def __init__(self, visitors: Connections, inner: asyncio.Protocol) -> None:
        """Stand before ``inner``."""
        self._visitors = visitors
        self._inner = inner
        self._transport: asyncio.Transport | None = None
        self._limit: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin: the time for a request runs."""
        self._transport = cast("asyncio.Transport", transport)
        self._inner.connection_made(transport)
        self.restart_timeout()
        self._visitors.come(self)

    def connection_lost(self, exc: Exception | None) -> None:
        """End."""
        self._calm()
        self._visitors.go(self)
        self._inner.connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Pass on what has come."""
        self._inner.data_received(data)

    def eof_received(self) -> bool | None:
        """Pass on that no more will come."""
        return self._inner.eof_received()

    def pause_writing(self) -> None:
        """Pass on that the other end does not keep up."""
        self._inner.pause_writing()

    def resume_writing(self) -> None:
        """Pass on that it has caught up."""
        self._inner.resume_writing()

    def restart_timeout(self) -> None:
        """Start the time for an answer and the next request."""
        self._calm()
        loop = asyncio.get_running_loop()
        self._limit = loop.call_later(self._visitors.patience, self.leave)

    def settle(self) -> None:
        """Let the connection stay as long as it likes: it is a WebSocket now."""
        self._calm()
        self._visitors.waiting.pop(self, None)
        self._visitors.settled.add(self)

    def leave(self) -> None:
        """End the connection without waiting for anybody."""
        self._visitors.go(self)
        if self._transport is not None:
            self._transport.abort()

    def _calm(self) -> None:
        if self._limit is not None:
            self._limit.cancel()
            self._limit = None


def connection_of(transport: asyncio.BaseTransport | None) -> ClientConnection | None:
    """Return who is on a connection; ``None`` if it is gone."""
    protocol = None if transport is None else transport.get_protocol()
    return protocol if isinstance(protocol, ClientConnection) else None
