"""A whole emulated box for tests: press its buttons, lay tags on its readers, see its panel."""

import asyncio
import random
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from msgspec.structs import replace
from PIL import Image

from companion import daemon
from companion.daemon import Box
from companion.emulation.box import EmulatedBox
from companion.emulation.manual_clock import ManualClock
from companion.emulation.robot import RandomPlayer
from companion.engine import registry
from companion.engine.fold import Draw, sampler
from companion.engine.log import Entry
from companion.settings import Settings, default
from companion.settings.panel_care import PanelCare
from companion.table.choosing.handover import GUARD
from companion.table.narrowing.intent import is_usual
from companion.table.screens.screen import Screen
from companion.table.screens.view import view
from companion.table.table import ActionInput, Table

SEED = 3

Picture = tuple[str, Image.Image]
"""A name, and the picture on the panel's glass."""


def settings(folder: Path, **changes: Any) -> Settings:  # noqa: ANN401 - its fields
    """Return the default settings with changes, and without panel care, which alters pictures."""
    usual = default(registry.load)
    assert usual.panel is not None
    panel = replace(usual.panel, care=PanelCare())
    return replace(usual, **{"panel": panel, "state": folder / "state", **changes})


@dataclass
class Rig:
    """A running box; each act waits until its effect is on the panel."""

    box: Box
    hardware: EmulatedBox
    clock: ManualClock
    robot: RandomPlayer
    heard: list[tuple[Entry, ...]] = field(default_factory=list)

    @property
    def table(self) -> Table:
        return self.box.session.table

    @property
    def screen(self) -> Screen:
        stage = self.box.session.stage
        return view(stage, self.box.voice_of(stage), keys=self.box.session.controls.keys)

    async def lay_out(self) -> None:
        """Close a message, then confirm that all the box drew has been laid out on the table."""
        if self.table.notice is not None:
            await self.tap("a")
        await self.tap("b")

    async def ask_for_the_next_game(self) -> None:
        """Close what is read after the end of a game, and hold A."""
        await self.tap("b", "b")
        await self.hold("a")

    async def go_on(self) -> None:
        """Say that all tasks are done, and go on with the first choice."""
        log_steps = len(self.table.steps)
        while self.table.tasks and len(self.table.steps) == log_steps:
            await self.tap("b")
        if len(self.table.steps) == log_steps:
            if self.table.handover is not None:
                await self.robot.let(GUARD / 1000)
            await self.tap("a")

    async def tick_off(self) -> None:
        """Tick off every task by itself."""
        while self.table.tasks:
            await self.robot.let(GUARD / 1000)
            await self.tap("a")

    async def read_who_is_next(self) -> None:
        """Wait until the panel no longer announces whose turn it is."""
        await self.until(lambda: self.table.handover is None or bool(self.table.tasks))

    async def tap(self, *buttons: str) -> None:
        for button in buttons:
            await self.robot.tap(button)

    async def hold(self, button: str, seconds: float = 1.0) -> None:
        self.hardware.buttons.press(button)
        await self.robot.let(seconds)
        self.hardware.buttons.release(button)
        await self.robot.let(0.2)
        await self.box.session.settled()

    async def lay(self, piece: str) -> None:
        tag = next(
            tag for tag, name in self.box.session.controls.tags(self.table).items() if name == piece
        )
        await self.robot.lay(tag)

    async def lay_tag(self, tag: str) -> None:
        await self.robot.lay(tag)

    async def restart_timeout(self) -> None:
        """Play to the end at random as pages do it, without a key: a tenth of the time."""
        while not self.table.is_over:
            possible = [action for action in self.table.candidates if is_usual(action)]
            await self.box.session.ask(ActionInput(self.robot.source.choice(possible)))
        await self.box.session.settled()

    async def until(self, happened: Callable[[], bool], seconds: float = 10.0) -> None:
        """Let the game's time pass until something has happened, for so many seconds at most."""
        for _ in range(round(seconds * 20)):
            if happened():
                return
            await self.robot.let(0.05)
            await self.box.session.settled()
        raise AssertionError("it did not happen")

    async def picture(self, *, announced: bool = False) -> Image.Image:
        """Return the picture on the glass after everything has been flushed.

        Who is next is announced for a while; only with ``announced`` is that in the picture.
        """
        if not announced and isinstance(self.box.session.stage, Table):
            await self.read_who_is_next()
        display = self.box.display
        assert display is not None
        waiting = None
        while waiting is None or not await waiting:
            assert display.flushed is not waiting, "the last picture has not reached the glass"
            waiting = display.flushed
        return next(iter(self.hardware.panels.values())).image()


@asynccontextmanager
async def running(
    configuration: Settings,
    folder: Path,
    seed: int = SEED,
    *,
    ask: bool = False,
    draw: Draw | None = None,
) -> AsyncIterator[Rig]:
    """Run a box on emulated hardware; with ``ask`` it asks what to play.

    Unless given, what it draws follows from the seed.
    """
    source = random.Random(seed)
    clock = ManualClock()
    ports = folder / f"ports-{random.getrandbits(64):x}"
    ports.mkdir()
    box = daemon.build(configuration, clock, draw or sampler(source), ports, ask=ask)
    assert box.emulated is not None
    robot = RandomPlayer(box.session, box.emulated, clock=clock, source=source)
    rig = Rig(box, box.emulated, clock, robot)
    box.session.followers = (*box.session.followers, lambda _table, new: rig.heard.append(new))
    task = asyncio.ensure_future(box.run())
    try:
        await robot.ready()
        yield rig
    finally:
        if box.replacement is None:  # else it stops by itself
            task.cancel()
        with suppress(asyncio.CancelledError):
            await task
