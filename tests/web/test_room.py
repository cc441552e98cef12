"""The room tells its pages what is new once the panel shows it."""

import asyncio
from collections.abc import Callable
from pathlib import Path

from companion.emulation.manual_clock import ManualClock
from companion.table.command import Command
from companion.table.state import Order
from companion.web.hub import Client
from companion.web.room import Room
from companion.web.viewer import SPECTATOR
from tests.rig import Rig, running, settings


def told(room: Room) -> list[int]:
    """Connect a page and return the list of what it is told."""
    news: list[int] = []
    client = Client(SPECTATOR, "en", lambda: news.append(1), lambda: None)
    room.hub.attach(client, None)
    news.clear()
    return news


def scene(folder: Path, check: Callable[[Rig, Room, "asyncio.Future[bool]"], None]) -> None:
    async def whole() -> None:
        async with running(settings(folder), folder) as rig:
            await rig.lay_out()
            session = rig.box.session
            room = Room(session, rig.clock, lambda _language, stage: rig.box.voice_of(stage))
            painting: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
            room.shown = lambda: painting
            news = told(room)
            seq = room.hub.seq
            await session.ask(Order(Command.PAUSE))
            assert room.hub.seq > seq
            assert not news
            check(rig, room, painting)
            await asyncio.sleep(0)
            assert news == [1]
            rig.clock.advance(1.0)
            assert news == [1]

    asyncio.run(whole())


def test_pages_are_told_when_the_picture_is_on_the_panel(tmp_path: Path) -> None:
    scene(tmp_path, lambda _rig, _room, painting: painting.set_result(True))


def test_a_panel_that_hangs_keeps_nobody_waiting_for_long(tmp_path: Path) -> None:
    def wait(rig: Rig, _room: Room, _painting: "asyncio.Future[bool]") -> None:
        assert isinstance(rig.clock, ManualClock)
        rig.clock.advance(0.2)

    scene(tmp_path, wait)
