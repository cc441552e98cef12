"""Texts of the pages: messages of a catalogue, also as one object for browsers."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from gettext import c2py
from struct import unpack_from
from typing import Final

from companion.i18n.languages import (
    DEFAULT,
    LANGUAGES,
    PROGRAM,
    WEB,
    compiled,
    own_name,
)

_MAGIC: Final = 0x950412DE
"""First word of an MO file (GNU gettext manual, 10.3); ours are little-endian."""
_SAMPLES: Final = range(1, 201)
"""Numbers among which each form of a plural has one: all rules of the CLDR repeat by then."""

Wording = str | Mapping[int, str]
"""A text, or its forms, each under the smallest number that takes it."""


class PageWords:
    """The texts of the pages and of the server itself in one language."""

    def __init__(self, language: str) -> None:
        """Read the catalogue, and the English one for missing texts, possibly all."""
        catalogue = compiled(PROGRAM, WEB, language)
        if not catalogue.is_file():
            catalogue = compiled(PROGRAM, WEB, DEFAULT)
        messages = dict(_messages(catalogue.read_bytes()))
        self._form = _plural(messages.pop("", ""))
        samples = {self._form(n): n for n in reversed(_SAMPLES)}
        own = {
            key.partition("\0")[0]: _wording(words, samples) if "\0" in key else words
            for key, words in messages.items()
        }
        self.all: Mapping[str, Wording] = own
        if language != DEFAULT:
            english, numbers = page_words(DEFAULT), tuple(samples.values())
            lacking = english.all.keys() - own
            self.all = {**own, **{key: english.filled(key, numbers) for key in lacking}}

    def filled(self, key: str, numbers: Iterable[int]) -> Wording:
        """Return a text with its forms for some numbers, as another language requires."""
        words = self.all[key]
        return words if isinstance(words, str) else {n: self._inflected(words, n) for n in numbers}

    def _inflected(self, words: Mapping[int, str], count: int) -> str:
        return next(form for n, form in words.items() if self._form(n) == self._form(count))

    def say(self, key: str, **params: str | int) -> str:
        """Return the text of a key, with its parameters filled in.

        If it has plural forms, its only number selects one.
        """
        words_ = self.all[key]
        if not isinstance(words_, str):
            count = next(value for value in params.values() if isinstance(value, int))
            words_ = self._inflected(words_, count)
        return words_.format_map(params)


@lru_cache(maxsize=16)
def page_words(language: str) -> PageWords:
    """Return the texts of a language, cached."""
    return PageWords(language)


def language_index(paths: Mapping[str, str]) -> str:
    """Return the languages for scripts, as JSON: name and address of the texts of each."""
    index = {code: [own_name(code), paths.get(code, "")] for code in LANGUAGES}
    return json.dumps(index, ensure_ascii=False)


def _wording(words: str, samples: Mapping[int, int]) -> Wording:
    return {
        samples[form]: form_text
        for form, form_text in enumerate(words.split("\0"))
        if form in samples
    }


def _plural(head: str) -> Callable[[int], int]:
    """Return the plural form for a number, by the header of a catalogue."""
    lines = (line.removeprefix("Plural-Forms:") for line in head.splitlines() if "plural=" in line)
    rule: Callable[[int], int] = c2py(next(lines, "plural=0").partition("plural=")[2].strip(" ;"))
    return rule


def _messages(whole: bytes) -> Iterator[tuple[str, str]]:
    magic, _, count, keys, strings = unpack_from("<5I", whole)
    if magic != _MAGIC:
        raise ValueError("a catalogue is not a little-endian MO file: make it with `make text`")
    for i in range(count):
        yield _text(whole, keys + 8 * i), _text(whole, strings + 8 * i)


def _text(whole: bytes, at: int) -> str:
    length, start = unpack_from("<2I", whole, at)
    return whole[start : start + length].decode("utf-8")
