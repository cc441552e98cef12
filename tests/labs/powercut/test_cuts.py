"""The model of a power cut itself: all that was flushed is there, and any part of the rest."""

import json
import random
import struct
from pathlib import Path

import pytest

from labs.powercut.cuts import Cut, Disk, choose, instants, lose
from labs.powercut.writes import FLUSH, SECTOR, UNCACHED, Write, read

MARKER = 9
"""The sector of the promises."""


def sector(letter: str) -> bytes:
    return letter.encode() * SECTOR


def promise(**counts: int) -> bytes:
    return json.dumps(counts).encode().ljust(SECTOR)


def log(folder: Path, *requests: tuple[int, bytes, int]) -> Path:
    """Write a log as QEMU does, of sectors, contents and flags."""
    parts = [struct.pack("<QQQI", 0x6A736677736872, 1, len(requests), SECTOR).ljust(SECTOR)]
    for place, content, flags in requests:
        entry = struct.pack("<QQQQ", place, len(content) // SECTOR, flags, 0)
        parts += [entry.ljust(SECTOR), content]
    path = folder / "writes.log"
    path.write_bytes(b"".join(parts))
    return path


@pytest.fixture
def writes(tmp_path: Path) -> list[Write]:
    requests = [
        (0, sector("a"), 0),
        (MARKER, promise(game=1), 0),
        (1, sector("b") + sector("c"), 0),
        (0, b"", FLUSH),
        (0, sector("d"), 0),
        (MARKER, promise(game=2), 0),
    ]
    return read(log(tmp_path, *requests))


def after(folder: Path, writes: list[Write], cut: Cut, seed: int) -> tuple[bytes, int]:
    """Return the first three sectors after a power cut, and how many sectors were lost."""
    base = folder / "base.img"
    base.write_bytes(bytes(SECTOR * (MARKER + 1)))
    disk = Disk(base, writes)
    disk.advance(cut)
    lost = lose(base, cut, random.Random(seed))
    return base.read_bytes()[: 3 * SECTOR], lost


def test_instants_lie_between_a_promise_and_a_flush(writes: list[Write]) -> None:
    problems = [
        (cut.durable, len(cut.pending), cut.promised["game"]) for cut in instants(writes, MARKER)
    ]
    assert problems == [(0, 1, 1), (0, 2, 1), (3, 1, 1), (3, 1, 2)]


def test_what_was_flushed_is_never_lost(writes: list[Write], tmp_path: Path) -> None:
    last = list(instants(writes, MARKER))[-1]
    left = {after(tmp_path, writes, last, seed) for seed in range(20)}
    flushed = sector("b") + sector("c")
    assert left == {(sector("a") + flushed, 1), (sector("d") + flushed, 0)}


def test_a_request_may_be_written_in_part(writes: list[Write], tmp_path: Path) -> None:
    before = list(instants(writes, MARKER))[1]
    left = {after(tmp_path, writes, before, seed)[0] for seed in range(100)}
    parts = [(sector(letter), bytes(SECTOR)) for letter in "abc"]
    assert left == {a + b + c for a in parts[0] for b in parts[1] for c in parts[2]}


def test_chosen_instants_are_in_order(writes: list[Write]) -> None:
    chosen = choose(list(instants(writes, MARKER)), 3, random.Random(1))
    assert [cut.durable for cut in chosen] == sorted(cut.durable for cut in chosen)


def test_a_write_past_the_cache_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="past the cache"):
        read(log(tmp_path, (0, sector("a"), UNCACHED)))


def test_another_file_is_not_a_log(tmp_path: Path) -> None:
    path = tmp_path / "writes.log"
    path.write_bytes(bytes(SECTOR))
    with pytest.raises(ValueError, match="not a log of writes"):
        read(path)
