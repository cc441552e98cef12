"""Start-up monitor: a box is ready when its devices have reported, its pages when they listen.

A port that is in use stops no game. Opening it is retried at growing intervals, and the pages
appear when it is free.
"""

import asyncio
import logging
from collections.abc import Callable
from typing import Final, Protocol

import msgspec

from companion.devices import DeviceStatus, Input, Sink, State
from companion.devices.clock import Clock, TimerHandle
from companion.i18n.system_errors import describe_error
from companion.table.state import JoinInfo

FIRST_WAIT: Final = 1.0
"""Seconds after which a port that is in use is tried again; each failure doubles them."""
LONGEST_WAIT: Final = 60.0
"""The most seconds between two attempts."""
PATIENCE: Final = 10.0
"""Seconds that a device may take to report its state; no driver needs as long."""
_LOG: Final = logging.getLogger(__name__)


class PageAddresses(msgspec.Struct, frozen=True):
    """Event: the pages of the emulated hardware can be opened now."""

    play: str
    """The address of the page that is the hardware, with its key."""
    page: str
    """The address of the page that everybody may see."""
    phones: JoinInfo | None
    """How phones join; ``None`` where none can come."""
    named: str
    """The page's address by the machine's own name; empty if nobody would find it."""


class Server(Protocol):
    """The part of the web server used here; its module is imported only when needed."""

    @property
    def address(self) -> str:
        """The URL of the pages."""

    async def start(self) -> None:
        """Listen. Raises ``OSError`` if that fails; it may be retried."""

    async def close(self) -> None:
        """Close all connections and stop listening."""


class ServerStarter(msgspec.Struct, eq=False):
    """Opens a server, now or as soon as its port is free, and then calls ``on_open``."""

    server: Server
    clock: Clock
    on_open: Callable[[], None] = lambda: None
    _wait: float = FIRST_WAIT
    _timer: TimerHandle | None = None
    _trying: "asyncio.Future[None] | None" = None
    _trouble: str = ""

    async def open(self) -> None:
        """Listen, or log the reason and retry later."""
        try:
            await self.server.start()
        except OSError as error:
            self._say(describe_error(error))
            self._timer = self.clock.call_at(self.clock.now() + self._wait, self._again)
            self._wait = min(2 * self._wait, LONGEST_WAIT)
        else:
            _LOG.info("pages for browsers: %s", self.server.address)
            self.on_open()

    async def close(self) -> None:
        """Stop retrying, and close all connections."""
        if self._timer is not None:
            self._timer.cancel()
        if self._trying is not None:
            self._trying.cancel()
            await asyncio.gather(self._trying, return_exceptions=True)
        await self.server.close()

    def _again(self) -> None:
        self._trying = asyncio.ensure_future(self.open())

    def _say(self, trouble: str) -> None:
        """Log a reason, unless it is the same as the last one."""
        if trouble != self._trouble:
            self._trouble = trouble
            _LOG.error("no pages for browsers: %s; it is tried again and again", trouble)


class StartupMonitor(msgspec.Struct, eq=False):
    """Passes device events on to ``sink``, and tracks which devices are still starting."""

    sink: Sink
    _starting: set[str] = msgspec.field(default_factory=set)
    _complete: asyncio.Event = msgspec.field(default_factory=asyncio.Event)

    def take(self, event: Input) -> None:
        """Pass on a device's event, and note whether the device is still starting."""
        self.sink(event)
        if isinstance(event, DeviceStatus):
            if event.state is State.STARTING:
                self._starting.add(event.device)
            else:
                self._starting.discard(event.device)
            if not self._starting:
                self._complete.set()

    async def wait(self, clock: Clock) -> None:
        """Wait until no device is starting any more, at most ``PATIENCE``."""
        if not self._starting:
            return
        self._complete.clear()
        timer = clock.call_at(clock.now() + PATIENCE, self._complete.set)
        await self._complete.wait()
        timer.cancel()
