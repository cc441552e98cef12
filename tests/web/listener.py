"""A page over the network that listens all the time, also while its owner thinks."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from aiohttp import ClientWebSocketResponse

from tests.web.phone import Phone


@dataclass
class Listener:
    """A page that takes whatever comes; run ``listen`` beside it."""

    socket: ClientWebSocketResponse
    patience: float
    """Seconds within which a box must have answered."""
    phone: Phone = field(default_factory=Phone)
    news: asyncio.Event = field(default_factory=asyncio.Event)

    async def listen(self) -> None:
        """Follow the table until the connection ends."""
        async for message in self.socket:
            self.phone.take(message.data)
            self.news.set()

    async def until(self, happened: Callable[[], bool]) -> None:
        """Wait until something has come."""
        async with asyncio.timeout(self.patience):
            while not happened():
                self.news.clear()
                await self.news.wait()

    async def answer(self, of: int) -> dict[str, Any]:
        """Wait for the answer to a message."""

        def answers() -> list[dict[str, Any]]:
            return [said for said in self.phone.answers if said.get("of") == of]

        await self.until(lambda: bool(answers()))
        return answers()[0]

    @property
    def options(self) -> int:
        """How many options there are to choose from now."""
        return len((self.phone.view.get("choices") or {"options": ()})["options"])
