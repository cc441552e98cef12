"""The log of a finished game as one compressed blob, a line of JSON for each entry."""

import json
import zlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

FIELDS: Final = ("sequence", "kind", "actor", "payload", "clock", "wall", "crc")
Row = tuple[int, str, int, str, int, float, int]
"""An entry in the order of ``FIELDS``; the payload is JSON."""
LAST_ENTRY: Final = 10_000
"""Entries of a game that are kept: games have some hundreds."""
LARGEST_LOG: Final = 2_000_000
"""Characters of all payloads of a game that are kept: twenty times those of a long one."""
_LEVEL: Final = 6
"""The usual level of zlib."""
_AT_ONCE: Final = 65_536
"""Bytes that are unpacked at once: a blob of an older version may be a thousand times as long."""


def pack_rows(rows: Iterable[Row]) -> bytes:
    """Return rows as a blob."""
    return zlib.compress("\n".join(json.dumps(row) for row in rows).encode(), _LEVEL)


def unpack_rows(blob: bytes | None) -> Iterator[Row]:
    """Yield the rows of a blob, unpacking lazily."""
    if not blob:
        return
    unpacking, rest = zlib.decompressobj(), b""
    while not unpacking.eof:
        piece = unpacking.decompress(blob, _AT_ONCE)
        blob = unpacking.unconsumed_tail
        if not piece and not blob:
            break
        *lines, rest = (rest + piece).split(b"\n")
        yield from (_row(json.loads(line)) for line in lines if line)
    if rest:
        yield _row(json.loads(rest))


@dataclass(slots=True)
class LogBounds:
    """Accepts rows of one game in order, within the bounds of a log.

    Nothing is accepted after a gap, where entries were not stored.
    """

    rows: list[Row] = field(default_factory=list)
    size: int = 0

    def takes(self, row: Row) -> bool:
        """Add a row; return whether it was within the bounds."""
        self.size += len(row[3])
        follows = not self.rows or row[0] == self.rows[-1][0] + 1
        if not follows or row[0] > LAST_ENTRY or self.size > LARGEST_LOG:
            return False
        self.rows.append(row)
        return True


def _row(values: Sequence[object]) -> Row:
    sequence, kind, actor, payload, clock, wall, crc = values
    row: Row = (sequence, kind, actor, payload, clock, wall, crc)  # type: ignore[assignment] # ours
    return row
