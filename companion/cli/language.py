"""In which language the command line speaks."""

import gettext
import os
from argparse import ArgumentParser
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib.resources import as_file, files
from typing import Final

from companion.i18n.catalogue import LANGUAGES

VARIABLES: Final = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
"""In the order in which gettext asks them; the first may name several languages."""
_PLAIN: Final = frozenset({"c", "posix"})
"""The locales without a language: English is meant."""
_ARGPARSE: Final = "argparse"


def language_of(arguments: Sequence[str], environment: Mapping[str, str]) -> str:
    """Return the language of a call: ``--language``, else what the environment names first."""
    parser = ArgumentParser(add_help=False)
    parser.add_argument("--language", nargs="?")
    given = parser.parse_known_args(arguments)[0].language
    return given if given in LANGUAGES else environment_language(environment)


def environment_language(environment: Mapping[str, str]) -> str:
    """Return the first of our languages that the environment names, else English."""
    for variable in VARIABLES:
        for locale in environment.get(variable, "").split(":"):
            language = locale.partition(".")[0].partition("@")[0].partition("_")[0].lower()
            if language in LANGUAGES:
                return language
            if language in _PLAIN:
                return LANGUAGES[0]
    return LANGUAGES[0]


@contextmanager
def argparse_speaks(language: str) -> Iterator[None]:
    """Let argparse speak ``language``: it looks its own words up in gettext's domain.

    gettext knows no other way to be told a language than the environment.
    """
    before = gettext.textdomain(), os.environ.get(VARIABLES[0])
    with as_file(files("companion.i18n") / "text") as folder:
        gettext.bindtextdomain(_ARGPARSE, str(folder))
        gettext.textdomain(_ARGPARSE)
        os.environ[VARIABLES[0]] = language
        try:
            yield
        finally:
            gettext.textdomain(before[0])
            if before[1] is None:
                del os.environ[VARIABLES[0]]
            else:
                os.environ[VARIABLES[0]] = before[1]
