"""Files that are there whole or not at all, whenever the power goes.

What root writes belongs to whom the folder belongs: the box goes on with it after `sudo companion
restore`, and a person has a backup that was made with sudo.
"""

import os
from pathlib import Path


def write(path: Path, text: str) -> None:
    """Write a file so that after a power cut it is the old one or the new one, never a part."""
    fresh = path.with_name(f"{path.name}.new")
    fresh.write_text(text, encoding="utf-8")
    put(fresh, path)


def put(fresh: Path, path: Path) -> None:
    """Let a finished file take the place of ``path``, in the same folder, durably."""
    give_to_owner(fresh, path.parent)
    _sync(fresh)
    fresh.replace(path)
    _sync(path.parent)


def give_to_owner(path: Path, folder: Path) -> None:
    """Give a file that root has made to the owner of a folder; for others do nothing."""
    if os.geteuid() == 0:
        owner = folder.stat()
        os.chown(path, owner.st_uid, owner.st_gid, follow_symlinks=False)


def _sync(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
