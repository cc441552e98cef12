"""A disk as a power cut leaves it: what was flushed is there, of the rest some sectors are.

A drive's cache may write back in any order, and the cut may come in the middle of a request.
"""

import json
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from tests.powercut.writes import SECTOR, Write


@dataclass(frozen=True, slots=True)
class Cut:
    """An instant: the requests that the disk had taken by then.

    Those before ``durable``, a number of requests, were flushed; those in ``pending`` were not.
    """

    durable: int
    pending: tuple[Write, ...]
    promised: Mapping[str, int]
    """What had been acknowledged, by kind."""


def instants(writes: Sequence[Write], marker: int) -> Iterator[Cut]:
    """Yield every instant after the first promise at which something was not flushed yet.

    ``marker`` is the sector in which each promise stands after it was given.
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
    """Return so many instants in their order, from all over the recording."""
    return sorted(source.sample(cuts, count), key=lambda cut: cut.durable)


class Disk:
    """Rebuilds one disk after the other, from the one on which the recording began."""

    def __init__(self, base: Path, writes: Sequence[Write]) -> None:
        """Take over the file ``base``, which is written to."""
        self.base = base
        self._writes = writes
        self._done = 0

    def advance(self, cut: Cut) -> None:
        """Bring the base to what was durable at an instant; instants come in their order."""
        with self.base.open("r+b") as disk:
            for write in self._writes[self._done : cut.durable]:
                _put(disk, write.sector, write.content)
        self._done = max(self._done, cut.durable)


def lose(disk: Path, cut: Cut, source: random.Random) -> int:
    """Write what got through of what was pending, in any order; return how many sectors did not."""
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
