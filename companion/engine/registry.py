"""The installed games, those of this package and those of others alike."""

import sys
from collections.abc import Sequence
from functools import lru_cache
from importlib.metadata import EntryPoint, entry_points
from typing import Final

from companion.engine.message import say
from companion.engine.rules import AnyGame

GROUP: Final = "companion.games"


class UnknownGameError(ValueError):
    """No game of that name can be played here; the message says why."""


def names() -> tuple[str, ...]:
    """Return the names of the installed games, in alphabetical order."""
    return tuple(sorted(entry.name for entry in _found()))


def load(name: str) -> AnyGame:
    """Return the game ``name``. Raises ``UnknownGameError``, also if its package is broken."""
    for entry in _found():
        if entry.name == name:
            return _loaded(entry)
    raise UnknownGameError(
        say(
            "there is no game {name!r}; installed are: {names}", name=name, names=", ".join(names())
        )
    )


def _loaded(entry: EntryPoint) -> AnyGame:
    try:
        game: AnyGame = entry.load()
    except Exception as error:
        raise UnknownGameError(
            say(
                "the game {name!r} cannot be loaded: {error}; install its package anew, or remove "
                "it",
                name=entry.name,
                error=error,
            )
        ) from error
    return game


def _found() -> Sequence[EntryPoint]:
    return _installed(tuple(sys.path))


@lru_cache(maxsize=4)
def _installed(_path: tuple[str, ...]) -> Sequence[EntryPoint]:
    """Look through everything installed on a path, once: that takes a fiftieth of a second."""
    return tuple(entry_points(group=GROUP))
