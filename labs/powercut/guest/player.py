"""Plays games on the installed companion and reports what it was shown as done.

Each acknowledgement goes first to the serial line, then directly to the disk, outside the file
system, so that the log of the disk's writes shows which promises came before which write. With the
word ``careless`` on the kernel's command line, the journal does not wait for the disk.
"""

import asyncio
import json
import mmap
import os
import random
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

sys.path.insert(0, "/usr/lib/compass-companion")

from companion import daemon, settings
from companion.daemon import Box, systemd
from companion.emulation.manual_clock import ManualClock
from companion.emulation.robot import RandomPlayer
from companion.engine import registry
from companion.engine.fold import sampler
from companion.engine.log import Entry
from companion.i18n.languages import LANGUAGES
from companion.storage.journal import Journal
from companion.table.stage import Stage
from companion.table.state import LanguageInput
from companion.table.table import Table

LINE: Final = Path("/dev/ttyS1")
DISK: Final = Path("/dev/vda")
BLOCK: Final = 512
OFTEN: Final = 5
"""Actions between two changes of what else is kept: the language, a tag."""


@dataclass(slots=True)
class Witness:
    """Reports promises, on the serial line and, unbuffered, in the last block of the disk."""

    line: int
    disk: int
    block: mmap.mmap = field(default_factory=lambda: mmap.mmap(-1, BLOCK))
    promised: dict[str, int] = field(default_factory=dict)

    def promise(self, done: Mapping[str, int]) -> None:
        """Report that so many things of each kind are done."""
        if done.items() <= self.promised.items():
            return
        self.promised.update(done)
        text = json.dumps(self.promised).encode()
        os.write(self.line, text + b"\n")
        self.block[:] = text.ljust(BLOCK)
        os.pwrite(self.disk, self.block, os.lseek(self.disk, -BLOCK, os.SEEK_END))


@dataclass(slots=True)
class Player:
    """Plays one game after another, and changes other files now and then."""

    box: Box
    robot: RandomPlayer
    witness: Witness
    tags: int = 0

    def follow(self, stage: Stage, _entries: tuple[Entry, ...]) -> None:
        """Promise the entries that have been shown."""
        if isinstance(stage, Table) and not stage.console.unsaved:
            self.witness.promise({f"game {self.box.session.writer.play}": len(stage.entries)})

    async def play(self) -> None:
        """Play for ever."""
        turn = 0
        while True:
            stage = self.box.session.stage
            if not isinstance(stage, Table) or stage.is_over or stage.laying:
                await self.robot.tap("a")
                continue
            await self.robot.step()
            turn += 1
            if turn % OFTEN == 0:
                await self._change(turn // OFTEN)

    async def _change(self, number: int) -> None:
        session = self.box.session
        await session.ask(LanguageInput(LANGUAGES[number % len(LANGUAGES)]))
        session.keeping.learn(f"{number:010X}", f"piece-{number}")
        self.witness.promise({"tags": number})


def make_careless(journal: Journal) -> None:
    """Let the journal acknowledge what it has not written, which the test must notice."""
    journal._connection.execute("PRAGMA synchronous = OFF")  # noqa: SLF001 - to cause a fault


async def main(configuration: Path, *, careless: bool) -> None:
    """Build the daemon with emulated hardware and play on it."""
    source = random.Random()
    clock = ManualClock()
    configured = settings.load(configuration, registry.load)
    with TemporaryDirectory(prefix="companion-") as folder:
        draw, notifier = sampler(source), systemd.process_notifier()
        box = daemon.build(configured, clock, draw, Path(folder), notifier=notifier)
        if careless:
            assert box.session.writer.journal is not None
            make_careless(box.session.writer.journal)
        assert box.emulated is not None
        robot = RandomPlayer(box.session, box.emulated, clock=clock, source=source)
        line = os.open(LINE, os.O_WRONLY | os.O_NOCTTY)
        disk = os.open(DISK, os.O_WRONLY | os.O_DIRECT)
        player = Player(box, robot, Witness(line, disk))
        box.session.followers = (*box.session.followers, player.follow)
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(box.run())
            await robot.ready()
            await player.play()


if __name__ == "__main__":
    words = Path("/proc/cmdline").read_text(encoding="ascii").split()
    asyncio.run(main(Path(sys.argv[1]), careless="careless" in words))
