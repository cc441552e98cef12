"""A running box that serves its pages on loopback, and browsers played by aiohttp's client."""

import asyncio
import json
import random
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from aiohttp import ClientSession, ClientWebSocketResponse, CookieJar, TCPConnector, WSMsgType

from companion import daemon
from companion.daemon import Box
from companion.daemon.serving import Opened
from companion.devices.clock import LoopClock
from companion.engine.fold import sampler
from companion.settings import Settings, WebSettings
from companion.table.command import Command
from companion.table.stage import Stage
from companion.web.room import Room
from companion.web.server import WebServer
from tests.rig import settings
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


@dataclass
class Served:
    """A box that serves pages."""

    box: Box
    server: WebServer

    @property
    def room(self) -> Room:
        return self.server.room

    @property
    def base(self) -> str:
        return f"{self.server.address.partition(':')[0]}://127.0.0.1:{self.server.port}"

    @asynccontextmanager
    async def browser(self) -> AsyncIterator[Browser]:
        trusting = TCPConnector(ssl=False)  # certificates of boxes are compared by people
        jar = CookieJar(unsafe=True)
        async with ClientSession(cookie_jar=jar, connector=trusting) as session:
            yield Browser(session, self.base)

    async def joined(self, browser: Browser, seat: int) -> None:
        status, _ = await browser.post("/api/join", {"seat": seat, "code": self.room.seats.code})
        assert status == 204

    async def opened(self, browser: Browser) -> None:
        """Open the play page at the address that `companion play` prints."""
        path = self.server.play_address.removeprefix(self.base)
        assert (await browser.get(path))[0] == 200


@asynccontextmanager
async def serving(
    folder: Path,
    *,
    play: bool = False,
    public: bool = False,
    https: bool = False,
    ask: bool = False,
    **changes: Any,  # noqa: ANN401 - fields of settings
) -> AsyncIterator[Served]:
    """Run a box with emulated hardware and a server on a free port of loopback."""
    configuration: Settings = settings(folder, **{"level": "full", **changes})
    configuration = replace(
        configuration, web=WebSettings(0, "127.0.0.1", public=public, https=https)
    )
    clock = LoopClock(asyncio.get_running_loop())
    box = daemon.build(configuration, clock, sampler(random.Random(3)), folder, ask=ask)
    opened: asyncio.Future[Opened] = asyncio.get_running_loop().create_future()
    box.play = opened.set_result if play else None
    box.session.sink(Command.BACK)
    ready = asyncio.Event()

    def follow(stage: Stage, _entries: object) -> None:
        if stage.console.join is not None:
            ready.set()

    box.session.followers = (*box.session.followers, follow)
    running = asyncio.ensure_future(box.run())
    try:
        await asyncio.wait_for(ready.wait(), PATIENCE)
        await box.session.settled()
        assert box.pages is not None
        assert isinstance(box.pages.server, WebServer)
        yield Served(box, box.pages.server)
    finally:
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)


def run(
    folder: Path,
    scene: Callable[[Served], Coroutine[None, None, None]],
    **given: Any,  # noqa: ANN401 - as for `serving`
) -> None:
    """Run a scene with a box that serves pages."""

    async def whole() -> None:
        async with serving(folder, **given) as served:
            await scene(served)

    asyncio.run(whole())
