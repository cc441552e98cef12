"""Counters of buttons that encrypt are kept, seldom, and before nobody listens any more."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

from companion.devices import Gesture
from companion.devices.wireless import ButtonReport
from companion.session.wireless_buttons import COUNTED, WirelessButtons
from companion.storage.button_book import FILE, ButtonBook

BUTTON = "54:48:E6:8F:80:A5"
KEY = "231d39c1d7cc1ab1aee224cd096db932"


class Scene:
    """Buttons of a book, and how often it was written."""

    def __init__(self, folder: Path) -> None:
        self.file, self.writes = folder / FILE, 0
        self.book = ButtonBook(self.file)
        self.book.learn(BUTTON, 0, KEY)
        self.buttons = WirelessButtons(
            self.book, lambda _: None, self.keep, asyncio.ensure_future, lambda _: ()
        )

    def keep(self, write: Callable[[], None]) -> Awaitable[None]:
        self.writes += 1
        write()
        return asyncio.sleep(0)

    async def hear(self, *counters: int) -> None:
        for counter in counters:
            self.buttons.take(ButtonReport(BUTTON, Gesture.CLICK, counter=counter))
            await asyncio.sleep(0)

    @property
    def kept(self) -> int:
        return ButtonBook(self.file).counter_of(BUTTON)


def test_one_of_many_counters_is_written(tmp_path: Path) -> None:
    async def scene() -> None:
        there = Scene(tmp_path)
        await there.hear(*range(10 * COUNTED))
        assert there.writes == 10
        assert there.kept == 10 * COUNTED - 1

    asyncio.run(scene())


def test_the_last_counter_is_kept_when_the_box_stops(tmp_path: Path) -> None:
    async def scene() -> None:
        there = Scene(tmp_path)
        await there.hear(3, 4, 5)
        assert there.kept == -1
        there.buttons.close()
        assert there.kept == 5

    asyncio.run(scene())
