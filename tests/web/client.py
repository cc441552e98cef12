"""Browsers played by aiohttp's client: a cookie jar, and pages that are sockets."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

from aiohttp import ClientSession, ClientWebSocketResponse, WSMsgType

from tests.web.phone import Phone

PATIENCE = 20.0


@dataclass
class Browser:
    """A browser without scripts: a cookie jar and the box's address."""

    session: ClientSession
    base: str

    async def post(self, path: str, body: object, **headers: str) -> tuple[int, dict[str, Any]]:
        """Post JSON as a page of the box does; return the status and the answer."""
        all_headers = {"Origin": self.base, "Content-Type": "application/json", **headers}
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        async with self.session.post(self.base + path, data=data, headers=all_headers) as answer:
            text = await answer.text()
            return answer.status, json.loads(text) if text else {}

    async def get(self, path: str, **headers: str) -> tuple[int, str, dict[str, str]]:
        async with self.session.get(self.base + path, headers=headers) as answer:
            return answer.status, await answer.text(), dict(answer.headers)

    @asynccontextmanager
    async def open(self, view: str = "table", **query: object) -> AsyncIterator["Page"]:
        """Open a WebSocket and wait for the first state."""
        more = "".join(f"&{key}={value}" for key, value in query.items())
        address = f"{self.base}/ws?view={view}&steps=1{more}"
        async with self.session.ws_connect(address, origin=self.base, compress=15) as socket:
            page = Page(socket, Phone())
            await page.until(lambda phone: bool(phone.view))
            yield page


@dataclass
class Page:
    """A WebSocket with the model of a client behind it."""

    socket: ClientWebSocketResponse
    phone: Phone

    async def until(self, happened: Callable[[Phone], bool]) -> Phone:
        """Receive messages until something has happened."""
        async with asyncio.timeout(PATIENCE):
            while not happened(self.phone):
                message = await self.socket.receive()
                assert message.type in (WSMsgType.TEXT, WSMsgType.BINARY), message
                self.phone.take(message.data)
        return self.phone

    async def say(self, kind: str, **fields: Any) -> dict[str, Any]:  # noqa: ANN401 - JSON
        """Send a message and return the answer to it."""
        count = len(self.phone.answers)
        message = {"id": count + 1, "seq": self.phone.seq or 0, "kind": kind, **fields}
        await self.socket.send_str(json.dumps(message))
        return await self.answer(count + 1)

    async def answer(self, of: int | None) -> dict[str, Any]:
        def is_answer(message: dict[str, Any]) -> bool:
            return message.get("of") == of and "hertz" not in message

        phone = await self.until(lambda phone: any(map(is_answer, phone.answers)))
        return next(message for message in phone.answers if message.get("of") == of)
