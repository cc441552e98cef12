"""Sheets that users have added to a box, in one YAML file; none is ever lost by a change.

A game in the journal is played on by the sheet with which it began. So a sheet never changes: its
id ends with digits of a hash of its text, a changed one is another game, and one that is removed
is kept for the games that were played by it.
"""

import logging
import re
import unicodedata
from hashlib import sha256
from pathlib import Path
from typing import Annotated, Final, TypeAlias

import msgspec
import yaml
from msgspec import Meta

from companion.engine.message import say
from companion.schema.yaml_reader import read_yaml
from companion.sheets.games import title_of
from companion.sheets.sheet import Sheet, read_sheet
from companion.storage import bounded_file, durable, loading

FILE: Final = "sheets.yaml"
"""The file's name in the state folder."""
LONGEST: Final = 3600
"""The most characters of a sheet: what a page may send; one of thirty lines has fewer than 2000."""
MOST: Final = 300
"""The most sheets of a box, with those that were removed."""
LARGEST: Final = 4 * MOST * LONGEST
"""The most bytes of the file."""
_HEADER: Final = """\
# Sheets that people have added to this box, each under the id of its game. One that is not
# `offered` was removed from the list of games; it is kept for those that were played by it.
"""
_DIGITS: Final = 6
"""Hexadecimal digits of a hash: of 300 sheets, two have the same ones by a chance of 1 to 370."""
_SLUG: Final = 24
_LOG: Final = logging.getLogger(__name__)

SheetText: TypeAlias = Annotated[str, Meta(max_length=LONGEST)]


class StoredSheet(msgspec.Struct, frozen=True):
    """A sheet's text, and whether it is in the list of games."""

    text: SheetText
    offered: bool = True


Sheets: TypeAlias = Annotated[
    dict[Annotated[str, Meta(max_length=41, pattern="^[a-z0-9][a-z0-9-]{0,40}$")], StoredSheet],
    Meta(max_length=MOST),
]
"""The contents of the file, by the ids of the games."""


class SheetError(ValueError):
    """A sheet cannot be added; the message gives the reason."""


def load(folder: Path) -> dict[str, StoredSheet]:
    """Return the sheets of a box; a corrupt file is renamed with a warning."""
    return loading.load(folder / FILE, read, _LOG) or {}


def read(path: Path) -> dict[str, StoredSheet]:
    """Return the sheets in a file. Raises ``OSError`` or ``ValueError``."""
    text = bounded_file.read_text(path, LARGEST)
    found: Sheets = read_yaml(Sheets, text, str(path))
    return found


def add(folder: Path, text: str) -> str:
    """Add a sheet durably; return the id of its game.

    Raises ``Invalid`` naming each mistake in it, ``SheetError``, or ``OSError``.
    """
    (name, text), stored = checked(text), load(folder)
    if name not in stored and len(stored) >= MOST:
        raise SheetError(say("a box has at most {most} sheets", most=MOST))
    _save(folder, {**stored, name: StoredSheet(text)})
    return name


def checked(text: str) -> tuple[str, str]:
    """Return the id of a sheet's game, and its text without spaces that nobody sees.

    Raises ``Invalid`` naming each mistake in it, or ``SheetError``.
    """
    if len(text) > LONGEST:
        raise SheetError(say("a sheet has at most {most} characters; shorten it", most=LONGEST))
    text = "\n".join(line.rstrip() for line in text.strip().splitlines()) + "\n"
    return id_of(read_sheet(text, FILE), text), text


def remove(folder: Path, name: str) -> bool:
    """Remove a sheet from the list of games; return whether it was there."""
    stored = load(folder)
    if name not in stored or not stored[name].offered:
        return False
    _save(folder, {**stored, name: StoredSheet(stored[name].text, offered=False)})
    return True


def id_of(sheet: Sheet, text: str) -> str:
    """Return the id of a sheet's game: its title in plain letters, and digits of a hash."""
    plain = unicodedata.normalize("NFKD", title_of(sheet.title)).lower()
    words = re.findall("[a-z0-9]+", plain.encode("ascii", "ignore").decode())
    digits = sha256(text.encode()).hexdigest()[:_DIGITS]
    slug = "-".join(words)[:_SLUG].strip("-") or "game"
    return f"{slug}-{digits}"


def _save(folder: Path, sheets: dict[str, StoredSheet]) -> None:
    plain = {name: {"text": each.text, "offered": each.offered} for name, each in sheets.items()}
    text = yaml.safe_dump(plain, allow_unicode=True, sort_keys=True)
    durable.write(folder / FILE, f"{_HEADER}{text}")
