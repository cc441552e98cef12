"""Sheets shipped with the box, as games: written in English, titled in every language."""

from collections.abc import Mapping
from functools import lru_cache
from gettext import NullTranslations
from importlib.resources import files
from typing import Final

from msgspec.structs import replace

from companion.engine.manifest import Manifest
from companion.engine.rules import AnyGame
from companion.i18n.languages import DEFAULT, LANGUAGES, read
from companion.sheets.games import game_of, manifest_of
from companion.sheets.sheet import Names, Sheet, read_sheet

PACKAGE: Final = "companion.sheets"
DOMAIN: Final = "shipped"
"""The catalogue of their names, whose ids are English."""
_SUFFIX: Final = ".yaml"


def names() -> tuple[str, ...]:
    """Return the ids of all sheets, in alphabetical order."""
    folder = files(PACKAGE) / DOMAIN
    found = (each.name for each in folder.iterdir() if each.name.endswith(_SUFFIX))
    return tuple(sorted(name.removesuffix(_SUFFIX) for name in found))


def has(name: str) -> bool:
    """Return whether a sheet has this id."""
    return name in names()


def text(name: str) -> str:
    """Return the source text of a sheet. Raises ``FileNotFoundError``."""
    return (files(PACKAGE) / DOMAIN / f"{name}{_SUFFIX}").read_text(encoding="utf-8")


@lru_cache(maxsize=64)
def sheet(name: str) -> Sheet:
    """Return a sheet with its names in each language that has them.

    Raises ``FileNotFoundError``, or ``Invalid`` naming the mistake.
    """
    written = read_sheet(text(name), f"{name}{_SUFFIX}")
    return replace(
        written,
        title=_in_languages(written.title),
        phases=tuple(map(_in_languages, written.phases)),
        categories=tuple(
            replace(each, name=_in_languages(each.name)) for each in written.categories
        ),
        cards=tuple(map(_in_languages, written.cards)),
        counters=tuple(replace(each, name=_in_languages(each.name)) for each in written.counters),
    )


def _in_languages(words: Names) -> Names:
    """Return an English name by language; one that has translations is unchanged."""
    if not isinstance(words, str):
        return words
    said = {code: catalogue.gettext(words) for code, catalogue in _catalogues().items()}
    return {code: each for code, each in said.items() if code == DEFAULT or each != words}


# A list of all sheets asks for some forty names in each language.
@lru_cache(maxsize=1)
def _catalogues() -> Mapping[str, NullTranslations]:
    return {code: read(PACKAGE, DOMAIN, code) for code in LANGUAGES}


@lru_cache(maxsize=64)
def load(name: str) -> AnyGame:
    """Return the game of a sheet."""
    return game_of(name, sheet(name))


def manifest(name: str) -> Manifest:
    """Return the manifest of a sheet."""
    return manifest_of(sheet(name))
