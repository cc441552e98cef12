"""Memory over a hundred thousand actions, on emulated hardware and on a box whose hardware is real.

The real one lacks its hardware here, which costs it a search every two seconds. Game follows game,
as at a table that is left open for a convention. Each action lights lamps and sounds the buzzer;
at the emulated box a button moves as well, and its panel is drawn.

Measured over 1630 games, after 10,000 and after 100,000 actions: 74.2 and 75.2 MiB with emulated
hardware, 76.5 and 77.0 with real hardware. Most of what comes before is SQLite's cache and the
other games, which the first setup offers.

It was 83.0 and 96.0 once: each setup read the results of all games of the journal, to list those
that were left, and 4 kB a game lay scattered among what stays. The number of objects did not grow,
only the room between them: `sys._debugmallocstats` showed it by the free blocks of one size.
What grew besides and is bounded now: SQLite's cache, and what Inner Compass remembers of tracks.
"""

import asyncio
import gc
import logging
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from msgspec.structs import replace

from companion import daemon
from companion.cli.commands import SELDOM
from companion.devices.clock import LoopClock
from companion.engine import registry
from companion.engine.fold import sampler
from companion.session.session import Session
from companion.settings import Settings, load
from companion.table.command import Command
from companion.table.lobby.lobby import Lobby
from companion.table.state import ActionInput, CommandInput
from tests.rig import settings

ACTIONS: Final = 100_000
WARM: Final = 10_000
"""Actions after which everything is there that a box keeps for good."""
SETTLED: Final = 0.1
"""Seconds after which a button that was released does nothing more."""
MOST: Final = 2.0
"""MiB by which a box may grow from then on."""
REAL: Final = "profile: adafruit-oled-bonnet\nlamps: {seat1: 20, seat2: 21}\nstate: %s\n"


def resident() -> float:
    """Return the memory of this process in MiB."""
    lines = Path("/proc/self/status").read_text(encoding="utf-8").splitlines()
    return int(next(line for line in lines if line.startswith("VmRSS")).split()[1]) / 1024


def real(folder: Path) -> Settings:
    path = folder / "companion.yaml"
    path.write_text(REAL % (folder / "state"), encoding="utf-8")
    return load(path, registry.load)


async def begin_anew(session: Session) -> None:
    """Begin the next game, like the last one."""
    await session.ask(CommandInput(Command.CONFIRM))
    while isinstance(session.stage, Lobby):
        await session.ask(CommandInput(Command.CONFIRM))
    await session.ask(CommandInput(Command.BACK))


@pytest.fixture(autouse=True)
def _log_goes_elsewhere() -> Iterator[None]:
    """Keep pytest from keeping each line of the log to the end of the test."""
    logging.disable()
    yield
    logging.disable(logging.NOTSET)


@pytest.mark.parametrize("kind", ["emulated", "real"])
def test_memory_stays(tmp_path: Path, kind: str) -> None:
    async def grown() -> tuple[float, float, int]:
        wanted = settings(tmp_path) if kind == "emulated" else real(tmp_path)
        source, games, warm = random.Random(9), 1, 0.0
        clock = LoopClock(asyncio.get_running_loop())
        box = daemon.build(replace(wanted, web=None), clock, sampler(source), tmp_path)
        assert (box.emulated is not None) is (kind == "emulated")
        gc.set_threshold(*SELDOM)  # as the daemon does
        gc.freeze()
        running = asyncio.ensure_future(box.run())
        await box.session.ask(CommandInput(Command.BACK))
        for n in range(ACTIONS):
            if n == WARM:
                warm = resident()
            if box.session.table.is_over:
                if box.emulated is not None:
                    box.emulated.buttons.release("down")
                    await asyncio.sleep(SETTLED)
                await begin_anew(box.session)
                games += 1
            if box.emulated is not None:
                move = box.emulated.buttons.press if n % 2 else box.emulated.buttons.release
                move("down")
            await box.session.ask(ActionInput(source.choice(box.session.table.candidates)))
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
        return warm, resident(), games

    warm, full, games = asyncio.run(grown())
    print(
        f"\n{kind}: {warm:.1f} MiB after {WARM} actions, {full:.1f} MiB after {ACTIONS}"
        f" in {games} games: {full - warm:+.1f}, wanted {MOST:.0f} at most"
    )
    assert full - warm <= MOST
