"""Atomic, durable file writes: a file is complete or absent, whenever the power fails.

A file written by root is given to the owner of its folder: so the box can use files restored by
`sudo companion restore`, and users own the backups that they make with sudo.
"""

import errno
import os
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import Final

_OWN: Final = 0o600
"""The mode of a private file: its owner reads and writes it."""


def write(path: Path, content: str | bytes, *, private: bool = False) -> None:
    """Write a file so that after a power cut it is the old or the new one, never a part.

    Only its owner can read a ``private`` one, even while it is written. Raises ``OSError`` naming
    ``path``, and leaves no temporary file.
    """
    data = content.encode() if isinstance(content, str) else content
    if is_device(path):
        path.write_bytes(data)
        return
    if path.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    fresh = temporary_path(path)
    try:
        if private:
            # What a power cut left there may be readable by others.
            fresh.unlink(missing_ok=True)
            fresh.touch(mode=_OWN, exist_ok=False)
        fresh.write_bytes(data)
        replace_file(fresh, path)
    except OSError as error:
        error.filename, error.filename2 = str(path), None
        with suppress(OSError):
            fresh.unlink(missing_ok=True)
        raise


def is_device(path: Path) -> bool:
    """Return whether a path is a device or a pipe, such as ``/dev/stdout``.

    Data is written into it: as root, replacing it would affect the whole computer.
    """
    return path.exists() and not path.is_file() and not path.is_dir()


def temporary_path(path: Path) -> Path:
    """Return the path of the temporary file. Raises ``IsADirectoryError`` for ``.`` or the root."""
    if not path.name:
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    return path.with_name(f"{path.name}.new")


def replace_file(fresh: Path, path: Path) -> None:
    """Replace ``path`` durably by a finished file in the same folder.

    Raises ``FileExistsError`` for a device or a pipe, which must not be replaced.
    """
    if is_device(path):
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(path))
    give_to_owner(fresh, path.parent)
    _sync(fresh)
    fresh.replace(path)
    _sync(path.parent)


def set_aside(path: Path) -> Path:
    """Rename a corrupt file to a free name; return that name. Raises ``OSError``."""
    names = (
        path.with_suffix(f".damaged{'' if number == 1 else f'-{number}'}{path.suffix}")
        for number in count(1)
    )
    free = next(name for name in names if not name.exists())
    path.replace(free)
    return free


def give_to_owner(path: Path, folder: Path) -> None:
    """Give a file created by root to the owner of a folder; do nothing for other users."""
    if os.geteuid() == 0:
        owner = folder.stat()
        os.chown(path, owner.st_uid, owner.st_gid, follow_symlinks=False)


def _sync(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
