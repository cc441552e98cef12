"""Checksums by which box and hub compare a journal.

That of an entry continues the one of the entry before it.
"""

import zlib
from typing import Final

SEQUENCE_BITS: Final = 32
"""The key of an entry is its play's id, shifted by so many bits, plus its sequence number."""


def key_of(play: int, sequence: int) -> int:
    """Return the key of an entry; sequence 0 gives the key before a play's first entry."""
    return (play << SEQUENCE_BITS) + sequence


def checksum(columns: tuple[object, ...], previous: int = 0) -> int:
    """Return the CRC-32 of ``columns``, continuing ``previous``."""
    return zlib.crc32(ascii(columns).encode("ascii"), previous)
