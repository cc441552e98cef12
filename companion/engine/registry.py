"""Registry of installed games, found by their entry points."""

import sys
from collections.abc import Sequence
from functools import lru_cache
from importlib.metadata import EntryPoint, distributions
from itertools import chain
from typing import TYPE_CHECKING, Final, Protocol

from msgspec.structs import replace

from companion.engine.forms import shown
from companion.engine.manifest import FILE as MANIFEST
from companion.engine.manifest import Manifest, manifest_of, summary_of
from companion.engine.message import say
from companion.engine.ranking import teams_of
from companion.engine.rules import AnyGame, Rules
from companion.engine.text import Text, titled
from companion.moved import former_names

_PREFIX: Final = "companion."
GROUP: Final = f"{_PREFIX}games"
SHELVES: Final = f"{_PREFIX}sheets"
"""The entry points of modules that have games of their own, made from sheets."""


class UnknownGameError(ValueError):
    """No playable game has this name; the message gives the reason."""


def names() -> tuple[str, ...]:
    """Return the names of the installed games, in alphabetical order."""
    return tuple(sorted(entry.name for entry in _found()))


class Shelf(Protocol):
    """Games created from sheets on demand."""

    def names(self) -> tuple[str, ...]:
        """Return the ids of the available games."""

    def has(self, name: str) -> bool:
        """Return whether a game with this id exists, available or not."""

    def load(self, name: str) -> AnyGame:
        """Return a game. Raises ``ValueError`` naming the mistake in its sheet."""

    def manifest(self, name: str) -> Manifest:
        """Return the manifest of a game."""


def sheets() -> tuple[str, ...]:
    """Return the ids of all games from sheets, in alphabetical order."""
    return tuple(sorted(name for shelf in _shelves() for name in shelf.names()))


def load(name: str) -> AnyGame:
    """Return the game ``name``. Raises ``UnknownGameError``, also if its package is broken."""
    shelf = _shelf_of(name)
    if shelf is not None:
        try:
            return shelf.load(name)
        except Exception as error:
            raise _broken(name, error) from error
    entry = _entry(name)
    try:
        game: object = entry.load()
        return _checked(game, entry)
    except (Exception, SystemExit) as error:  # a package may end the program as it is imported
        raise _broken(name, error) from error


def load_with_board(name: str) -> AnyGame:
    """Return the game ``name`` with its board, which ``load`` leaves to whoever draws it first.

    Raises ``UnknownGameError`` as ``load`` does, and if the board cannot be read.
    """
    game = load(name)
    try:
        game.picture  # noqa: B018 - it is read now
    except (ValueError, OSError) as error:
        raise _broken(name, error) from error
    return game


def manifest(name: str) -> Manifest:
    """Return the manifest of the game ``name``. Raises ``UnknownGameError`` as ``load`` does.

    Its rules are imported only if there is no manifest file beside them.
    """
    shelf = _shelf_of(name)
    if shelf is not None:
        try:
            return shelf.manifest(name)
        except Exception as error:
            raise _broken(name, error) from error
    entry = _entry(name)
    try:
        loaded = manifest_of(entry.module)
    except Exception as error:
        raise _broken(name, error) from error
    return loaded or _manifest_from(load(name))


def find_manifest(name: str) -> Manifest | None:
    """Return the manifest of the game ``name``, ``None`` if it cannot be played here."""
    try:
        return manifest(name)
    except UnknownGameError:
        return None


def title(name: str, language: str) -> str:
    """Return the title of a game in a language, its name if it is not installed."""
    found = find_manifest(name)
    return name if found is None else found.title_in(language)


def titled_game(name: str) -> Text:
    """Return the title of a game as a text that each display translates."""
    found = find_manifest(name)
    return titled(name, {}) if found is None else titled(found.title, found.titles)


# Statistics ask for each of thousands of results, and a manifest is a file.
@lru_cache(maxsize=64)
def teams(name: str) -> tuple[tuple[int, ...], ...]:
    """Return the seats of each team of a game, none if it is not installed."""
    found = find_manifest(name)
    return () if found is None else found.teams


def _checked(game: object, entry: EntryPoint) -> AnyGame:
    """Return the object of an entry point. Raises ``TypeError`` unless it is the named game."""
    if not isinstance(game, Rules):
        mistake = f"{entry.value} is {shown(game)}; name an instance of the class of the game"
        raise TypeError(f"{entry.name}: {mistake}")
    _compare(game, entry)
    return game


# A lobby asks for its game dozens of times for each screen: its manifest is read once.
@lru_cache(maxsize=64)
def _compare(game: AnyGame, entry: EntryPoint) -> None:
    """Raise ``TypeError`` unless entry point, manifest and class of a game agree."""
    if game.id != entry.name:
        raise TypeError(f"{entry.name}: id is {game.id!r}; give game and entry point one name")
    loaded = manifest_of(entry.module)
    if loaded is not None and _by_class(loaded) != _manifest_from(game):
        raise TypeError(
            f"{entry.name}: {MANIFEST} says {summary_of(loaded)}, but the class "
            f"{summary_of(_manifest_from(game))}; let it take them from there"
        )


def _by_class(facts: Manifest) -> Manifest:
    """Return the facts that a class also declares; the rest is only for other programs."""
    return replace(facts, bgg=None, points="most", cooperative=False)


def _manifest_from(game: AnyGame) -> Manifest:
    numbers = game.players
    facts = (game.title, numbers[0], numbers[-1], numbers.step, teams_of(game))
    return Manifest(*facts, titles=dict(game.titles))


def _entry(name: str) -> EntryPoint:
    for entry in _found():
        if entry.name == name:
            return entry
    raise UnknownGameError(
        say(
            "there is no game {name!r}; installed are: {names}", name=name, names=", ".join(names())
        )
    )


def _shelf_of(name: str) -> Shelf | None:
    """Return the shelf of a game's sheet, ``None`` for an installed or unknown game."""
    if any(entry.name == name for entry in _found()):
        return None
    return next((shelf for shelf in _shelves() if shelf.has(name)), None)


def _shelves() -> Sequence[Shelf]:
    return _known_shelves(tuple(sys.path))


@lru_cache(maxsize=4)
def _known_shelves(_path: tuple[str, ...]) -> Sequence[Shelf]:
    return tuple(entry.load() for entry in _installed(_path)[1])


def _broken(name: str, error: BaseException) -> UnknownGameError:
    return UnknownGameError(
        say(
            "the game {name!r} cannot be loaded: {error}; update its package or "
            "remove it, or tell its author",
            name=name,
            error=error,
        )
    )


def _found() -> Sequence[EntryPoint]:
    return _installed(tuple(sys.path))[0]


@lru_cache(maxsize=4)
def _installed(_path: tuple[str, ...]) -> tuple[Sequence[EntryPoint], Sequence[EntryPoint]]:
    """Return games and shelves, cached: a search takes milliseconds.

    ``importlib.metadata.entry_points`` reads the name of each distribution to ignore one that is
    installed twice, the later on the path. Here only those with games are asked for theirs.
    """
    every: dict[str, Sequence[EntryPoint]] = {}
    for distribution in distributions():
        if f"[{_PREFIX}" in (distribution.read_text("entry_points.txt") or ""):
            every.setdefault(distribution.name, distribution.entry_points)
    listed = tuple(chain.from_iterable(every.values()))
    games = tuple(entry for entry in listed if entry.group == GROUP)
    shelves = tuple(entry for entry in listed if entry.group == SHELVES)
    return games, shelves


if not TYPE_CHECKING:  # or any name would pass for one of this module
    __getattr__ = former_names(__name__)
