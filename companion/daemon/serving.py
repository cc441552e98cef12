"""What a box offers and when it is ready: devices that have told how they are, pages that listen.

A port that is taken stops no game. It is tried again, ever more rarely, and the pages come when it
is free.
"""

import asyncio
import logging
from dataclasses import dataclass, field
from typing import Final, Protocol

from companion.devices import DeviceStatus, Input, Sink, State
from companion.devices.clock import Clock, TimerHandle
from companion.i18n.system_errors import explained

FIRST_WAIT: Final = 1.0
"""Seconds after which a port that was taken is tried again, the next time twice as many."""
LONGEST_WAIT: Final = 60.0
PATIENCE: Final = 10.0
"""Seconds that a device may take to tell how it is; no driver needs as many."""
_LOG: Final = logging.getLogger(__name__)


class Server(Protocol):
    """What is opened: the web server, which is imported only where it is wanted."""

    @property
    def address(self) -> str:
        """Where it is reached."""

    async def start(self) -> None:
        """Listen. Raises ``OSError`` if that cannot be; it may be tried again."""

    async def close(self) -> None:
        """End all connections."""


@dataclass(slots=True)
class Pages:
    """Opens a server, now or when its port is free."""

    server: Server
    clock: Clock
    _wait: float = FIRST_WAIT
    _timer: TimerHandle | None = None
    _trying: "asyncio.Future[None] | None" = None
    _trouble: str = ""

    async def open(self) -> None:
        """Listen, or say why that cannot be and try again later."""
        try:
            await self.server.start()
        except OSError as error:
            self._say(explained(error))
            self._timer = self.clock.call_at(self.clock.now() + self._wait, self._again)
            self._wait = min(2 * self._wait, LONGEST_WAIT)
        else:
            _LOG.info("pages for browsers: %s", self.server.address)

    async def close(self) -> None:
        """Try no more, and end all connections."""
        if self._timer is not None:
            self._timer.cancel()
        if self._trying is not None:
            self._trying.cancel()
            await asyncio.gather(self._trying, return_exceptions=True)
        await self.server.close()

    def _again(self) -> None:
        self._trying = asyncio.ensure_future(self.open())

    def _say(self, trouble: str) -> None:
        """Say what is in the way, once."""
        if trouble != self._trouble:
            self._trouble = trouble
            _LOG.error("no pages for browsers: %s; it is tried again and again", trouble)


@dataclass(slots=True)
class Attendance:
    """Passes news on to ``sink``; knows which devices have not yet told whether they serve."""

    sink: Sink
    _starting: set[str] = field(default_factory=set)
    _complete: asyncio.Event = field(default_factory=asyncio.Event)

    def take(self, news: Input) -> None:
        """Take what a device tells."""
        self.sink(news)
        if isinstance(news, DeviceStatus):
            if news.state is State.STARTING:
                self._starting.add(news.device)
            else:
                self._starting.discard(news.device)
            if not self._starting:
                self._complete.set()

    async def wait(self, clock: Clock) -> None:
        """Wait until every device has told whether it serves, or has taken too long for that."""
        if not self._starting:
            return
        self._complete.clear()
        timer = clock.call_at(clock.now() + PATIENCE, self._complete.set)
        await self._complete.wait()
        timer.cancel()
