"""The log of a finished game as one compressed blob, a line of JSON for each entry."""

import json
import zlib
from collections.abc import Iterable, Sequence
from typing import Final

FIELDS: Final = ("sequence", "kind", "actor", "payload", "clock", "wall", "crc")
Row = tuple[int, str, int, str, int, float, int]
"""An entry in the order of ``FIELDS``; the payload is JSON."""
_LEVEL: Final = 6


def packed(rows: Iterable[Row]) -> bytes:
    """Return rows as a blob."""
    return zlib.compress("\n".join(json.dumps(row) for row in rows).encode(), _LEVEL)


def unpacked(blob: bytes | None) -> tuple[Row, ...]:
    """Return the rows of a blob."""
    if not blob:
        return ()
    lines = zlib.decompress(blob).decode().split("\n")
    return tuple(_row(json.loads(line)) for line in lines if line)


def _row(values: Sequence[object]) -> Row:
    sequence, kind, actor, payload, clock, wall, crc = values
    row: Row = (sequence, kind, actor, payload, clock, wall, crc)  # type: ignore[assignment] # ours
    return row
