"""People at a card's table: a host who begins a game, and a phone for each seat, over the network.

Whatever a phone sees in the log is in the journal already: that is what a power cut must not take.
"""

import asyncio
import json
import random
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from itertools import count
from typing import Any, Final

from aiohttp import ClientSession, ClientTimeout, CookieJar

from tests.web.listener import Listener

ANSWER: Final = 120.0
"""Seconds that an emulated box may take for an answer."""


@dataclass
class Browser(Listener):
    """A page on which somebody says something."""

    numbers: "count[int]" = field(default_factory=lambda: count(1))

    async def say(self, kind: str, **given: Any) -> str:  # noqa: ANN401 - fields of a message
        """Say something and return the kind of the answer."""
        number = next(self.numbers)
        message = {"id": number, "seq": self.phone.seq, "kind": kind, **given}
        await self.socket.send_str(json.dumps(message))
        return str((await self.answer(number))["kind"])


@dataclass(frozen=True)
class Door:
    """The way to a box: where its pages are, and its codes."""

    base: str
    code: str
    host_code: str

    @asynccontextmanager
    async def browser(self, host_code: str) -> AsyncIterator[ClientSession]:
        """Open a host's browser, for pages that need no connection of their own."""
        async with ClientSession(
            self.base,
            cookie_jar=CookieJar(unsafe=True),
            timeout=ClientTimeout(total=ANSWER),
            headers={"Origin": self.base},
        ) as session:
            async with session.post("/api/host", json={"code": host_code}) as done:
                assert done.status == 204, await done.text()
            yield session

    @asynccontextmanager
    async def page(self, view: str, path: str, **given: Any) -> AsyncIterator[Browser]:  # noqa: ANN401 - fields of a request
        """Open a page of somebody who gets in by what is ``given``."""
        wait = ClientTimeout(total=None, sock_connect=ANSWER)
        async with ClientSession(cookie_jar=CookieJar(unsafe=True), timeout=wait) as session:
            origin = {"Origin": self.base}
            async with session.post(f"{self.base}{path}", json=given, headers=origin) as done:
                assert done.status == 204, await done.text()
            address = f"{self.base}/ws?view={view}&lang=en"
            async with session.ws_connect(address, origin=self.base) as socket:
                browser = Browser(socket, ANSWER)
                listening = asyncio.create_task(browser.listen())
                try:
                    await browser.until(lambda: bool(browser.phone.view))
                    yield browser
                finally:
                    listening.cancel()


async def begin(host: Browser) -> None:
    """Answer the setup as it is recommended, lay everything out, and free the seats."""
    while host.phone.view.get("lobby"):
        lobby = host.phone.view["lobby"]
        await host.say("answer", option=lobby["best"] or 0)
    while host.phone.view["turn"]["laying"]:
        await host.say("command", command="confirm")
    for claim in host.phone.view["claims"]:
        await host.say("unseat", seat=claim["seat"])


async def play(
    door: Door, seen: Callable[[int], None], enough: Callable[[], bool], seed: int = 1
) -> None:
    """Play at random on phones; ``seen`` is told the number of each entry that came to be known."""
    source = random.Random(seed)
    async with AsyncExitStack() as stack:
        host = await stack.enter_async_context(door.page("host", "/api/host", code=door.host_code))
        await begin(host)
        phones = [
            await stack.enter_async_context(
                door.page("seat", "/api/join", seat=seat, code=door.code)
            )
            for seat in range(len(host.phone.view["players"]))
        ]
        while not enough():
            able = [phone for phone in phones if phone.options]
            who = source.choice(able) if able else host
            if able:
                await who.say("choose", option=source.randrange(who.options))
            else:  # a card is turned up or a die rolled at the box, which nobody touches here
                paused = host.phone.view["turn"]["paused"]
                await host.say("command", command="resume" if paused else "pause")
            if who.phone.log:
                seen(max(line["n"] for line in who.phone.log))
