"""Key of a box, from which the secrets of its draws are derived; it never leaves the box."""

import logging
import os
from pathlib import Path
from typing import Final

from companion.engine.draws.committed import CommittedDraws
from companion.storage import bounded_file, durable, loading

FILE: Final = "draws.key"
"""The file's name in the state folder."""
SIZE: Final = 32
"""The length of the key in bytes: as hard to guess as a secret."""
_LOG: Final = logging.getLogger(__name__)


def committed_draws(folder: Path) -> CommittedDraws:
    """Return the source of draws of the box with this state folder, creating its first key.

    If the key cannot be stored, it is only valid until the box is switched off: a game in progress
    then continues with a new commitment, as recorded in its log.
    """
    key = loading.load(folder / FILE, _read, _LOG)
    if key is None:
        key = os.urandom(SIZE)
        try:
            folder.mkdir(parents=True, exist_ok=True)
            durable.write(folder / FILE, key, private=True)
        except OSError as error:
            _LOG.warning("the key for draws is not stored: %s", error)
    return CommittedDraws(key, os.urandom)


def _read(path: Path) -> bytes:
    key = bounded_file.read(path)
    if len(key) != SIZE:
        raise ValueError(f"it has {len(key)} bytes, not {SIZE}")
    return key
