"""Journals as compared by box and hub: keys and checksums of entries, positions of messages.

The checksum of an entry continues the one of the entry before it.
"""

import zlib
from typing import Final

import msgspec

SEQUENCE_BITS: Final = 32
"""The key of an entry is its play's id, shifted by so many bits, plus its sequence number."""


class JournalPosition(msgspec.Struct, frozen=True, order=True):
    """A position in a journal: a game's number, an entry's number, and whether its result."""

    play: int = 0
    sequence: int = 0
    result: bool = False

    def struct(self) -> list[int]:
        """Return the position as JSON."""
        return [self.play, self.sequence, int(self.result)]


def key_of(play: int, sequence: int) -> int:
    """Return the key of an entry; sequence 0 gives the key before a play's first entry."""
    return (play << SEQUENCE_BITS) + sequence


def checksum(columns: tuple[object, ...], previous: int = 0) -> int:
    """Return the CRC-32 of ``columns``, continuing ``previous``."""
    return zlib.crc32(ascii(columns).encode("ascii"), previous)
