"""A language for tests: every English text in brackets, twice, and with accents on its letters.

What is cut off then would be cut off in a language with long words, and what has no accents has
come from no catalogue.
"""

import re
from collections.abc import Callable
from pathlib import Path
from shutil import copytree, ignore_patterns
from typing import Final

import polib

import companion
import companion_hub
from companion.i18n.languages import DEFAULT, LANGUAGES, locale_folder

PSEUDO: Final = "xx"
_HOLE: Final = re.compile(r"(\{[^{}]*\}|%\(\w+\)[a-z]|%[a-z]|`[^`]*`)")
_ACCENTS: Final = str.maketrans(
    "acdeghijklnorstuwyzACDEGHIJKLNORSTUWYZ",
    "áćďéğħíĵķłńóřśţúŵýżÁĆĎÉĞĦÍĴĶŁŃÓŘŚŢÚŴÝŻ",
)
_KEPT: Final = frozenset({"document", "order", "locale", "letters"})
"""Messages that are not words."""
ENGLISH: Final = re.compile(r"[a-z]{3,}")
"""Letters in a row that no text of this language has: one of three always takes an accent."""


def said(words: str) -> str:
    """Return a text in the pseudo-language; its placeholders stay."""
    if not words.strip() or not re.search("[A-Za-z]", _HOLE.sub("", words)):
        return words
    accented = _accented(words)
    return f"[{accented} {accented}]"


def _accented(words: str) -> str:
    parts = _HOLE.split(words)
    return "".join(
        part if number % 2 else part.translate(_ACCENTS) for number, part in enumerate(parts)
    )


def write(locale: Path, target: Path) -> None:
    """Write the compiled catalogues of the pseudo-language of a package to its folder."""
    target = target / "LC_MESSAGES"
    target.mkdir(parents=True)
    for source in (locale / DEFAULT).glob("*.po"):
        _write(source, target / f"{source.stem}.mo")
    for source in (locale / LANGUAGES[1]).glob("*.po"):
        if not (locale / DEFAULT / source.name).is_file():
            _write(source, target / f"{source.stem}.mo")


def _write(source: Path, target: Path) -> None:
    catalogue = polib.pofile(str(source))
    has_keys = source.parent.name == DEFAULT
    for entry in catalogue:
        if entry.msgid in _KEPT or entry.msgid.startswith("number."):
            continue
        if entry.msgid.startswith("list."):  # its parts stand in texts that are in brackets
            entry.msgstr = _accented(entry.msgstr)
            continue
        if entry.msgid_plural:
            forms = entry.msgstr_plural.values() if has_keys else (entry.msgid, entry.msgid_plural)
            entry.msgstr_plural = dict(enumerate(map(said, forms)))
        else:
            entry.msgstr = said(entry.msgstr if has_keys else entry.msgid)
    target.write_bytes(catalogue.to_binary())


def folders(folder: Path) -> Callable[[str], Path]:
    """Return what finds the languages of a package, with the pseudo-language among them."""
    made: dict[str, Path] = {}

    def find(package: str) -> Path:
        if package not in made:
            real = Path(str(locale_folder(package)))
            made[package] = folder / package
            write(real, made[package] / PSEUDO)
            for language in real.iterdir():
                (made[package] / language.name).symlink_to(language)
        return made[package]

    return find


def with_packages(folder: Path) -> None:
    """Make copies of the packages in which there is the pseudo-language, too."""
    for package in (companion, companion_hub):
        source = Path(str(package.__file__)).parent
        made = folder / source.name
        copytree(source, made, ignore=ignore_patterns("__pycache__"))
        for locale in [*made.rglob("locale")]:
            write(locale, locale / PSEUDO)
