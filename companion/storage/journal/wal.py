"""Recovers transactions from a damaged write-ahead log.

SQLite reads a ``-wal`` file up to the first frame whose checksum fails, and silently ignores the
rest. That is right for a transaction torn by a power cut, but damage in the middle
takes accepted transactions with it. Layout: https://sqlite.org/walformat.html
"""

import struct
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from companion.storage.journal.database import PAGE_SIZE

# Bytes of the header of the log, and of each frame's.
_HEADER: Final = 32
_FRAME: Final = 24
_MAGIC: Final = {0x377F0682: "<", 0x377F0683: ">"}
"""The byte order of the words in the checksum, by the first word of the header."""


def frames(size: int) -> int:
    """Return how many whole frames fit into a log of ``size`` bytes."""
    return max(0, size - _HEADER) // (_FRAME + PAGE_SIZE)


def hidden_transactions(wal: bytes, read: int) -> int:
    """Return how many transactions lie beyond the first ``read`` frames, which SQLite reads.

    Only frames of the log's current run count, which have its salt; frames of earlier runs are in
    the database already.
    """
    starts = range(_HEADER, len(wal) - _FRAME - PAGE_SIZE + 1, _FRAME + PAGE_SIZE)
    frames = [struct.unpack_from(">II8s", wal, start) for start in starts]
    salts = [wal[16:24]] if _header_is_sound(wal) else _usual(salt for _, _, salt in frames)
    return sum(pages > 0 and salt in salts for _, pages, salt in frames[read:])


def frames_read(index: Path) -> int:
    """Return how many frames SQLite reads, from the ``-shm`` file of an open connection."""
    frames: int = struct.unpack_from("=I", index.read_bytes(), 16)[0]
    return frames


def _usual(salts: Iterable[bytes]) -> list[bytes]:
    """Return the most frequent of ``salts``, if there are any."""
    return [salt for salt, _ in Counter(salts).most_common(1)]


def _header_is_sound(wal: bytes) -> bool:
    """Return whether the checksum of the log's header is right."""
    order = _MAGIC.get(int.from_bytes(wal[:4], "big"))
    if order is None or len(wal) < _HEADER:
        return False
    first = second = 0
    for even, odd in struct.iter_unpack(f"{order}II", wal[:24]):
        first = (first + even + second) & 0xFFFFFFFF
        second = (second + odd + first) & 0xFFFFFFFF
    return wal[24:32] == struct.pack(">II", first, second)
