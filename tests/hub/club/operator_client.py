"""The hub's pages as somebody who sends forms sees them."""

import asyncio
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from pathlib import Path

from aiohttp.test_utils import TestClient, TestServer
from aiohttp.web import Application, Request

from companion_hub.broker_accounts import BrokerError, DuplicateNameError, EnrolmentConfig
from companion_hub.club.accounts import Role
from companion_hub.club.passwords import Cost
from companion_hub.message_parsing import BoxId
from companion_hub.pages.server import HubServer
from companion_hub.settings import BrokerAddress
from tests.hub.scene import Scene, scene

CHEAP = Cost(16, 1, 1)
WORD = "ten letters"


@dataclass
class Ledger:
    """Accounts of a broker, on paper."""

    passwords: dict[str, str] = field(default_factory=dict)
    is_away: bool = False

    async def prepare(self) -> None:
        pass

    async def add(self, origin: BoxId, password: str) -> None:
        if self.is_away:
            raise BrokerError("it is away")
        if origin.box in self.passwords:
            raise DuplicateNameError(origin.box)
        self.passwords[origin.box] = password

    async def change(self, origin: BoxId, password: str) -> None:
        if self.is_away:
            raise BrokerError("it is away")
        self.passwords[origin.box] = password

    async def remove(self, origin: BoxId) -> None:
        del self.passwords[origin.box]


@dataclass
class OperatorClient:
    """A browser at the pages of a hub."""

    there: Scene
    pages: HubServer
    client: TestClient[Request, Application]
    ledger: "Ledger"

    async def get(self, path: str, status: int = 200) -> str:
        async with self.client.get(path) as answer:
            assert answer.status == status, await answer.text()
            return await answer.text()

    async def post(self, path: str, status: int = 200, **fields: str) -> str:
        """Send a form; what it leads to is followed."""
        return await self.send_form(path, fields, status)

    async def send_form(self, path: str, fields: dict[str, str], status: int = 200) -> str:
        """Send a form whose fields have been put together before."""
        own = {"Origin": str(self.client.make_url("/")).rstrip("/")}
        return await self.send(path, status, own, fields)

    async def send(
        self, path: str, status: int, headers: dict[str, str], fields: dict[str, str]
    ) -> str:
        """Send a form with headers of one's own."""
        async with self.client.post(path, data=fields, headers=headers) as answer:
            assert answer.status == status, await answer.text()
            return await answer.text()

    async def be(self, role: Role, name: str = "Ann") -> None:
        """Log in as somebody with a role."""
        await self.pages.accounts.add(name, WORD, role)
        await self.post("/login", name=name, password=WORD)


def run(folder: Path, act: Callable[[OperatorClient], Coroutine[None, None, None]]) -> None:
    """Serve the pages of a hub without boxes."""

    async def whole() -> None:
        async with scene(folder) as there:
            ledger = Ledger()
            how = EnrolmentConfig(ledger, BrokerAddress("", 1884), "club")
            pages = HubServer(there.store, there.live, there.counts, there.answer, enrolment=how)
            pages.accounts.cost = CHEAP
            pages.recount = there.rater.wake
            async with TestClient(TestServer(pages.app())) as client:
                await act(OperatorClient(there, pages, client, ledger))

    asyncio.run(whole())
