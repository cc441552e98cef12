"""Preferences that users have set on the box, kept across games and restarts."""

import json
import logging
from pathlib import Path
from typing import Annotated, Final, TypeAlias

import msgspec

from companion.schema.bounds import Prose, Word
from companion.schema.reading import read_json
from companion.storage import bounded_file, durable, loading

FILE: Final = "preferences.json"
"""The file's name in the state folder."""
Preferences: TypeAlias = Annotated[dict[Word, Prose], msgspec.Meta(max_length=1000)]
"""What is chosen, by what is chosen."""
_LOG: Final = logging.getLogger(__name__)


def load(folder: Path) -> dict[str, str]:
    """Return the preferences in a state folder; a corrupt file is ignored with a warning."""
    return loading.load(folder / FILE, read, _LOG) or {}


def read(path: Path) -> dict[str, str]:
    """Return the preferences in a file. Raises ``OSError`` or ``ValueError``."""
    chosen: Preferences = read_json(Preferences, bounded_file.read(path))
    return chosen


def save(folder: Path, key: str, value: str) -> None:
    """Add or replace one preference, durably and atomically."""
    path = folder / FILE
    durable.write(path, json.dumps({**load(folder), key: value}))
