"""Players made of code: they press the emulated buttons and lay tags on the emulated reader.

A robot sees what people see, the table's choices, and never calls the rules to act: what it wants
travels as edges of pins and bytes on a serial line.
"""

import asyncio
import random
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from companion import daemon, sheet
from companion.display import PanelView
from companion.emulation.box import EmulatedBox
from companion.emulation.clock import ManualClock
from companion.emulation.oled import OledChip
from companion.emulation.terminal import blocks
from companion.engine.fold import sampler
from companion.engine.game import Action, Piece
from companion.engine.log import Entry
from companion.session import Session, Stage
from companion.settings import Settings
from companion.table.intent import Choice, constraints, is_usual, narrow
from companion.table.table import Table
from companion.table.view import Voice

TAP: Final = 0.06
"""Seconds that a button is held."""
BETWEEN: Final = 0.12
"""Seconds between two taps, longer than contacts bounce."""
LIFT: Final = 0.5
"""Seconds after which a lifted tag is surely noticed."""
PATIENCE: Final = 10.0
"""Real seconds after which an input that had no effect is an error."""

_PICTURE_EVERY: Final = 10
_CLEAR: Final = "\x1b[2J"
_HOME: Final = "\x1b[H"
_CLEAR_LINE: Final = "\x1b[K"


class RobotError(RuntimeError):
    """An input had no effect: the demo cannot go on."""


@dataclass(slots=True)
class Robot:
    """Plays a table at random by its hardware. ``pace`` real seconds pass for one of the game."""

    session: Session
    box: EmulatedBox
    clock: ManualClock
    source: random.Random
    pace: float = 0.0
    watch: Callable[[Table], Awaitable[None]] | None = None
    """Is shown the table after each action of the game."""
    _changed: asyncio.Event = field(default_factory=asyncio.Event)
    _tag: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Watch the table, and know which tag is under which piece."""
        tags = self.session.tags(self.session.table)
        self._tag = {piece: tag for tag, piece in tags.items()}
        self.session.followers = (*self.session.followers, self._follow)

    def _follow(self, _stage: Stage, _entries: tuple[Entry, ...]) -> None:
        self._changed.set()

    async def ready(self) -> None:
        """Wait until the table is shown for the first time."""
        await self.noticed("the start")

    async def play(self) -> None:
        """Lay out what the box has drawn, then play until the game is over."""
        while self.session.table.laying:
            await self.tap("a")
        while not self.session.table.is_over:
            await self.step()
            if self.watch is not None:
                await self.watch(self.session.table)

    async def step(self) -> None:
        """Do one thing, chosen at random."""
        await self.perform(self._wish())

    def _wish(self) -> Action:
        """Choose a legal action at random, among those that are ever asked for."""
        return self.source.choice(
            [each for each in self.session.table.candidates if is_usual(each)]
        )

    async def perform(self, action: Action) -> None:
        """Bring the table to take ``action``, one input after the other."""
        log = len(self.session.table.entries)
        while len(self.session.table.entries) == log:
            piece = self._piece(action)
            if piece is not None:
                await self.lay(self._tag[piece.id])
            else:
                await self._choose(action)

    def _piece(self, action: Action) -> Piece | None:
        """Return a piece whose tag narrows the choice towards ``action``."""
        table = self.session.table
        offered = table.candidates
        for piece in table.game.pieces(table.state):
            meanings = [(*table.selection, *constraints(each)) for each in piece.selects]
            if piece.id in self._tag and any(narrow((action,), each) for each in meanings):
                left = next(each for each in (narrow(offered, it) for it in meanings) if each)
                if action in left and len(left) < len(offered):
                    return piece
        return None

    async def _choose(self, action: Action) -> None:
        """Move the cursor to the choice that leads to ``action`` and take it."""
        table = self.session.table
        offered = table.choices
        wanted = next(i for i, choice in enumerate(offered) if _leads_to(choice, action))
        if table.cursor is None and wanted > 0:
            await self.tap("down")
        if table.cursor is not None or wanted > 0:
            await self._move(wanted, len(offered))
        await self.tap("a")

    async def _move(self, wanted: int, count: int) -> None:
        while (cursor := self.session.table.cursor or 0) != wanted:
            down = (wanted - cursor) % count <= count // 2
            await self.tap("down" if down else "up")

    async def tap(self, button: str) -> None:
        """Press a button briefly and wait for what it does."""
        self._changed.clear()
        self.box.buttons.press(button)
        await self.let(TAP)
        self.box.buttons.release(button)
        await self.noticed(f"button {button!r}")
        await self.let(BETWEEN)

    async def lay(self, tag: str) -> None:
        """Lay a tag on the reader, wait for what it does, and lift it."""
        reader = next(iter(self.box.readers.values()))
        self._changed.clear()
        reader.place(tag)
        await self.noticed(f"tag {tag}")
        reader.lift()
        await self.let(LIFT)

    async def noticed(self, what: str) -> None:
        """Wait until ``what`` has changed the table; see ``PATIENCE``."""
        try:
            await asyncio.wait_for(self._changed.wait(), PATIENCE)
        except TimeoutError as error:
            raise RobotError(f"{what} had no effect within {PATIENCE:.0f} s") from error
        await self.session.settled()

    async def let(self, seconds: float) -> None:
        """Let so much of the game's time pass; edges that are under way arrive first."""
        await asyncio.sleep(seconds * self.pace)
        self.clock.advance(seconds)
        await asyncio.sleep(0)


