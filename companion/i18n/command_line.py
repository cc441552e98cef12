"""Finds the language of the command line, and makes argparse use it."""

import gettext
import os
from argparse import ArgumentParser
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib.resources import as_file
from typing import Final

from companion.i18n.languages import DEFAULT, LANGUAGES, PROGRAM, locale_folder, matching

VARIABLES: Final = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
"""The variables in the order in which gettext reads them; the first may list languages."""
_PLAIN: Final = frozenset({"c", "posix"})
"""Locales without a language, which stand for English."""
_ARGPARSE: Final = "argparse"


def language_of(arguments: Sequence[str], environment: Mapping[str, str]) -> str:
    """Return the language of a call: from ``--language``, else from the environment."""
    parser = ArgumentParser(add_help=False)
    parser.add_argument("--language", nargs="?")
    given = parser.parse_known_args(arguments)[0].language
    return given if given in LANGUAGES else environment_language(environment)


def environment_language(environment: Mapping[str, str]) -> str:
    """Return the first supported language in the environment, else English."""
    for variable in VARIABLES:
        for locale in environment.get(variable, "").split(":"):
            tag = locale.partition(".")[0].partition("@")[0]
            language = matching(tag, LANGUAGES)
            if language is not None:
                return language
            if tag.lower() in _PLAIN:
                return DEFAULT
    return DEFAULT


@contextmanager
def argparse_speaks(language: str) -> Iterator[None]:
    """Make argparse use ``language``: it translates its messages by gettext's current domain.

    gettext takes the language from the environment, which is changed temporarily.
    """
    before = gettext.textdomain(), os.environ.get(VARIABLES[0])
    with as_file(locale_folder(PROGRAM)) as folder:
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
