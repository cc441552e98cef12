"""What the journal costs: time and bytes written per durable entry, and the time to open it."""

import statistics
import time
from pathlib import Path

from companion.engine.log import Entry, EntryKind
from companion.storage.journal import Journal

COUNT = 500
PAYLOAD = {"type": "imprint", "square": [3, 4], "pay": ["joy", "anger"], "token": "gold"}


def written() -> int:
    """Return the bytes that this process has caused to be written to the disk so far."""
    lines = Path("/proc/self/io").read_text(encoding="ascii").splitlines()
    return int(next(line for line in lines if line.startswith("write_bytes")).split()[1])


def entry(sequence: int) -> Entry:
    return Entry(sequence, EntryKind.ACTION, 1, PAYLOAD, 1000 * sequence, 1.8e9 + sequence)


def test_one_durable_entry(tmp_path: Path) -> None:
    with Journal.open(tmp_path / "journal.db") as journal:
        play = journal.begin("compass", "1", {}, 0.0)
        before = written()
        times = []
        for sequence in range(1, COUNT + 1):
            started = time.perf_counter()
            journal.append(play, [entry(sequence)])
            times.append(1000 * (time.perf_counter() - started))
        cost = (written() - before) / COUNT
    size = (tmp_path / "journal.db").stat().st_size / COUNT
    p50, p99 = statistics.median(times), statistics.quantiles(times, n=100)[98]
    print(f"\nappend: p50 {p50:.2f} ms, p99 {p99:.2f} ms, {cost:.0f} B written, {size:.0f} B kept")
    assert cost < 8600, "more than with 4 KiB pages"


def test_open_a_year_of_games(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    with Journal.open(path) as journal:
        for _ in range(200):
            play = journal.begin("compass", "1", {}, 0.0)
            journal.append(play, [entry(number + 1) for number in range(250)])
    started = time.perf_counter()
    Journal.open(path).close()
    elapsed = 1000 * (time.perf_counter() - started)
    print(f"\nopen and check 200 games, 50,000 entries: {elapsed:.0f} ms")
