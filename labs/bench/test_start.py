"""From the command to READY: compared with the imports alone, and with a thousand entries.

The figures are processor time of the whole process, so that other programs do not count; the time
by the clock is printed beside it. Bytecode is present, as it is in the package.
"""

import os
import random
import resource
import signal
import socket
import statistics
import subprocess
import sys
import time
from collections.abc import Sequence
from compileall import compile_dir
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import pytest

from companion.engine import registry
from companion.engine.fold import sampler
from companion.engine.game import Setup
from companion.session.journal_writer import JournalWriter
from companion.storage.journal import FILE as JOURNAL
from companion.storage.journal import Journal
from companion.table.command import Command
from companion.table.state import ActionInput, CommandInput
from companion.table.table import (
    Table,
    Timestamp,
    begin,
    handle,
)

FLOOR = "import gpiozero, luma.oled.device, serial, yaml, asyncio"
ROUNDS = 7
MOST = 2.5
"""What a start may cost, as a multiple of the imports that no such daemon can do without."""
MORE = 1.5
"""What a start with a long game may cost, as a multiple of one with a new game."""
RESIDENT = 50.0
"""MiB of memory: what a Zero 2 W has does not depend on how fast it is."""
ENTRIES = 1000
CONFIG = "profile: adafruit-oled-bonnet\nstate: {state}\n"
"""A real box without readers, whose panel and pins are not there."""


@dataclass(frozen=True)
class Cost:
    """Processor time and time by the clock in seconds, and resident memory in MiB."""

    processor: float
    clock: float
    memory: float = 0.0


def median(costs: list[Cost]) -> Cost:
    return Cost(*(statistics.median(figures) for figures in zip(*map(vars_of, costs), strict=True)))


def vars_of(cost: Cost) -> tuple[float, float, float]:
    return cost.processor, cost.clock, cost.memory


def floor() -> Cost:
    """Return the cost of importing what no daemon of this kind can do without."""
    before, begun = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    subprocess.run([sys.executable, "-c", FLOOR], check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return Cost(used, time.perf_counter() - begun)


def ready(folder: Path, *arguments: str, config: str = CONFIG, under: Sequence[str] = ()) -> Cost:
    """Start the daemon as systemd does, wait for READY, and end it; ``under`` is put before it."""
    path = folder / "companion.yaml"
    path.write_text(config.replace("{state}", str(folder / "state")), encoding="utf-8")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as notifications:
        notifications.bind(str(folder / "notify"))
        run = [sys.executable, "-m", "companion", "run", "--config", str(path), *arguments]
        command = [*under, *run]
        environment = {**os.environ, "NOTIFY_SOCKET": str(folder / "notify")}
        begun = time.perf_counter()
        with subprocess.Popen(command, env=environment, stderr=subprocess.DEVNULL) as process:
            while b"READY" not in notifications.recv(100):
                pass
            cost = Cost(used(process.pid), time.perf_counter() - begun, memory(process.pid))
            process.send_signal(signal.SIGTERM)
    (folder / "notify").unlink()
    return cost


def used(pid: int) -> float:
    """Return the processor time that a process has used, in seconds (proc(5), stat)."""
    after_name = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return sum(map(int, after_name[11:13])) / os.sysconf("SC_CLK_TCK")


def memory(pid: int) -> float:
    lines = Path(f"/proc/{pid}/status").read_text(encoding="utf-8").splitlines()
    return int(next(line for line in lines if line.startswith("VmRSS")).split()[1]) / 1024


@pytest.fixture(autouse=True, scope="module")
def _bytecode() -> None:
    bytecode()


def bytecode() -> None:
    """Compile everything, as it is in the package."""
    for name in ("companion", *filter(None, sys.path)):
        if Path(name).is_dir():
            compile_dir(name, quiet=2)


@pytest.mark.parametrize("shown", ["a game in progress", "what to play"])
def test_start_against_the_import_floor(tmp_path: Path, shown: str) -> None:
    floors, starts = [], []
    ready(tmp_path, *(["--start"] if shown == "a game in progress" else []))
    for _ in range(ROUNDS):
        floors.append(floor())
        starts.append(ready(tmp_path))
    least, mine = median(floors), median(starts)
    ratio = mine.processor / least.processor
    print(
        f"\n{shown}: floor {least.processor:.2f} s of processor ({least.clock:.2f} s), "
        f"READY {mine.processor:.2f} s ({mine.clock:.2f} s), ratio "
        f"{ratio:.2f}, wanted {MOST}; resident {mine.memory:.1f} MiB, wanted {RESIDENT:.0f}"
    )
    assert ratio <= MOST
    assert mine.memory <= RESIDENT


def played(count: int) -> Table:
    """Return a table with ``count`` entries: a random game, with much taken back."""
    source, game = random.Random(7), registry.load("inner-compass")
    setup = Setup(("Ada", "Ben"), "full")
    draw = sampler(source)
    table = begin(game, setup, (), Timestamp(0, 0.0), draw).table
    while len(table.entries) < count:
        moment = Timestamp(10 * len(table.entries), 0.0)
        if table.laying:
            table = handle(table, Command.BACK, moment, draw).table
        elif table.is_over or source.random() < 0.2:
            table = handle(table, CommandInput(Command.UNDO), moment, draw).table
        else:
            action = source.choice(table.candidates)
            table = handle(table, ActionInput(action), moment, draw).table
    return table


def test_a_long_game_goes_on_soon(tmp_path: Path) -> None:
    long, bare = tmp_path / "long", tmp_path / "bare"
    for folder in (long, bare):
        (folder / "state").mkdir(parents=True)
    table = played(ENTRIES)
    writer = JournalWriter(partial(Journal.open, long / "state" / JOURNAL), None)
    writer.begin(table, 0.0)
    writer.append(table.entries)
    writer.close()
    ready(bare, "--start")
    pairs = [(ready(bare), ready(long)) for _ in range(ROUNDS)]
    start, resumed = (median(list(figures)) for figures in zip(*pairs, strict=True))
    ratio = resumed.processor / start.processor
    print(
        f"\na game of {len(table.entries)} entries: READY after {resumed.processor:.2f} s of "
        f"processor, {ratio:.2f} times that with a new one, wanted {MORE}, "
        f"{1000 * (resumed.processor - start.processor):.0f} ms more"
    )
    assert ratio <= MORE
