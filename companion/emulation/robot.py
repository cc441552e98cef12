"""Robot that plays on the emulated hardware: presses buttons and places tags on readers.

It sees what players see, the table's choices, and never calls the rules to act: its inputs are
edges of pins and bytes on a serial line.
"""

import asyncio
import random
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Final

from companion.emulation.box import EmulatedBox
from companion.emulation.manual_clock import ManualClock
from companion.engine.game import Action, Piece
from companion.engine.log import Entry, EntryKind
from companion.session.session import Session
from companion.table.choosing.choosing import is_on_board, is_plain, listed_choices
from companion.table.choosing.squares import (
    WAYS,
    enter_board,
    move_cursor,
    squares,
    step,
)
from companion.table.lobby.lobby import Lobby
from companion.table.mode import Pause
from companion.table.modes.stack import mode_of
from companion.table.narrowing.intent import Choice, constraints, is_usual, narrow
from companion.table.stage import Stage
from companion.table.state import (
    JoinCode,
    LeaveQuestion,
    Menu,
    Notice,
    StepChange,
    TopicPages,
)
from companion.table.table import Table

TAP: Final = 0.06
"""Seconds that a tapped button is held."""
BETWEEN: Final = 0.12
"""Seconds between two taps, longer than contacts bounce."""
LIFT: Final = 0.5
"""Seconds after which a lifted tag has surely been noticed."""
PATIENCE: Final = 10.0
"""Real seconds after which an input without effect is an error."""


class RobotError(RuntimeError):
    """An action cannot be carried out by hand, or an input had no effect."""


