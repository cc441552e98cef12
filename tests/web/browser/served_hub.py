"""A hub with a club, served in a thread; only where it runs, its big libraries are imported."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import Thread
from typing import Final

from aiohttp.test_utils import TestServer

from companion_hub.broker_accounts import EnrolmentConfig
from companion_hub.club.accounts import Role
from companion_hub.club.enrolments import BoxAssignment, Enrolments
from companion_hub.club.groups import GroupSettings
from companion_hub.club.tournament import PairingSystem, Tournament
from companion_hub.message_parsing import BoxId
from companion_hub.pages.server import HubServer
from companion_hub.settings import BrokerAddress
from tests.hub.club.operator_client import CHEAP, WORD, Ledger
from tests.hub.scene import STATE, BoxJournal, Scene, scene

HEALTH: Final = {
    "v": 1,
    "devices": {"board": {"state": "absent", "detail": "no answer"}},
    "bad_frames": {"board": 3},
    "disk_free_mb": 900,
    "temperature": 45,
}


@dataclass
class Hub:
    """A hub that is served in a thread of its own: Playwright allows no other event loop."""

    folder: Path
    address: str = ""
    loop: asyncio.AbstractEventLoop | None = None
    ended: asyncio.Event | None = None

    async def serve(self) -> None:
        """Serve until it is ended."""
        async with scene(self.folder) as there:
            how = EnrolmentConfig(Ledger(), BrokerAddress(), "club")
            pages = HubServer(there.store, there.live, there.counts, there.answer, enrolment=how)
            pages.accounts.cost = CHEAP
            await furnish(there, pages)
            server = TestServer(pages.app())
            await server.start_server()
            self.address = str(server.make_url("/")).rstrip("/")
            self.loop, self.ended = asyncio.get_running_loop(), asyncio.Event()
            await self.ended.wait()
            await server.close()


async def furnish(there: Scene, pages: HubServer) -> None:
    """Let a club have a box, a game, a group and a tournament."""
    box_journal = BoxJournal()
    await pages.accounts.add("Ann", WORD, Role.ADMIN)
    for name, data in (("status", box_journal.status()), ("state", STATE), ("health", HEALTH)):
        await there.hear(name, data)
    wanted = GroupSettings({"sound": "off"}, "2.0")
    report = {"v": 1, "of": wanted.mark, "settings": {}, "refused": {"version": "in-game"}}
    await there.hear("cfg/reported", report)
    await there.hear("log/1", box_journal.log(1, 3))
    await there.hear("result", box_journal.result(3))
    assert pages.enrolment is not None
    taken = Enrolments(there.store, pages.enrolment.broker)
    asked = await taken.ask("127.0.0.1")
    await taken.admit(asked.code, BoxAssignment(BoxId("club", "b1"), "Table 1", "Back room"), "Ann")
    await pages.groups.add("Back room")
    await pages.groups.want("Back room", wanted)
    await pages.groups.put(BoxId("club", "b1"), "Back room")
    cup = Tournament(0, "Cup", "compass-jewels", PairingSystem.SWISS, 2, 2, 3)
    number = await pages.tournaments.make(cup)
    await pages.tournaments.enter(number, ("Ann", "Ben", "Cleo"))
    await pages.tournaments.set_rooms(number, [("club", "b1")])
    await pages.tournaments.pair(number)
    await pages.tournaments.decide(number, (1, 1), (1, 2))
    await pages.tournaments.pair(number)


@contextmanager
def serving(folder: Path) -> Iterator[Hub]:
    """Serve a hub."""
    hub = Hub(folder)
    thread = Thread(target=asyncio.run, args=(hub.serve(),), daemon=True)
    thread.start()
    while hub.ended is None and thread.is_alive():
        thread.join(0.01)
    assert hub.loop is not None
    assert hub.ended is not None
    try:
        yield hub
    finally:
        hub.loop.call_soon_threadsafe(hub.ended.set)
        thread.join()
