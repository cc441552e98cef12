"""The texts of the pages, as browsers get them."""

from pathlib import Path

import pytest
from babel.messages.pofile import read_po

import companion
from companion.engine import registry
from companion.engine.text import text
from companion.i18n.catalogue import Catalogue
from companion.i18n.languages import LANGUAGES
from companion.protocol.http.page_words import PageWords, page_words

FOLDER = Path(companion.__file__).parent / "locale"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_message_of_the_catalogue_is_there(language: str) -> None:
    with (FOLDER / language / "web.po").open("rb") as stream:
        expected = {
            message.id if isinstance(message.id, str) else message.id[0]
            for message in read_po(stream)
        }
    assert PageWords(language).all.keys() == expected - {""}
    assert all(str(key).startswith("web.") for key in PageWords(language).all)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_mark_of_a_copy_leads_to_the_very_answer_that_opens_the_guide(language: str) -> None:
    answer = Catalogue(language, registry.load("inner-compass"), ()).short(text("lobby.copy"))
    assert answer in page_words(language).say("web.scores.unsure")


def test_parameters_are_filled_in() -> None:
    sentence = page_words("en").say("web.error.too-many", seconds=17)
    assert sentence == "Too many wrong codes: try again in 17 seconds."


def test_a_language_without_a_catalogue_is_said_in_english() -> None:
    """Whoever begins a language with the words of the box keeps the pages of all others."""
    words, english = PageWords("xx"), page_words("en")
    assert words.all == english.all
    assert words.say("web.name") == english.say("web.name")
    assert words.say("web.error.too-many", seconds=1).startswith("Too many")
