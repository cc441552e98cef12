"""WebSocket of one page: passes messages to the handler and updates to the page."""

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Final

from aiohttp import WSMsgType, web

from companion.protocol.page import RefusedMessageError
from companion.web.access import cookie
from companion.web.access.rate_limit import TokenBucket
from companion.web.gateway import TableGateway
from companion.web.updates.publisher import Client
from companion.web.views.viewer import Viewer
from companion.web.views.virtual_box import VirtualBoxPage

_LONGEST_NAME: Final = 40
"""Characters of what a page calls itself."""
_LOG: Final = logging.getLogger(__name__)


@dataclass(slots=True)
class PageSocket:
    """One WebSocket: passes messages to the handler and sends updates to the page."""

    gateway: TableGateway
    connection: web.WebSocketResponse
    request: web.Request
    _has_updates: asyncio.Event = field(default_factory=asyncio.Event)
    _tasks: set[asyncio.Task[None]] = field(default_factory=set)

    async def serve(self, may: Callable[[str], Viewer], language: str, since: int | None) -> None:
        """Serve until the connection ends; ``may`` returns the rights of a browser."""
        window, who = None, cookie.who(self.request)
        viewer, name = may(who), _page_of(self.request)
        if viewer.play and self.gateway.hardware is not None:
            window = VirtualBoxPage(self.gateway.hardware, self._has_updates.set)
            window.open()
        client = Client(
            viewer,
            language,
            self._has_updates.set,
            self._drop,
            who,
            # Together with the cookie, so that no client asks about another's messages.
            page=name and f"{who} {name}",
            steps=self.request.query.get("steps") == "1",
            who=partial(may, who),
            window=window,
        )
        self.gateway.enter(client, since)
        pump = asyncio.create_task(self._send(client))
        try:
            await self._listen(client, who)
        finally:
            pump.cancel()
            for task in self._tasks:
                task.cancel()
            if window is not None:
                window.close()
            self.gateway.go(client)

    async def _listen(self, client: Client, who: str) -> None:
        allowance = TokenBucket(self.gateway.clock)
        async for message in self.connection:
            if not allowance.take() or not self.gateway.may_ask(who):
                self.gateway.message_handler.refuse(client, RefusedMessageError("too-fast"))
            elif message.type is not WSMsgType.TEXT:
                self.gateway.message_handler.refuse(client, RefusedMessageError("not-text"))
            elif client.window is None:
                await self.gateway.message_handler.hear(client, message.data)
            else:
                # The robot takes its time, and fingers may move meanwhile.
                task = asyncio.create_task(self.gateway.message_handler.hear(client, message.data))
                self._tasks.add(task)
                task.add_done_callback(self._tasks.discard)

    async def _send(self, client: Client) -> None:
        try:
            await self._send_updates(client)
        except OSError:
            self._drop()
        except Exception:  # noqa: BLE001 - a dropped client comes back and gets everything
            _LOG.exception("a client could not be told what is new")
            self._drop()

    async def _send_updates(self, client: Client) -> None:
        while True:
            await self._has_updates.wait()
            self._has_updates.clear()
            if client not in self.gateway.hub.clients:
                return
            for message in self.gateway.hub.messages(client):
                client.busy = True
                if isinstance(message, bytes):
                    await self.connection.send_bytes(message)
                else:
                    await self.connection.send_str(message)
                client.busy = False

    def _drop(self) -> None:
        """Abort the connection without waiting for an unresponsive client."""
        if self.request.transport is not None:
            self.request.transport.abort()


def _page_of(request: web.Request) -> str:
    """Return the id that a page sends; empty if it is missing or invalid."""
    name = request.query.get("page", "")
    return name if len(name) <= _LONGEST_NAME else ""
