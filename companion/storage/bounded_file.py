"""Opens files named by users, and reads them up to a limit.

Opening a pipe without a writer blocks for ever, and a device such as ``/dev/zero`` has no end.
"""

import errno
import os
import stat
from io import StringIO
from pathlib import Path
from typing import BinaryIO, Final

from companion.engine.message import Message, join, say

LARGEST: Final = 1 << 20
"""The most bytes of a file, unless its reader sets a bound of its own."""


class UnusableFileError(OSError, ValueError):
    """A file is not an ordinary one, or too large, and so was not written by a companion."""

    def __init__(self, path: Path, why: Message) -> None:
        """Report ``why`` the file at ``path`` cannot be used."""
        super().__init__(why)
        self.filename, self.strerror = str(path), why

    def __str__(self) -> str:
        return join(": ", [str(self.filename), str(self.strerror)])


def check(path: Path) -> None:
    """Raise ``OSError`` unless a path is an ordinary file."""
    mode = path.stat().st_mode
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if not stat.S_ISREG(mode):
        raise UnusableFileError(path, say("is a pipe or a device: name a regular file"))


def open_file(path: Path) -> BinaryIO:
    """Open an ordinary file for reading. Raises ``OSError``."""
    check(path)
    return path.open("rb")


def read(path: Path, most: int = LARGEST) -> bytes:
    """Return the content of an ordinary file of at most ``most`` bytes. Raises ``OSError``."""
    with open_file(path) as stream:
        content = stream.read(most + 1)
    if len(content) > most:
        raise UnusableFileError(path, say("is larger than {most} bytes", most=most))
    return content


def read_text(path: Path, most: int = LARGEST, *, encoding: str = "utf-8") -> str:
    """Return the text in such a file, with normalized line ends.

    Raises ``OSError`` or ``UnicodeDecodeError``.
    """
    return StringIO(read(path, most).decode(encoding), newline=None).read()
