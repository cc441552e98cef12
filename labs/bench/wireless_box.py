"""A box with lamps and a game of two, whose players have buttons without wires."""

import asyncio
import random
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from pathlib import Path

from companion import daemon
from companion.daemon import Box
from companion.devices.clock import LoopClock
from companion.engine.fold import sampler
from companion.settings import WirelessSettings
from companion.storage.button_book import FILE, ButtonBook
from companion.table.choosing.handover import GUARD
from companion.table.command import Command
from tests.fleet.scene import until
from tests.rig import settings

LONGEST = 250.0
"""Milliseconds within which a lamp answers: more is felt as a delay (set by the project)."""


@asynccontextmanager
async def playing(
    folder: Path, wireless: WirelessSettings | None, buttons: Mapping[str, str], receiver: str
) -> AsyncIterator[Box]:
    """Play with a button, and its key, for each seat; ``receiver`` reports how it began."""
    chosen = settings(
        folder,
        game="gilded-compass",
        players=("Ann", "Ben"),
        level="table",
        wireless=wireless,
    )
    chosen.state.mkdir()
    book = ButtonBook(chosen.state / FILE)
    for seat, (address, key) in enumerate(buttons.items()):
        book.learn(address, seat, key)
    clock = LoopClock(asyncio.get_running_loop())
    box = daemon.build(chosen, clock, sampler(random.Random(3)), folder)
    running = asyncio.ensure_future(box.run())
    try:
        await until(lambda: receiver in box.session.devices or wireless is None)
        if box.session.table.state.phase == "start":
            await box.session.ask(Command.CONFIRM)
        await box.session.ask(Command.BACK)
        yield box
    finally:
        running.cancel()
        with suppress(asyncio.CancelledError):
            await running


async def pass_guard() -> None:
    """Wait until a press is no longer taken for one that came too late for the turn before."""
    await asyncio.sleep(1.1 * GUARD / 1000)
