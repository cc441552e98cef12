"""A box in its own process, so that its work can be distinguished from that of its clients.

Commands go to its standard input, one JSON object a line, and each is answered by one line.
"""

import asyncio
import gc
import json
import os
import random
import sys
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from aiohttp import ClientSession, CookieJar

from companion.cli.commands import SELDOM
from companion.emulation.box import EmulatedBox
from companion.emulation.robot import LIFT
from companion.table.command import Command
from companion.table.lobby.lobby import Lobby
from companion.table.state import ActionInput, CommandInput, Table
from tests.web.box import Served, serving
from tests.web.client import PATIENCE, Browser

ROOT: Final = Path(__file__).parents[2]
IDLE: Final = 0.002
"""Seconds of the processor that a box may use in a ``PAUSE`` and still count as idle."""
PAUSE: Final = 0.1
HERTZ: Final = 400_000
"""The clock of the panel's bus."""
FINGER: Final = 0.08
"""Seconds for which a button is pressed."""
NAMES: Final = ("Ann", "Ben", "Cleo", "Dan", "Eve")


@dataclass
class Box:
    """The near end, which starts actions at a box in another process and asks for their cost."""

    process: asyncio.subprocess.Process
    port: int = 0
    code: str = ""
    host: str = ""

    @property
    def base(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    async def ask(self, command: str, **fields: object) -> dict[str, Any]:
        """Send a command and return the answer."""
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps({"command": command, **fields}).encode() + b"\n")
        return await self.answer()

    @asynccontextmanager
    async def browser(self) -> AsyncIterator[Browser]:
        async with ClientSession(cookie_jar=CookieJar(unsafe=True)) as session:
            yield Browser(session, self.base)

    async def settled(self) -> float:
        """Wait until all work is done; return the processor time used by then."""
        used = 0.0
        while used < (now := await self.processor()) - IDLE:
            used = now
            await asyncio.sleep(PAUSE)
        return now

    async def answer(self) -> dict[str, Any]:
        assert self.process.stdout is not None
        line = await self.process.stdout.readline()
        answer: dict[str, Any] = json.loads(line)
        return answer

    async def processor(self) -> float:
        """Return the seconds of processor time that the box has used."""
        return float((await self.ask("cost"))["processor"])


@asynccontextmanager
async def apart(
    folder: Path, game: str, players: int, level: str, *, under: Sequence[str] = ()
) -> AsyncIterator[Box]:
    """Run a box in another process, started by the command ``under``."""
    process = await asyncio.create_subprocess_exec(
        *under,
        sys.executable,
        "-m",
        "labs.bench.apart",
        json.dumps({"folder": str(folder), "game": game, "players": players, "level": level}),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        cwd=ROOT,
        env={**os.environ, "PYTHONWARNINGS": "ignore"},
    )
    box = Box(process)
    try:
        ready = await box.answer()
        box.port, box.code, box.host = ready["port"], ready["code"], ready["host"]
        yield box
    finally:
        assert process.stdin is not None
        process.stdin.close()
        await process.wait()


class Silent:
    """A panel's chip that discards its bytes, since drawing them is not the box's work."""

    def receive(self, message: bytes) -> None:
        """Do nothing."""


@dataclass
class Far:
    """The far end, which carries out commands at the box."""

    served: Served
    source: random.Random = field(default_factory=lambda: random.Random(5))
    _painted: asyncio.Event = field(default_factory=asyncio.Event)

    def __post_init__(self) -> None:
        """Watch for pictures, on a bus as fast as a real one with a chip that costs nothing."""
        session = self.served.box.session
        session.followers = (*session.followers, lambda *_: self._painted.set())
        self._box.bus.hertz = HERTZ
        self._box.bus.chips = dict.fromkeys(self._box.bus.chips, Silent())

    async def act(self) -> dict[str, Any]:
        """Take an action at random."""
        session = self.served.box.session
        table = session.table
        action = self.source.choice(table.candidates)
        after = await session.ask(ActionInput(action))
        assert isinstance(after, Table)
        assert len(after.entries) > len(table.entries)
        return {"n": len(after.entries), "over": after.is_over}

    async def begin(self) -> dict[str, Any]:
        """Begin another game of the same kind."""
        session = self.served.box.session
        await session.ask(CommandInput(Command.CONFIRM))
        while isinstance(session.stage, Lobby):
            await session.ask(CommandInput(Command.CONFIRM))
        after = await session.ask(CommandInput(Command.BACK))
        assert isinstance(after, Table)
        return {"n": len(after.entries)}

    async def press(self, button: str, pause: float) -> dict[str, Any]:
        """Press a button; return the seconds until the last byte of the picture is on the bus.

        `down` acts when it is pressed, the others on release, since they might be held.
        """
        fingers = self._box.buttons
        self._painted.clear()
        began = time.perf_counter()
        fingers.press(button)
        if button != "down":
            await asyncio.sleep(FINGER)
            began = time.perf_counter()
            fingers.release(button)
        seconds = await self._flushed(began)
        fingers.release(button)
        await asyncio.sleep(pause)
        return {"seconds": seconds}

    async def tag(self, number: int) -> dict[str, Any]:
        """Lay a tagged piece on the reader; return the seconds until its picture is there."""
        session = self.served.box.session
        await session.ask(CommandInput(Command.BACK))  # what the last one has shown
        tags = sorted(session.controls.tags(session.table))
        reader = next(iter(self._box.readers.values()))
        self._painted.clear()
        began = time.perf_counter()
        reader.place(tags[number % len(tags)])
        seconds = await self._flushed(began)
        reader.lift()
        await asyncio.sleep(LIFT)
        return {"seconds": seconds}

    @property
    def _box(self) -> EmulatedBox:
        box = self.served.box.emulated
        assert box is not None
        return box

    async def _flushed(self, began: float) -> float:
        """Wait until the picture that follows is on the bus; return the seconds since then."""
        display = self.served.box.display
        await asyncio.wait_for(self._painted.wait(), PATIENCE)
        assert display is not None
        assert display.flushed is not None
        await display.flushed
        return time.perf_counter() - began

    async def cost(self) -> dict[str, Any]:
        return {"processor": time.process_time()}


async def _main(arguments: dict[str, Any]) -> None:
    folder = Path(arguments["folder"])
    names = NAMES[: arguments["players"]]
    async with serving(
        folder, game=arguments["game"], players=names, level=arguments["level"]
    ) as served:
        gc.set_threshold(*SELDOM)  # as the daemon does
        gc.freeze()
        await _obey(Far(served))


async def _obey(far: Far) -> None:
    loop = asyncio.get_running_loop()
    commands = asyncio.StreamReader()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(commands), sys.stdin)
    seats = far.served.gateway.seats
    _say({"port": far.served.server.port, "code": seats.code, "host": seats.host_code})
    async for line in commands:
        fields = json.loads(line)
        _say(await getattr(far, fields.pop("command"))(**fields))


def _say(answer: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(answer) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    asyncio.run(_main(json.loads(sys.argv[1])))
