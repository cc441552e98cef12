"""Languages and their catalogues: one folder ``locale/<language>`` for each.

The folders in ``companion/locale`` are the supported languages. Every package with texts, such as a
game, has its own folder ``locale`` beside its modules. Catalogues are written as
``locale/de/table.po`` and read as ``locale/de/LC_MESSAGES/table.mo``, where GNU gettext looks.
"""

import warnings
from collections.abc import Iterable, Iterator, Mapping
from copy import copy
from functools import lru_cache
from gettext import GNUTranslations, NullTranslations
from importlib.resources import files
from importlib.resources.abc import Traversable
from re import fullmatch
from typing import Final

PROGRAM: Final = "companion"
"""The package whose folders say which languages there are."""
DEFAULT: Final = "en"
"""The language of ids and templates, and of everything that another language lacks."""
TABLE: Final = "table"
"""Texts at the table; a game has a catalogue of this name, too."""
WEB: Final = "web"
MESSAGES: Final = "messages"
"""Messages for whoever sets a box up; their ids are the English templates."""
RULES: Final = "rules"
_LANGUAGE: Final = "language"
"""Name of a language, and its rules for counting and lists."""
_CODE: Final = r"[a-z]{2,3}(_[A-Z][a-z]{3})?(_([A-Z]{2}|\d{3}))?"
"""A language, script and region, as CLDR names them: ``pt``, ``es_419``, ``zh_Hant_TW``."""


class NotCompiledError(Exception):
    """A catalogue has not been compiled; the message says how to compile it."""


def locale_folder(package: str) -> Traversable:
    """Return the folder of a package's languages; it need not exist."""
    return files(package) / "locale"


def spoken(package: str) -> tuple[str, ...]:
    """Return the languages for which a package has a folder, the default first."""
    folder = locale_folder(package)
    codes = {each.name for each in folder.iterdir()} if folder.is_dir() else set()
    return tuple(sorted(filter(is_code, codes), key=lambda code: (code != DEFAULT, code)))


def is_code(name: str) -> bool:
    """Return whether a folder's name is the code of a language."""
    return fullmatch(_CODE, name) is not None


LANGUAGES: Final = spoken(PROGRAM)
"""All languages of the program, the default first."""


def compiled(package: str, domain: str, language: str) -> Traversable:
    """Return the path of a package's compiled catalogue; it need not exist.

    Third-party games may still have it in the location up to 0.2, for instance ``text/de.mo``.
    """
    path = locale_folder(package) / language / "LC_MESSAGES" / f"{domain}.mo"
    if path.is_file():
        return path
    name = f"{language}.mo" if domain == TABLE else f"{domain}.{language}.mo"
    former = files(package) / "text" / name
    if not former.is_file():
        return path
    warning = f"{package}/text/{name} belongs into {path}; the old place goes with 0.4"
    warnings.warn(warning, DeprecationWarning, stacklevel=2)
    return former


def has(package: str, domain: str, language: str) -> bool:
    """Return whether a package has a catalogue. Raises ``NotCompiledError``."""
    if compiled(package, domain, language).is_file():
        return True
    source = locale_folder(package) / language / f"{domain}.po"
    if source.is_file():
        raise NotCompiledError(f"{source} is not compiled: run `make text`")
    return False


def contains(package: str, domain: str, language: str, texts: Iterable[str]) -> bool:
    """Return whether a compiled catalogue contains one of some whole texts, without parsing it.

    In a catalogue there is a zero byte before and after each text.
    """
    file = compiled(package, domain, language)
    content = file.read_bytes() if file.is_file() else b""
    return any(b"\0%b\0" % text.encode() in content for text in texts)


def read(package: str, domain: str, language: str) -> NullTranslations:
    """Read a catalogue; a missing one translates nothing. Raises ``NotCompiledError``."""
    if not has(package, domain, language):
        return NullTranslations()
    # Copied, because the caller may add a fallback.
    return copy(parsed(package, domain, language))


@lru_cache(maxsize=16)
def parsed(package: str, domain: str, language: str) -> GNUTranslations:
    """Return a compiled catalogue, cached because all tables and pages share it."""
    with compiled(package, domain, language).open("rb") as stream:
        return GNUTranslations(stream)


@lru_cache(maxsize=32)
def about(language: str) -> NullTranslations:
    """Return the name of a language and its list and number formats, with English as default."""
    words = read(PROGRAM, _LANGUAGE, language)
    if language != DEFAULT:
        words.add_fallback(about(DEFAULT))
    return words


def language_tag(language: str) -> str:
    """Return the tag of a language for pages (BCP 47), such as ``pt-BR`` for ``pt_BR``."""
    return language.replace("_", "-")


def own_name(language: str) -> str:
    """Return the name of a language in itself, such as ``Deutsch``."""
    return about(language).gettext("name")


def player(language: str, number: int) -> str:
    """Return the default name of a player, counted from 1."""
    return about(language).gettext("player").format(n=number)


def letters(language: str) -> str:
    """Return the letters that names are made of, in the order of the alphabet, each once."""
    return "".join(dict.fromkeys(about(language).gettext("letters")))


class Alphabets(Mapping[str, str]):
    """The letters of names by language; a catalogue is read when its letters are asked for."""

    def __getitem__(self, language: str) -> str:
        """Return the letters of a language. Raises ``KeyError`` for an unknown language."""
        if language not in LANGUAGES:
            raise KeyError(language)
        return letters(language)

    def __iter__(self) -> Iterator[str]:
        """Yield the languages."""
        return iter(LANGUAGES)

    def __len__(self) -> int:
        """Return the number of languages."""
        return len(LANGUAGES)


def preferred(wishes: str, otherwise: str = DEFAULT) -> str:
    """Return the first supported language in ``Accept-Language``, else ``otherwise``.

    Languages are tried by decreasing weight (RFC 9110, 12.5.4).
    """
    weighted = sorted(map(_wish, wishes.split(",")), key=lambda wish: -wish[1])
    found = (matching(tag, LANGUAGES) for tag, weight in weighted if weight > 0)
    return next((language for language in found if language is not None), otherwise)


def matching(tag: str, languages: Iterable[str]) -> str | None:
    """Return the best match of a tag such as ``pt-BR``, ``None`` without one.

    The tag is truncated step by step from its end (RFC 4647, 3.4). Then any other variety of the
    language matches, as in CLDR: ``pt`` yields ``pt_BR``, and so does ``pt-PT``.
    """
    parts = tag.lower().replace("_", "-").split("-")
    suitable = {
        code.lower().replace("_", "-"): code
        for code in languages
        if code.lower().partition("_")[0] == parts[0]
    }
    while len(parts) > 1 and "-".join(parts) not in suitable:
        parts.pop()
    return suitable.get("-".join(parts)) or next(iter(suitable.values()), None)


def _wish(header: str) -> tuple[str, float]:
    tag, _, weight = header.partition(";")
    try:
        return tag.strip().lower(), float(weight.strip().removeprefix("q=") or 1)
    except ValueError:
        return tag.strip().lower(), 0.0
