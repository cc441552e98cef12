"""Identity of a journal: a name that it gives itself, so that it is mistaken for no other.

Numbers of games begin again when a journal is restored from a backup or set aside because it was
damaged. A reader that keeps copies of it therefore needs a name for the line of its entries. The
name stands in a file beside the journal, with a mark: an entry that the journal had when the name
was last written down. A journal that lacks it is another one, and gets another name.
"""

import json
import logging
import secrets
from pathlib import Path
from typing import Annotated, Final

import msgspec
from msgspec.structs import replace

from companion.schema.bounds import Word
from companion.schema.reading import read_json
from companion.storage import bounded_file, durable
from companion.storage.journal import HighWaterMark, Journal

FILE: Final = "lineage.json"
"""The file's name in the state folder. No backup holds it."""
_DIGITS: Final = 8
"""Bytes of a name: two boxes of ten thousand share one by chance in 10^11 fleets."""
_NOTHING: Final = HighWaterMark()
_LOG: Final = logging.getLogger(__name__)


class Lineage(msgspec.Struct, frozen=True):
    """The name of a journal, and that of the journal that it replaces."""

    name: Word
    before: Word = ""
    starts: Annotated[int, msgspec.Meta(ge=0, le=2**53)] = 0
    """How often a box has begun to speak of it."""
    mark: HighWaterMark = _NOTHING

    def succeeded(self) -> "Lineage":
        """Return the lineage of a journal that replaces this one."""
        return replace(self, name=secrets.token_hex(_DIGITS), before=self.name, mark=_NOTHING)


def take_up(folder: Path, journal: Journal) -> Lineage:
    """Return the lineage of the journal in a folder, with a new name if it is another one.

    Raises ``JournalError`` or ``OSError``.
    """
    stored = _read(folder / FILE)
    if stored is None:
        stored = Lineage(secrets.token_hex(_DIGITS))
    elif not journal.has(stored.mark):
        _LOG.warning("the journal is not the one that was here: its games count as another's")
        stored = stored.succeeded()
    renewed = replace(stored, starts=stored.starts + 1, mark=journal.newest())
    save(folder, renewed)
    return renewed


def save(folder: Path, lineage: Lineage) -> None:
    """Store a lineage durably."""
    durable.write(folder / FILE, json.dumps(msgspec.to_builtins(lineage)))


def _read(path: Path) -> Lineage | None:
    """Return the stored lineage; an unreadable one counts as missing."""
    try:
        return read_json(Lineage, bounded_file.read(path))
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:
        _LOG.warning("%s is not readable, the journal gets a new name: %s", path, error)
        return None
