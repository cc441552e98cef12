"""Plays a whole game on emulated hardware with a robot, and shows it on a terminal."""

import asyncio
import random
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from companion import daemon
from companion.display.panel import PanelView
from companion.emulation.manual_clock import ManualClock
from companion.emulation.oled import OledChip
from companion.emulation.robot import RandomPlayer
from companion.emulation.ssd1322 import GreyChip
from companion.emulation.terminal import blocks
from companion.engine.fold import sampler
from companion.records import score_sheet
from companion.settings import Settings
from companion.table.table import Table
from companion.table.voice import Voice

_PICTURE_EVERY: Final = 10
"""A picture is printed once in this many turns of the first player."""
_STANDS: Final = 3
"""Seconds for which the screen that is read from a chair stands."""
_CLEAR: Final = "\x1b[2J"
_HOME: Final = "\x1b[H"
_CLEAR_LINE: Final = "\x1b[K"


@dataclass(slots=True)
class DemoDisplay:
    """Shows a demo on a terminal: events as lines, and the panel as blocks of text.

    ``live`` redraws the picture in place; otherwise it is printed from time to time and at the end,
    together with the last screen that waits for an input.
    """

    display: PanelView
    chip: OledChip | GreyChip
    voice: Voice
    out: Callable[[str], None]
    columns: int
    lines: int
    live: bool
    _turns: int = 0

    async def begin(self) -> None:
        """Show the panel as the game begins."""
        self.out(_CLEAR if self.live else await self.picture())

    async def watch(self, table: Table) -> None:
        """Show the result of the last action."""
        facts = "; ".join(self.voice.long(table.game.describe(event)) for event in table.events)
        self._turns += table.cursor is None and table.game.current_player(table.state) == 0
        due = self._turns % _PICTURE_EVERY == 1
        if self.live:
            await self._redraw(facts)
            if due:
                self.display.show_glance()
                await self._redraw(facts)
                await asyncio.sleep(_STANDS)
            return
        if facts:
            self.out(facts)
        if due:
            self.out(await self.picture())
            self.display.show_glance()
            self.out(await self.picture())

    async def _redraw(self, facts: str) -> None:
        """Draw the picture over the last one, with a line below it."""
        self.out(f"{_HOME}{await self.picture()}\n{_CLEAR_LINE}{facts[: self.columns - 1]}")

    async def end(self, table: Table) -> None:
        """Show the last picture and the score sheet."""
        self.out(f"{await self.picture()}\n")
        for line in score_sheet.ranking(table.game, table.state, self.voice):
            self.out(line)

    async def picture(self) -> str:
        """Return the contents of the emulated panel in a frame, once all updates have been sent."""
        if self.display.flushed is not None:
            await self.display.flushed
        lines = blocks(self.chip.image(), self.columns - 2, self.lines - 4).splitlines()
        edge = "─" * len(lines[0])
        return "\n".join((f"┌{edge}┐", *(f"│{line}│" for line in lines), f"└{edge}┘"))


async def play_demo(
    settings: Settings,
    seed: int,
    speed: float,
    out: Callable[[str], None],
    size: tuple[int, int],
) -> None:
    """Play one game from its first input to the score sheet.

    A ``speed`` of 1 is slow enough to follow, 0 is as fast as possible. ``out`` prints a line, and
    ``size`` is the columns and lines of the terminal.
    """
    source = random.Random(seed)  # noqa: S311 - a repeatable game, not a secret
    clock = ManualClock()
    with TemporaryDirectory(prefix="companion-") as folder:
        box = daemon.build(settings, clock, sampler(source), Path(folder))
        assert box.emulated is not None  # noqa: S101 - the demo's settings emulate all
        chip = next(iter(box.emulated.panels.values()))
        assert box.display is not None  # noqa: S101 - they include a panel
        voice = box.voice_of(box.session.stage)
        stage = DemoDisplay(box.display, chip, voice, out, *size, live=speed > 0)
        pace = 1 / speed if speed else 0.0
        robot = RandomPlayer(
            box.session, box.emulated, clock=clock, source=source, pace=pace, watch=stage.watch
        )
        running = asyncio.ensure_future(box.run())
        try:
            await robot.ready()
            await stage.begin()
            await robot.play()
            await stage.end(box.session.table)
        finally:
            running.cancel()
            await asyncio.gather(running, return_exceptions=True)
