"""A disk as a power cut leaves it: all that was flushed, and some sectors of the rest.

A drive's cache may be written back in any order, and a cut may interrupt a request.
"""

import json
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from labs.powercut.writes import SECTOR, Write


@dataclass(frozen=True, slots=True)
class Cut:
    """An instant at which the power may be cut.

    The first ``durable`` requests had been flushed by then, those in ``pending`` had not.
    """

    durable: int
    pending: tuple[Write, ...]
    promised: Mapping[str, int]
    """What had been acknowledged, by kind."""


def instants(writes: Sequence[Write], marker: int) -> Iterator[Cut]:
    """Yield every instant after the first promise at which something was not yet flushed.

    ``marker`` is the sector to which each promise is written.
    """
    durable = 0
    pending: tuple[Write, ...] = ()
    promised: Mapping[str, int] = {}
    for number, write in enumerate(writes):
        if write.is_flush:
            durable, pending = number, ()
        if write.sector == marker and write.content:
            promised = json.loads(bytes(write.content))
        elif write.content:
            pending = (*pending, write)
        if promised and pending:
            yield Cut(durable, pending, promised)


def choose(cuts: Sequence[Cut], count: int, source: random.Random) -> list[Cut]:
    """Return so many instants in order, spread over the whole recording."""
    return sorted(source.sample(cuts, count), key=lambda cut: cut.durable)


class Disk:
    """Rebuilds the disk of one instant after another, from the disk before the recording."""

    def __init__(self, base: Path, writes: Sequence[Write]) -> None:
        """Take over the file ``base``, which will be changed."""
        self.base = base
        self._writes = writes
        self._done = 0

    def advance(self, cut: Cut) -> None:
        """Write to the base what was durable at an instant; instants must come in order."""
        with self.base.open("r+b") as disk:
            for write in self._writes[self._done : cut.durable]:
                _put(disk, write.sector, write.content)
        self._done = max(self._done, cut.durable)


def lose(disk: Path, cut: Cut, source: random.Random) -> int:
    """Write a random part of what was pending, in any order; return how many sectors are lost."""
    sectors = [sector for write in cut.pending for sector in write.sectors]
    share = source.random()
    kept = [sector for sector in sectors if source.random() < share]
    source.shuffle(kept)
    with disk.open("r+b") as file:
        for sector, content in kept:
            _put(file, sector, content)
    return len(sectors) - len(kept)


def _put(disk: BinaryIO, sector: int, content: memoryview) -> None:
    disk.seek(sector * SECTOR)
    disk.write(content)
