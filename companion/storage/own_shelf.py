"""Sheets that users have added to this box, as games beside the shipped ones."""

import os
from collections.abc import Callable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Final

import msgspec

from companion.engine.manifest import Manifest
from companion.engine.rules import AnyGame
from companion.sheets import games
from companion.sheets.sheet import Sheet, read_sheet
from companion.storage import sheet_book
from companion.storage.sheet_book import StoredSheet
from companion.storage.state_folder import default_state

FOLDER: Final = "COMPANION_SHEETS"
"""The variable of the environment that names the folder of the file, if it is not the usual one.

Games are found by their names alone, as those that are installed are: whoever starts the program
says where its sheets are.
"""


class SheetStore(msgspec.Struct, frozen=True):
    """The folder with a box's own sheets, and all games with them, to choose from on the box."""

    folder: Path
    games: Callable[[], Mapping[str, Manifest]]


def use(folder: Path) -> None:
    """Register the sheets of a state folder from now on, also for started programs."""
    os.environ[FOLDER] = str(folder)


def names() -> tuple[str, ...]:
    """Return the ids of the sheets that are offered, in alphabetical order."""
    return tuple(sorted(name for name, each in _stored().items() if each.offered))


def has(name: str) -> bool:
    """Return whether a sheet exists, available or kept for games that used it."""
    return name in _stored()


def load(name: str) -> AnyGame:
    """Return the game of a sheet."""
    return games.game_of(name, sheet(name))


def manifest(name: str) -> Manifest:
    """Return the manifest of a sheet."""
    return games.manifest_of(sheet(name))


def text(name: str) -> str:
    """Return a sheet as it was written. Raises ``KeyError``."""
    return _stored()[name].text


def sheet(name: str) -> Sheet:
    """Return a sheet. Raises ``Invalid`` naming the mistake."""
    return _read(text(name), name)


@lru_cache(maxsize=64)
def _read(text_: str, name: str) -> Sheet:
    return read_sheet(text_, f"{name}.yaml")


def _stored() -> Mapping[str, StoredSheet]:
    folder = os.environ.get(FOLDER) or str(default_state())
    try:
        changed = (Path(folder) / sheet_book.FILE).stat().st_mtime_ns
    except OSError:
        return {}
    return _of(folder, changed)


@lru_cache(maxsize=4)
def _of(folder: str, _changed: int) -> Mapping[str, StoredSheet]:
    """Return the contents of the file, read again only after a change."""
    return sheet_book.load(Path(folder))