@dataclass(slots=True)
class Robot:
    """Performs actions on the hardware of a table."""

    session: Session
    box: EmulatedBox
    _changed: asyncio.Event = field(default_factory=asyncio.Event)

    def __post_init__(self) -> None:
        """Follow the session from now on."""
        self.session.add_follower(self._follow)

    def _follow(self, _stage: Stage, _entries: tuple[Entry, ...]) -> None:
        if not self.session.refreshing:
            self._changed.set()

    @property
    def _table(self) -> Table:
        """The game in progress; it may end or be suspended while the robot plays."""
        if isinstance(self.session.stage, Lobby):
            raise RobotError("no game goes on")
        return self.session.stage

    @property
    def tags(self) -> Mapping[str, str]:
        """The tag of each piece, by the piece's id."""
        tags = self.session.controls.tags(self._table)
        return {piece: tag for tag, piece in tags.items()}

    async def perform(self, action: Action) -> None:
        """Make the table take ``action``, input by input, or choose it for the log."""
        if isinstance(mode_of(self._table), Pause):
            await self.tap("a")
        log, editing = len(self._table.entries), self._original
        meant, action = action, self._requested_action(action)
        await self._clear(action)
        while self._original is editing and self._waits(log):
            piece = self._piece(action)
            if piece is not None:
                await self.lay(self.tags[piece.id])
            else:
                await self._choose(action)
        if meant != action and editing is None:
            await self._choose(meant)

    @property
    def _original(self) -> Table | None:
        """The table for whose log an action is chosen, ``None`` during the game."""
        choosing = self._table.choosing
        return choosing.original if isinstance(choosing, StepChange) else None

    def _waits(self, log: int) -> bool:
        """Return whether nothing has happened since a number of entries."""
        return all(each.kind is EntryKind.CHECKPOINT for each in self._table.entries[log:])

    def _requested_action(self, action: Action) -> Action:
        """Return the action that a table offers instead of one that differs in a detail."""
        table = self._table
        if action in table.distinct_candidates or action not in table.candidates:
            return action
        pairs = ((other, action) for other in table.distinct_candidates)
        return next(
            (pair[0] for pair in pairs if table.game.distinct(table.state, pair) == pair[:1]),
            action,
        )

    async def _clear(self, action: Action) -> None:
        """Close any cover of the game, and a selection that does not lead to the action."""
        table = self._table
        covered = isinstance(table.console.cover, Menu | LeaveQuestion | TopicPages | JoinCode)
        if covered or (table.selection and action not in table.candidates):
            await self.tap("b")

    def _piece(self, action: Action) -> Piece | None:
        """Return a piece whose tag narrows the choice towards ``action``."""
        table, tags = self._table, self.tags
        if not self.box.readers:
            return None
        legal = table.candidates
        if is_usual(action):
            legal = tuple(filter(is_usual, legal))
        for piece in table.game.pieces(table.state):
            if piece.id not in tags:
                continue
            meanings = [(*table.selection, *constraints(select)) for select in piece.selects]
            if not any(narrow((action,), each) for each in meanings):
                continue
            fitting = (narrow(legal, meaning) for meaning in meanings)
            left = next(filter(None, fitting), ())
            if action in left and len(left) < len(legal):
                return piece
        return None

    async def _choose(self, action: Action) -> None:
        """Close a message, move the cursor to the choice that leads to ``action``, confirm it."""
        while isinstance(self._table.console.cover, Notice):
            # One that comes with the end of a turn takes no press for a moment.
            await self.tap("a")
        table = self._table
        at_once = table.choices[:1]
        if at_once and at_once[0].action == action and is_plain(at_once[0]):
            await self.tap("a" if table.cursor is None and not table.tasks else "b")
            return
        listed = listed_choices(table)
        matching = [i for i, choice in enumerate(listed) if _leads_to(choice, action)]
        exact = (i for i in matching if listed[i].action == action)
        target = next(exact, next(iter(matching), None))
        if target is None:
            raise RobotError("no button and no tag leads there")
        if is_on_board(table):
            await self._walk(target)
            if len(self._table.entries) > len(table.entries):
                return
        else:
            # While tasks are pending, A ticks them off, and only the joystick opens the list.
            opened = table.cursor is not None or target > 0 or bool(table.tasks)
            if opened and table.cursor is None:
                await self.tap("down" if target <= len(listed) // 2 else "up")
            if opened:
                await self.move_to(target, len(listed))
        await self.tap("a")

    async def _walk(self, target: int) -> None:
        """Move the cursor over the board, the shortest way, or make the step at once."""
        log = len(self._table.entries)
        while self._table.cursor != target and len(self._table.entries) == log:
            await self.tap(_way(self._table, target))

    async def move_to(self, target: int, count: int) -> None:
        """Move the cursor of a list to a line, the shorter way."""
        while (cursor := self._table.cursor or 0) != target:
            button = "down" if (target - cursor) % count <= count // 2 else "up"
            await self.tap(button)
            if (self._table.cursor or 0) == cursor:
                raise RobotError(f"button {button!r} does not move the cursor")

    async def tap(self, button: str) -> None:
        """Press a button briefly and wait for its effect."""
        self._changed.clear()
        self.box.buttons.press(button)
        try:
            await self.let(TAP)
        finally:
            self.box.buttons.release(button)
        await self.wait_for_change(f"button {button!r}")
        await self.let(BETWEEN)

    async def lay(self, tag: str) -> None:
        """Place a tag on the first reader, wait for its effect, and remove it."""
        reader = next(iter(self.box.readers.values()))
        self._changed.clear()
        reader.place(tag)
        try:
            await self.wait_for_change(f"tag {tag}")
        finally:
            reader.lift()
        await self.let(LIFT)

    async def wait_for_change(self, what: str) -> None:
        """Wait until ``what`` has changed the table. Raises ``RobotError`` after ``PATIENCE``."""
        try:
            await asyncio.wait_for(self._changed.wait(), PATIENCE)
        except TimeoutError as error:
            raise RobotError(f"{what} had no effect within {PATIENCE:.0f} s") from error
        await self.session.settled()

    async def let(self, seconds: float) -> None:
        """Let real time pass."""
        await asyncio.sleep(seconds)


@dataclass(slots=True)
class RandomPlayer(Robot):
    """Plays a table at random; a second of the game takes ``pace`` real seconds."""

    clock: ManualClock = field(kw_only=True)
    source: random.Random = field(kw_only=True)
    pace: float = 0.0
    watch: Callable[[Table], Awaitable[None]] | None = None
    """Called with the table after each action of the game."""

    async def ready(self) -> None:
        """Wait until the table has been shown for the first time."""
        await self.wait_for_change("the start")

    async def play(self) -> None:
        """Lay out the setup drawn by the box, then play until the game is over."""
        while self.session.table.laying:
            await self.tap("a")
        while not self.session.table.is_over:
            await self.step()
            if self.watch is not None:
                await self.watch(self.session.table)

    async def step(self) -> None:
        """Perform a random action."""
        await self.perform(self._wish())

    def _wish(self) -> Action:
        """Choose a random action among the legal ones offered to players."""
        return self.source.choice(
            [action for action in self.session.table.candidates if is_usual(action)]
        )

    async def let(self, seconds: float) -> None:
        """Let game time pass; pending edges arrive first."""
        await asyncio.sleep(seconds * self.pace)
        self.clock.advance(seconds)
        await asyncio.sleep(0)


def _leads_to(choice: Choice, action: Action) -> bool:
    if choice.action is not None:
        return choice.action == action
    return bool(narrow((action,), (choice.constraint,)))


def _way(table: Table, target: int) -> str:
    """Return the first direction of the shortest way over the squares."""
    found = squares(table)
    if table.cursor is None:
        for way in WAYS:
            at_once = step(table, found, way)
            if at_once is not None and at_once == found[target].choice:
                return way.value
        edge = [(enter_board(table, found, way), way.value) for way in WAYS]
    else:
        edge = [(move_cursor(found, table.cursor, way), way.value) for way in WAYS]
    ways: dict[int, str] = {}
    while target not in ways:
        new: dict[int, str] = {}
        for at, begun in edge:
            if at not in ways:
                new.setdefault(at, begun)
        ways |= new
        edge = [(move_cursor(found, at, way), begun) for at, begun in new.items() for way in WAYS]
    return ways[target]
