"""Counting the transactions of a write-ahead log that SQLite can no longer read."""

import struct

import pytest

from companion.storage.journal.database import PAGE_SIZE
from companion.storage.journal.wal import hidden_transactions

OLD, NEW = b"earlier.", b"present."
"""Salts of two runs of a log, eight bytes each."""
MAGIC = {"<": 0x377F0682, ">": 0x377F0683}


def header(order: str, salt: bytes) -> bytes:
    """Return a header with its checksum (https://sqlite.org/walformat.html)."""
    begun = struct.pack(">4I", MAGIC[order], 3007000, PAGE_SIZE, 0) + salt
    first = second = 0
    for even, odd in struct.iter_unpack(f"{order}2I", begun):
        first = (first + even + second) % 2**32
        second = (second + odd + first) % 2**32
    return begun + struct.pack(">2I", first, second)


def frame(salt: bytes, pages: int = 7) -> bytes:
    """Return a frame; ``pages`` is 0 unless it is the last of its transaction."""
    return struct.pack(">2I8s2I", 1, pages, salt, 0, 0) + bytes(PAGE_SIZE)


FRAMES = frame(NEW) + frame(NEW, 0) + frame(NEW) + frame(OLD) * 4


@pytest.mark.parametrize("order", MAGIC)
@pytest.mark.parametrize(("read", "hidden"), [(0, 2), (1, 1), (3, 0), (7, 0)])
def test_frames_left_from_earlier_runs_do_not_count(order: str, read: int, hidden: int) -> None:
    assert hidden_transactions(header(order, NEW) + FRAMES, read) == hidden


@pytest.mark.parametrize("place", [0, 3, 5, 24, 31])
def test_under_a_damaged_header_the_salt_of_most_frames_decides(place: int) -> None:
    damaged = bytearray(header(">", NEW))
    damaged[place] ^= 0x55
    assert hidden_transactions(bytes(damaged) + FRAMES, 0) == 4


def test_an_incomplete_last_frame_does_not_count() -> None:
    assert hidden_transactions((header("<", NEW) + frame(NEW) * 2)[:-1], 0) == 1


def test_a_log_without_frames_hides_nothing() -> None:
    assert hidden_transactions(header("<", NEW)[:20], 0) == 0
