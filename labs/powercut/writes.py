"""The requests that a disk received, in order: the log that QEMU's blklogwrites keeps.

Its format is that of the kernel's dm-log-writes (Documentation/admin-guide/device-mapper).
"""

import mmap
import struct
from dataclasses import dataclass
from pathlib import Path
from typing import Final

FLUSH: Final = 1 << 0
UNCACHED: Final = 1 << 1
"""A write that is on the medium when it is done ("forced unit access")."""
DISCARD: Final = 1 << 2
SECTOR: Final = 512

_MAGIC: Final = 0x6A736677736872
_VERSION: Final = 1
_HEAD: Final = struct.Struct("<QQQI")
_ENTRY: Final = struct.Struct("<QQQQ")


@dataclass(frozen=True, slots=True)
class Write:
    """One request: where it begins on the disk, in sectors, and its content.

    A flush makes everything written before it durable; it seldom has content of its own.
    """

    sector: int
    content: memoryview
    is_flush: bool

    @property
    def sectors(self) -> tuple[tuple[int, memoryview], ...]:
        """The number and the content of each sector that it writes."""
        return tuple(
            (self.sector + start // SECTOR, self.content[start : start + SECTOR])
            for start in range(0, len(self.content), SECTOR)
        )


def read(log: Path) -> list[Write]:
    """Return the requests in the order in which they came."""
    with log.open("rb") as file:
        content = memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
    magic, version, count, unit = _HEAD.unpack_from(content)
    if (magic, version) != (_MAGIC, _VERSION):
        raise ValueError(f"{log} is not a log of writes")
    writes = []
    place = unit
    for _ in range(count):
        sector, length, flags, _ = _ENTRY.unpack_from(content, place)
        place += unit
        size = 0 if flags & DISCARD else length * unit
        if flags & UNCACHED:
            raise ValueError(f"{log} has a write past the cache, which cannot be lost")
        start = sector * unit // SECTOR
        writes.append(Write(start, content[place : place + size], bool(flags & FLUSH)))
        place += size
    return writes
