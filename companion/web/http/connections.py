"""Limits the number of connections, and the time an idle one may stay open.

A box has a thousand descriptors, also for journal, readers and panel, and any device in the Wi-Fi
can open sockets. So there is a limit; a connection that has not sent a whole request in time, or
that has to make room for a new one, is closed. An open WebSocket stays.
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
    """The open connections. ``serve`` returns the protocol for a new one."""

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
        """Admit a connection, closing the longest idle one if the limit is reached."""
        self.waiting[visitor] = None
        if self.closed:
            visitor.leave()
        elif len(self) > self.most:
            next(iter(self.waiting)).leave()

    def close(self) -> None:
        """Close all connections, including those not yet accepted."""
        self.closed = True
        for visitor in (*self.waiting, *self.settled):
            visitor.leave()

    def go(self, visitor: "ClientConnection") -> None:
        """Remove a connection that has ended."""
        self.waiting.pop(visitor, None)
        self.settled.discard(visitor)


class ClientConnection(asyncio.Protocol):
    """One connection: forwards all events to its protocol."""

    def __init__(self, visitors: Connections, inner: asyncio.Protocol) -> None:
        """Wrap ``inner``."""
        self._visitors = visitors
        self._inner = inner
        self._transport: asyncio.Transport | None = None
        self._limit: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Start the timeout of the first request."""
        self._transport = cast("asyncio.Transport", transport)
        self._inner.connection_made(transport)
        self.restart_timeout()
        self._visitors.come(self)

    def connection_lost(self, exc: Exception | None) -> None:
        """Clean up after the connection."""
        self._calm()
        self._visitors.go(self)
        self._inner.connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Forward received data."""
        self._inner.data_received(data)

    def eof_received(self) -> bool | None:
        """Forward the end of the input."""
        return self._inner.eof_received()

    def pause_writing(self) -> None:
        """Forward that the peer does not keep up."""
        self._inner.pause_writing()

    def resume_writing(self) -> None:
        """Forward that the peer has caught up."""
        self._inner.resume_writing()

    def restart_timeout(self) -> None:
        """Restart the timeout for an answer and the next request."""
        self._calm()
        loop = asyncio.get_running_loop()
        self._limit = loop.call_later(self._visitors.patience, self.leave)

    def settle(self) -> None:
        """Cancel the timeout: the connection is a WebSocket now."""
        self._calm()
        self._visitors.waiting.pop(self, None)
        self._visitors.settled.add(self)

    def leave(self) -> None:
        """Abort the connection without waiting for the peer."""
        self._visitors.go(self)
        if self._transport is not None:
            self._transport.abort()

    def _calm(self) -> None:
        if self._limit is not None:
            self._limit.cancel()
            self._limit = None


def connection_of(transport: asyncio.BaseTransport | None) -> ClientConnection | None:
    """Return the client's connection; ``None`` if it is closed."""
    protocol = None if transport is None else transport.get_protocol()
    return protocol if isinstance(protocol, ClientConnection) else None
