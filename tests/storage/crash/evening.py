"""Fork boxes on which an evening goes on, and report what each has shown or confirmed.

Each line on standard input names a folder and a seed, and forks a box there with emulated hardware
and its pages on loopback. On standard output, each line is a list in JSON: the child's number, a
word, and what belongs to it. ``do`` announces an act, ``table`` tells the digest of the log that is
shown, ``lobby`` that a lobby is shown, ``backup`` and ``restore`` the file that a page has got or
sent, ``end`` that the child is dead.
"""

import asyncio
import json
import os
import random
import sys
from contextlib import suppress
from pathlib import Path
from tempfile import mkdtemp

from aiohttp import ClientSession, CookieJar

from companion import daemon
from companion.emulation.manual_clock import ManualClock
from companion.emulation.robot import RandomPlayer
from companion.engine.fold import sampler
from companion.engine.log import Entry
from companion.records.archive import check_continuable
from companion.settings import WebSettings
from companion.storage import pending_restore
from companion.table.lobby.lobby import Lobby
from companion.table.mode import MisfitQuestion, RepairPreview
from companion.table.modes.log_dialogue import open_question
from companion.table.stage import Stage
from companion.table.state import LogAnswer, StepChange
from companion.web.http.server import WebServer
from tests.daemon.test_another_box import listening, set_up
from tests.daemon.test_evening import TRACK
from tests.daemon.test_leaving import choose, take_up
from tests.rig import Rig, settings
from tests.storage.crash.digest import digests
from tests.web.client import Browser

STEPS = 3
"""What is done in a game between two other acts."""
ACTS = 60
"""Acts after which an evening ends by itself."""


def tell(*words: object) -> None:
    """Write one line at once, so that none is torn by a kill."""
    os.write(sys.stdout.fileno(), json.dumps([os.getpid(), *words]).encode() + b"\n")


def acknowledge(stage: Stage, _entries: tuple[Entry, ...]) -> None:
    """Tell what is shown, unless it is said not to be saved."""
    if stage.console.unsaved:
        return
    if isinstance(stage, Lobby):
        tell("lobby")
    else:
        tell("table", digests(stage.entries)[-1])


class Evening:
    """What people do on a box, at random."""

    def __init__(self, rig: Rig, phone: Browser, folder: Path, source: random.Random) -> None:
        """Take a box with the phone of its host."""
        self.rig, self.phone, self.folder, self.source = rig, phone, folder, source

    async def act(self) -> None:
        """Do something that is possible now."""
        stage = self.rig.box.session.stage
        if isinstance(stage, Lobby):
            acts = ["back", "begin", "backup", "restore"] + ["take_up"] * bool(stage.left)
        elif stage.is_over:
            acts = ["rematch", "leave_ended", "backup"] + ["go_on"] * stage.stopped
        else:
            acts = ["step", "step", "edit", "leave", "stop", "end"]
        name = self.source.choice(acts)
        tell("do", name)
        await getattr(self, name)()

    async def back(self) -> None:
        await self.rig.tap("b")

    async def begin(self) -> None:
        await set_up(self.rig)

    async def take_up(self) -> None:
        lobby = self.rig.box.session.stage
        if isinstance(lobby, Lobby) and lobby.question is not None and not lobby.given:
            await take_up(self.rig)

    async def step(self) -> None:
        await self._play_on()
        for _ in range(STEPS):
            if not self.rig.table.is_over:
                await self.rig.robot.step()

    async def edit(self) -> None:
        """Take something else in place of a step in the log; whatever no longer fits goes."""
        await self.step()
        if self.rig.table.is_over:
            return
        await choose(self.rig, "log")
        await self.rig.tap("a", *("down",) * self.source.randrange(3), "a")
        while isinstance(self.rig.table.choosing, StepChange):
            question = open_question(self.rig.table)
            answers = () if question is None else question.answers
            await self.rig.box.session.ask(LogAnswer(self.source.randrange(len(answers))))
        while isinstance(page := self.rig.table.console.cover, RepairPreview | MisfitQuestion):
            await self.rig.tap(*(("up",) if isinstance(page, MisfitQuestion) else ()), "a")
        await self.rig.tap("b")

    async def leave(self) -> None:
        await self._play_on()
        await choose(self.rig, "leave", "left")

    async def stop(self) -> None:
        await self._play_on()
        await choose(self.rig, "leave", "stop")

    async def go_on(self) -> None:
        await self.rig.hold("b")

    async def end(self) -> None:
        await self._play_on()
        await self.rig.restart_timeout()

    async def rematch(self) -> None:
        await self.rig.tap("b", "b")
        await self.rig.hold("press")

    async def leave_ended(self) -> None:
        await self.rig.ask_for_the_next_game()

    async def backup(self) -> None:
        """Take a backup along; the page gets it whole."""
        async with self.phone.session.get(f"{self.phone.base}/games/backup.tar") as answer:
            content = await answer.read()
        assert answer.status == 200
        file = self.folder / f"taken-{self.source.getrandbits(32):x}.tar"
        file.write_bytes(content)
        tell("backup", file.name)

    async def restore(self) -> None:
        """Bring a backup back, if one was taken: then this evening is over."""
        taken = sorted(self.folder.glob("taken-*.tar"))
        if taken:
            file = self.source.choice(taken)
            status, _ = await self.phone.post("/games/restore", file.read_bytes())
            assert status == 202
            tell("restore", file.name)
            raise asyncio.CancelledError

    async def _play_on(self) -> None:
        """Close what covers the game, and lay out what is still to be laid."""
        if self.rig.table.console.cover is not None:
            await self.rig.tap("b")
        while self.rig.table.laying:
            await self.rig.tap("a")


async def spend(folder: Path, source: random.Random) -> None:
    """Spend an evening with the box in a folder, to its end or until this process is killed."""
    chosen = settings(folder, web=WebSettings(0, "127.0.0.1"), **TRACK)
    assert pending_restore.restore(chosen.state, check_continuable) is None
    clock, ports = ManualClock(), Path(mkdtemp(dir=folder))
    box = daemon.build(chosen, clock, sampler(source), ports, ask=True)
    assert box.emulated is not None
    robot = RandomPlayer(box.session, box.emulated, clock=clock, source=source)
    rig = Rig(box, box.emulated, clock, robot)
    box.session.followers = (*box.session.followers, acknowledge)
    running = asyncio.ensure_future(box.run())
    await robot.ready()
    await listening(rig)
    assert box.pages is not None
    assert isinstance(box.pages.server, WebServer)
    async with ClientSession(cookie_jar=CookieJar(unsafe=True)) as session:
        phone = Browser(session, f"http://127.0.0.1:{box.pages.server.port}")
        code = {"code": box.pages.server.gateway.seats.host_code}
        assert (await phone.post("/api/host", code))[0] == 204
        evening = Evening(rig, phone, folder, source)
        with suppress(asyncio.CancelledError):
            for _ in range(ACTS):
                await evening.act()
    if box.replacement is None:
        running.cancel()
    with suppress(asyncio.CancelledError):
        await running


def main() -> None:
    """Fork a box for each folder and seed on standard input."""
    for line in sys.stdin:
        folder, seed = json.loads(line)
        child = os.fork()
        if child == 0:
            asyncio.run(spend(Path(folder), random.Random(seed)))
            os._exit(0)
        _, status = os.waitpid(child, 0)
        os.write(sys.stdout.fileno(), json.dumps([child, "end", status]).encode() + b"\n")


if __name__ == "__main__":
    main()
