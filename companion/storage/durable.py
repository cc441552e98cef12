"""Files that are there whole or not at all, whenever the power goes."""

import os
from pathlib import Path


def write(path: Path, text: str) -> None:
    """Write a file so that after a power cut it is the old one or the new one, never a part."""
    fresh = path.with_name(f"{path.name}.new")
    fresh.write_text(text, encoding="utf-8")
    put(fresh, path)


def put(fresh: Path, path: Path) -> None:
    """Let a finished file take the place of ``path``, in the same folder, durably."""
    _sync(fresh)
    fresh.replace(path)
    _sync(path.parent)


def _sync(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
