"""What the journal costs: time, bytes and flushes for what is durable, and the time to open it.

On an SSD of a virtual machine, games played at random at their fullest level (they take longer than
people do), one action at a time:

    game            actions  an action      kept   in a year
    compass-jewels       46     5.3 kB     10 kB      100 MB
    compass-points      109     5.3 kB     11 kB      220 MB
    essence             609     5.3 kB     56 kB    1,210 MB
    gilded-compass      205     6.0 kB     76 kB      490 MB
    inner-compass     1,049     5.4 kB     80 kB    2,080 MB

Every action is one flush; each thousand pages of the log cost two more. A year is a game a day.
"""

import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from companion.engine import registry
from companion.engine.log import Entry, EntryKind
from companion.storage.journal import Journal
from tests.setups import SETUP

ROOT: Final = Path(__file__).parents[2]
MOST: Final = 6144
"""Bytes that an action may write."""
CHECKPOINTS: Final = 0.01
"""Flushes an action beyond the one: the log is merged into the main file now and then."""
COUNT = 500
PAYLOAD = {"type": "imprint", "square": [3, 4], "pay": ["joy", "anger"], "token": "gold"}


def written() -> int:
    """Return the bytes that this process has caused to be written to the disk so far."""
    lines = Path("/proc/self/io").read_text(encoding="ascii").splitlines()
    return int(next(line for line in lines if line.startswith("write_bytes")).split()[1])


def entry(sequence: int) -> Entry:
    return Entry(sequence, EntryKind.ACTION, 1, PAYLOAD, 1000 * sequence, 1.8e9 + sequence)


@pytest.fixture
def disk() -> Iterator[Path]:
    """Return a folder on a disk: what is written to memory is not counted."""
    (ROOT / "build").mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(dir=ROOT / "build") as folder:
        yield Path(folder)


def test_one_durable_entry(disk: Path) -> None:
    with Journal.open(disk / "journal.db") as journal:
        play = journal.begin("compass", "1", {**SETUP}, 0.0)
        before = written()
        times = []
        for sequence in range(1, COUNT + 1):
            started = time.perf_counter()
            journal.append(play, [entry(sequence)])
            times.append(1000 * (time.perf_counter() - started))
        cost = (written() - before) / COUNT
    size = (disk / "journal.db").stat().st_size / COUNT
    p50, p99 = statistics.median(times), statistics.quantiles(times, n=100)[98]
    print(f"\nappend: p50 {p50:.2f} ms, p99 {p99:.2f} ms, {cost:.0f} B written, {size:.0f} B kept")
    assert 0 < cost < 8600, "more than with 4 KiB pages"


@pytest.fixture(scope="module")
def counter(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Compile what counts flushes; needs a C compiler."""
    library = tmp_path_factory.mktemp("flushes") / "flushes.so"
    source = Path(__file__).with_name("flushes.c")
    compiler = shutil.which("cc")
    assert compiler is not None, "There is no C compiler: apt-get install gcc libc6-dev"
    subprocess.run([compiler, "-shared", "-fPIC", "-o", library, source, "-ldl"], check=True)
    return library


@pytest.mark.parametrize("game", sorted(registry.names()))
def test_an_action_a_game_a_year(disk: Path, counter: Path, game: str) -> None:
    command = [sys.executable, "-m", "labs.bench.journal_of_a_game", game, str(disk)]
    environment = {**os.environ, "LD_PRELOAD": str(counter)}
    ran = subprocess.run(
        command, check=True, capture_output=True, text=True, cwd=ROOT, env=environment
    )
    cost = json.loads(ran.stdout)
    print(
        f"\n{game}, {cost['actions']} actions: {cost['bytes']:.0f} B and {cost['flushes']:.3f}"
        f" flushes each; the game {cost['game bytes'] / 1000:.0f} kB written,"
        f" {cost['kept'] / 1000:.0f} kB kept; a game a day"
        f" {365 * cost['game bytes'] / 1e6:.0f} MB and {365 * cost['game flushes']} flushes a year"
    )
    assert 0 < cost["bytes"] <= MOST
    assert 1 <= cost["flushes"] <= 1 + CHECKPOINTS


def test_open_a_year_of_games(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    with Journal.open(path) as journal:
        for _ in range(200):
            play = journal.begin("compass", "1", {**SETUP}, 0.0)
            journal.append(play, [entry(number + 1) for number in range(250)])
    started = time.perf_counter()
    Journal.open(path).close()
    elapsed = 1000 * (time.perf_counter() - started)
    print(f"\nopen and check 200 games, 50,000 entries: {elapsed:.0f} ms")
