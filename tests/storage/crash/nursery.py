"""Fork players on demand, each of which plays a game and reports what it has acknowledged.

Each line on standard input names a folder, and forks a child that plays there on emulated
hardware. The line ``PID 0`` on standard output announces the child, ``PID SEQUENCE`` follows after
each entry that was shown, and ``PID end`` after its death. Forking saves the imports, so that
hundreds of kills take seconds.
"""

import asyncio
import os
import random
import sys
from contextlib import suppress
from pathlib import Path
from tempfile import mkdtemp

from msgspec.structs import replace

from companion import daemon
from companion.emulation.manual_clock import ManualClock
from companion.emulation.robot import RandomPlayer
from companion.engine import registry
from companion.engine.fold import sampler
from companion.engine.log import Entry
from companion.settings import Settings, default
from companion.table.stage import Stage


async def play(settings: Settings, folder: Path, acknowledgements: int) -> None:
    """Play the game in ``folder`` to its end, or until somebody kills this process."""
    settings = replace(settings, state=folder / "state")
    clock = ManualClock()
    source = random.Random()
    box = daemon.build(settings, clock, sampler(source), Path(mkdtemp(dir=folder)))
    assert box.emulated is not None
    robot = RandomPlayer(box.session, box.emulated, clock=clock, source=source)

    def acknowledge(stage: Stage, _entries: tuple[Entry, ...]) -> None:
        if stage.console.unsaved:
            return
        count = len(box.session.table.entries)
        os.write(acknowledgements, b"%d %d\n" % (os.getpid(), count))

    box.session.followers = (*box.session.followers, acknowledge)
    running = asyncio.ensure_future(box.run())
    await robot.ready()
    await robot.play()
    running.cancel()
    with suppress(asyncio.CancelledError):
        await running


def main() -> None:
    """Fork a player for each folder named on standard input."""
    settings = default(registry.load)
    for line in sys.stdin:
        child = os.fork()
        if child == 0:
            asyncio.run(play(settings, Path(line.strip()), sys.stdout.fileno()))
            os._exit(0)
        os.write(sys.stdout.fileno(), b"%d 0\n" % child)
        os.waitpid(child, 0)
        os.write(sys.stdout.fileno(), b"%d end\n" % child)


if __name__ == "__main__":
    main()
