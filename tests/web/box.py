"""A running box that serves its pages on loopback."""

import asyncio
import random
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from aiohttp import ClientSession, CookieJar, TCPConnector
from msgspec.structs import replace

from companion import daemon
from companion.daemon import Box
from companion.daemon.readiness import PageAddresses
from companion.devices.clock import LoopClock
from companion.engine.fold import Draw, sampler
from companion.settings import Settings, WebSettings
from companion.table.command import Command
from companion.table.stage import Stage
from companion.web.gateway import TableGateway
from companion.web.http.server import WebServer
from tests.rig import settings
from tests.web.client import PATIENCE, Browser


@dataclass
class Served:
    """A box that serves pages."""

    box: Box
    server: WebServer

    @property
    def gateway(self) -> TableGateway:
        return self.server.gateway

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
        status, _ = await browser.post("/api/join", {"seat": seat, "code": self.gateway.seats.code})
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
    draw: Draw | None = None,
    **changes: Any,  # noqa: ANN401 - fields of settings
) -> AsyncIterator[Served]:
    """Run a box with emulated hardware and a server on a free port of loopback."""
    configuration: Settings = settings(folder, **{"level": "full", **changes})
    configuration = replace(
        configuration, web=WebSettings(0, "127.0.0.1", public=public, https=https)
    )
    clock = LoopClock(asyncio.get_running_loop())
    opened: asyncio.Future[PageAddresses] = asyncio.get_running_loop().create_future()
    told = opened.set_result if play else None
    draw = draw or sampler(random.Random(3))
    box = daemon.build(configuration, clock, draw, folder, ask=ask, play=told)
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