def _leads_to(choice: Choice, action: Action) -> bool:
    if choice.action is not None:
        return choice.action == action
    return bool(narrow((action,), (choice.constraint,)))


@dataclass(slots=True)
class Spectacle:
    """Shows a demo on a terminal: what happened as lines, the panel as blocks of text.

    ``live`` redraws the picture in place; else it is printed once a round and at the end.
    """

    display: PanelView
    chip: OledChip
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
        """Show what the last action led to."""
        facts = "; ".join(self.voice.long(table.game.describe(event)) for event in table.events)
        if self.live:
            self.out(f"{_HOME}{await self.picture()}\n{_CLEAR_LINE}{facts[: self.columns - 1]}")
            return
        if facts:
            self.out(facts)
        self._turns += table.cursor is None and table.game.current_player(table.state) == 0
        if self._turns % _PICTURE_EVERY == 1:
            self.out(await self.picture())

    async def end(self, table: Table) -> None:
        """Show the last picture and the score sheet."""
        self.out(f"{await self.picture()}\n")
        for line in sheet.ranking(table.game, table.state, self.voice):
            self.out(line)

    async def picture(self) -> str:
        """Return what the emulated panel shows once all is flushed, in a frame."""
        if self.display.flushed is not None:
            await self.display.flushed
        lines = blocks(self.chip.image(), self.columns - 2, self.lines - 4).splitlines()
        edge = "─" * len(lines[0])
        return "\n".join((f"┌{edge}┐", *(f"│{line}│" for line in lines), f"└{edge}┘"))


async def perform(
    settings: Settings,
    seed: int,
    speed: float,
    out: Callable[[str], None],
    size: tuple[int, int],
) -> None:
    """Play one game from its first input to the score sheet.

    ``speed`` 1 is slow enough to follow, 0 as fast as it goes; ``out`` takes lines; ``size`` are
    the columns and lines of the terminal.
    """
    source = random.Random(seed)  # noqa: S311 - a repeatable game, no secret
    clock = ManualClock()
    with TemporaryDirectory(prefix="companion-") as folder:
        box = daemon.build(settings, clock, sampler(source), Path(folder))
        assert box.emulated is not None  # noqa: S101 - the demo's settings say so
        chip = next(iter(box.emulated.panels.values()))
        assert box.display is not None  # noqa: S101 - nor do they leave out the panel
        voice = box.voice_of(box.session.stage)
        stage = Spectacle(box.display, chip, voice, out, *size, live=speed > 0)
        pace = 1 / speed if speed else 0.0
        robot = Robot(box.session, box.emulated, clock, source, pace, stage.watch)
        running = asyncio.ensure_future(box.run())
        try:
            await robot.ready()
            await stage.begin()
            await robot.play()
            await stage.end(box.session.table)
        finally:
            running.cancel()
            await asyncio.gather(running, return_exceptions=True)
