"""Counts what leads a thumb from power-on to the first turn: presses, and words to be read.

A thumb makes two presses a second, and a word of a screen that was not seen before takes a quarter
of a second to read.
"""

from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Final

from companion.devices.debounce import DIRECTION
from companion.emulation.robot import BETWEEN
from companion.engine.draws.committed import CommittedDraws
from companion.table.lobby.lobby import AGAIN, Lobby
from companion.table.mode import DrawContribution
from companion.table.modes.stack import mode_of
from companion.table.name_entry import ACROSS, DIAL
from companion.table.state import Table
from tests.daemon.sensible import HOLD_FROM
from tests.rig import Rig, running, settings

PRESS: Final = 0.5
"""Seconds of a press."""
WORD: Final = 0.25
"""Seconds for reading a word."""
NAMES: Final = ("Ann", "Ben", "Cleo", "Dan", "Eva", "Finn")


@dataclass
class Newcomer:
    """A thumb that has never used the box. ``named`` is whether it enters people's names."""

    rig: Rig
    game: str
    players: int
    named: bool
    presses: int = 0
    joins: int = 0
    """The presses that took part in a draw."""
    words: int = 0
    seen: set[str] = field(default_factory=set)
    """The lines of screens that it has read."""

    @property
    def seconds(self) -> float:
        """What it takes."""
        return self.presses * PRESS + self.words * WORD

    async def tap(self, *buttons: str) -> None:
        """Read what is new, then press buttons one after the other."""
        for button in buttons:
            self._read()
            self.presses += 1
            await self.rig.tap(button)

    def _read(self) -> None:
        screen = self.rig.screen
        rows = (f"{row.text} {row.value}" for row in screen.rows)
        for line in (screen.title, screen.status, screen.big, *rows, screen.footer):
            if line and line not in self.seen:
                self.seen.add(line)
                self.words += len(line.split())

    async def to_first_turn(self) -> Table:
        """Answer everything, lay out what the box says, and return the table at the first turn."""
        while isinstance(lobby := self.rig.box.session.stage, Lobby):
            await self._answer(lobby)
        while self.rig.table.laying or self.rig.table.notice is not None:
            self.joins += isinstance(mode_of(self.rig.table), DrawContribution)
            await self.tap("b")
        self._read()
        return self.rig.table

    async def _answer(self, lobby: Lobby) -> None:
        assert lobby.question is not None
        if lobby.dialling is not None:
            await self._spell(NAMES[sum(key.startswith("name.") for key, _ in lobby.given)])
            return
        listed = [answer for answer, _ in lobby.question.answers]
        if AGAIN in listed:
            wanted: object = AGAIN
        elif lobby.question.key == "game":
            wanted = self.game
        elif lobby.question.key == "players":
            wanted = self.players
        elif self.named and lobby.question.key.startswith("name."):
            wanted = DIAL
        else:
            wanted = listed[lobby.cursor]
        await self._move_to(listed.index(wanted), len(listed))
        await self.tap("a")

    async def _move_to(self, target: int, count: int) -> None:
        """Move the cursor; where it is far, hold the joystick and go a step too far."""
        while ahead := (target - self._lobby.cursor) % count:
            down = ahead <= count // 2
            button = "down" if down else "up"
            if min(ahead, count - ahead) <= HOLD_FROM:
                await self.tap(button)
                continue
            self._read()
            self.presses += 1
            self.rig.hardware.buttons.press(button)
            await self.rig.robot.let(DIRECTION.after)
            end = (target + (1 if down else -1)) % count
            while self._lobby.cursor != end:
                await self.rig.robot.let(DIRECTION.repeat or 0)
                await self.rig.box.session.settled()
                self._read()
            self.rig.hardware.buttons.release(button)
            await self.rig.robot.let(BETWEEN)

    async def _spell(self, name: str) -> None:
        for letter in name.upper():
            entry = self._lobby.dialling
            assert entry is not None
            here, there = (divmod(at, ACROSS) for at in (entry.at, entry.letters.index(letter)))
            down, right = there[0] - here[0], there[1] - here[1]
            await self.tap(*(("down",) * down or ("up",) * -down))
            await self.tap(*(("right",) * right or ("left",) * -right), "a")
        self._read()
        self.presses += 1
        await self.rig.hold("a")

    @property
    def _lobby(self) -> Lobby:
        stage = self.rig.box.session.stage
        assert isinstance(stage, Lobby)
        return stage


@dataclass(frozen=True)
class Budget:
    """Presses and seconds of a beginning; ``joins`` of the presses took part in a draw."""

    presses: int
    joins: int
    seconds: float


def own_draws() -> CommittedDraws:
    """Return draws like those of a box, which commits itself before each."""
    return CommittedDraws(bytes(range(32)), Random(1).randbytes)


async def first_time(folder: Path, game: str, players: int, *, named: bool) -> Budget:
    """Return what the first game on a new box costs, on the panel alone."""
    async with running(settings(folder), folder, ask=True, draw=own_draws()) as rig:
        thumb = Newcomer(rig, game, players, named)
        table = await thumb.to_first_turn()
        assert table.game.id == game
        assert len(table.setup.players) == players
        return Budget(thumb.presses, thumb.joins, thumb.seconds)


async def as_last_time(folder: Path, game: str, players: int) -> Budget:
    """Return what the next game costs the same people, from the question for it on."""
    async with running(settings(folder), folder, ask=True, draw=own_draws()) as rig:
        thumb = Newcomer(rig, game, players, named=False)
        before = (await thumb.to_first_turn()).setup
        await rig.restart_timeout()
        await rig.ask_for_the_next_game()
        thumb = Newcomer(rig, game, players, named=False, seen=thumb.seen)
        table = await thumb.to_first_turn()
        assert (table.setup.players, table.setup.level) == (before.players, before.level)
        return Budget(thumb.presses, thumb.joins, thumb.seconds)
