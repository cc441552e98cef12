"""The header of a journal's file, which tells SQLite how to read it.

Layout: https://sqlite.org/fileformat.html, 1.3.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from companion.storage.journal.database import PAGE_SIZE

SIZE: Final = 100
"""Bytes of a header."""
_FIXED: Final[Mapping[int, bytes]] = MappingProxyType(
    {
        0: b"SQLite format 3\0",
        16: PAGE_SIZE.to_bytes(2, "big"),
        20: bytes((0, 64, 32, 32)),
        44: bytes((0, 0, 0, 4)),  # the format of the schema
        52: bytes((0, 0, 0, 0, 0, 0, 0, 1)),  # auto-vacuum off; text encoding UTF-8
    }
)
"""Parts of the header that are the same in every journal with tables, by their place in it."""
_MAGIC: Final = _FIXED[0]
_PAGES: Final = 28
"""The place of the number of pages."""
_FORMAT: Final = 18
"""The place of the two versions of the format, for writing and for reading."""
_WITH_LOG, _WITHOUT_LOG = b"\2\2", b"\1\1"
"""The two versions in a file with a log, and in one that was not used yet or came as a backup."""


def has_valid_bytes(header: bytes) -> bool:
    """Return whether it is safe for SQLite to open a file with this header.

    With a corrupt header SQLite might delete the file's write-ahead log.

    A file that is not a database at all may be opened: SQLite refuses it and changes nothing.
    """
    formats = header[_FORMAT : _FORMAT + 2]
    return formats in (_WITH_LOG, _WITHOUT_LOG) or not header.startswith(_MAGIC)


def repaired_header(header: bytes, pages: int) -> bytes:
    """Return the header of a journal with a number of pages, as far as it is known."""
    mended = bytearray(header.ljust(SIZE, b"\0"))
    mended[_PAGES : _PAGES + 4] = pages.to_bytes(4, "big")
    for place, part in _FIXED.items():
        mended[place : place + len(part)] = part
    if mended[_FORMAT : _FORMAT + 2] != _WITHOUT_LOG:
        mended[_FORMAT : _FORMAT + 2] = _WITH_LOG
    return bytes(mended)
