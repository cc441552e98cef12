"""No text makes an ordinal of a number where a language has several forms: 1st, 2nd, 1er, 8e.

Which languages have, the CLDR says. In the others, such as German and Polish, each number has the
same mark, and a text can have it. A place in a ranking begins its line as a number in a list, which
all our languages write alike. If another text is to have an ordinal: have its forms derived from
``babel.Locale.ordinal_form`` as those of plurals are.
"""

import re
from pathlib import Path

import pytest
from babel import Locale

from companion.i18n.languages import LANGUAGES
from tools.language.catalogues import domains, entries, forms

ROOT = Path(__file__).parents[2]
ALIKE = re.compile(r"\}-?(?:e|de|ste|[.]?[ºªᵉ]|ty|ta|gi|ga)\b(?![’'-])")
"""An ending of languages that have one form, or two by gender."""
ENDING = re.compile(r"\}-?(?:st|nd|rd|th|er|ère|re|ème)\b(?![’'-])")
DOT = re.compile(r"(?<!^)\{\w+\}\. (?=[a-zà-öø-ž])")
"""An ordinal as in German and Polish, which is not a number at the beginning of a line."""


def is_ordinal(words: str) -> bool:
    return any(each.search(words) for each in (ALIKE, ENDING, DOT))


@pytest.mark.parametrize(
    "words",
    [
        *("the {n}st round", "le {n}er tour", "au {n}e tour", "la ronda {n}.ª", "il {n}º giro"),
        *("de {n}e ronde", "zum {n}. der Runde", "w {n}. rundzie", "{player} is {place}th"),
    ],
)
def test_an_ordinal_is_noticed(words: str) -> None:
    assert is_ordinal(words)


@pytest.mark.parametrize("language", LANGUAGES)
def test_texts_have_none_but_where_all_are_marked_alike(language: str) -> None:
    has_one_form = not Locale.parse(language).ordinal_form.tags
    said = [
        f"{domain.file(language).relative_to(ROOT)}: {words}"
        for domain in domains(ROOT)
        for message in entries(domain, language).values()
        for words in forms(message)
        if (ALIKE.search(words) if has_one_form else is_ordinal(words))
    ]
    assert said == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_place_is_a_number_in_a_list(language: str) -> None:
    ranks = [
        words
        for domain in domains(ROOT)
        for (_, key), message in entries(domain, language).items()
        if "rank" in key
        for words in forms(message)
        if "{place}" in words
    ]
    assert ranks
    assert all(words.startswith("{place}. {") for words in ranks), ranks
