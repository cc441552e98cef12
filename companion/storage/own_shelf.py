"""Sheets that users have added to this box, as games beside the shipped ones."""

import os
from collections.abc import Callable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Protocol

import msgspec

from companion.engine.manifest import Manifest
from companion.engine.rules import AnyGame
from companion.sheets import games
from companion.sheets.sheet import Sheet, Words, read_sheet
from companion.storage import sheet_book
from companion.storage.sheet_book import StoredSheet
from companion.storage.state_folder import SHEETS, default_state


class ExchangeError(Exception):
    """The club's hub does not answer, or the box is not connected."""


class ClubSheet(msgspec.Struct, frozen=True):
    """A sheet that another box of the club has sent: the id of its game, and its title."""

    name: str
    title: Words


class SheetExchange(Protocol):
    """The exchange of sheets with other boxes of a club; ``listed`` and ``text`` block."""

    @property
    def lists(self) -> bool:
        """Whether the sheets of other boxes can be read."""

    def listed(self) -> tuple[ClubSheet, ...]:
        """Return the sheets of all boxes. Raises ``ExchangeError``."""

    def text(self, name: str) -> str:
        """Return one of them as it was written. Raises ``ExchangeError``."""

    def send(self, text: str) -> None:
        """Send a sheet of this box. Raises ``ExchangeError``."""


class SheetStore(msgspec.Struct, frozen=True):
    """The folder with a box's own sheets, and all games with them, to choose from on the box."""

    folder: Path
    games: Callable[[], Mapping[str, Manifest]]
    club: SheetExchange | None = None
    """The exchange with other boxes, if this one belongs to a club."""


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
    folder = os.environ.get(SHEETS) or str(default_state())
    try:
        changed = (Path(folder) / sheet_book.FILE).stat().st_mtime_ns
    except OSError:
        return {}
    return _of(folder, changed)


@lru_cache(maxsize=4)
def _of(folder: str, _changed: int) -> Mapping[str, StoredSheet]:
    """Return the contents of the file, read again only after a change."""
    return sheet_book.load(Path(folder))
