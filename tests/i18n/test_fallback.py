"""What a language lacks is said in English, text by text, and everything else in the language."""

from collections.abc import Iterator
from pathlib import Path

import polib
import pytest

from companion.engine import registry
from companion.engine.text import text
from companion.i18n import languages
from companion.i18n.catalogue import Catalogue, Rulebook
from companion.i18n.formats import listed
from companion.i18n.languages import locale_folder
from companion.protocol.http.page_words import PageWords
from companion_hub.pages.layout import HubPageContext

PLURALS = "nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2);"
SAID = {
    ("companion", "table"): {"table.paused": "Przerwa"},
    ("companion", "web"): {"web.board": "Plansza"},
    ("companion", "language"): {"name": "Pół", "list.and.two": "{0} i {1}"},
    ("companion.games.inner_compass", "table"): {"emotion.R": "Gniew"},
    ("companion.games.inner_compass", "rules"): {"IC-R16": "Po polsku."},
    ("companion_hub", "hub"): {"tables": "Stoły"},
}
"""Half a language: one text of each catalogue."""


@pytest.fixture(autouse=True)
def half(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    for (package, domain), words in SAID.items():
        folder = tmp_path / package / "zz" / "LC_MESSAGES"
        folder.mkdir(parents=True, exist_ok=True)
        made = polib.POFile()
        made.metadata = {"Content-Type": "text/plain; charset=UTF-8", "Plural-Forms": PLURALS}
        made.extend(polib.POEntry(msgid=key, msgstr=said) for key, said in words.items())
        (folder / f"{domain}.mo").write_bytes(made.to_binary())
        english = tmp_path / package / "en"
        if not english.exists():
            english.symlink_to(str(locale_folder(package) / "en"))

    def forget() -> None:
        languages.parsed.cache_clear()
        languages.about.cache_clear()

    forget()
    with monkeypatch.context() as patch:
        patch.setattr(languages, "locale_folder", lambda package: tmp_path / package)
        yield "zz"
    forget()


def test_a_table_says_what_is_there_and_the_rest_in_english(half: str) -> None:
    voice = Catalogue(half, registry.load("inner-compass"), ())
    assert voice.long(text("emotion.R")) == "Gniew"
    assert voice.long(text("emotion.B")) == "Sadness"
    assert voice.long(text("table.paused")) == "Przerwa"
    assert voice.long(text("table.undone", what=text("emotion.R"))) == "Undone: Gniew"
    assert voice.short(text("score.track", n=2)) == "2 memories"


def test_a_short_form_in_english_does_not_hide_the_words_of_the_language(half: str) -> None:
    voice = Catalogue(half, registry.load("inner-compass"), ())
    english = Catalogue("en", registry.load("inner-compass"), ())
    assert english.short(text("table.paused")) != "Przerwa"
    assert voice.short(text("table.paused")) == "Przerwa"


def test_so_do_rules_lists_pages_and_the_hub(half: str) -> None:
    rules = Rulebook(half, registry.load("inner-compass"))
    assert rules.words("IC-R16") == "Po polsku."
    assert rules.words("IC-R1").startswith("The")
    assert listed(half, "and", ["A", "B"]) == "A i B"
    assert listed(half, "and", ["A", "B", "C"]) == "A, B and C"
    words = PageWords(half)
    assert words.say("web.board") == "Plansza"
    assert words.say("web.error.too-many", seconds=17).startswith("Too many wrong codes")
    assert [words.say("web.device.bad", count=n)[:17] for n in (1, 3, 5)] == [
        "1 damaged frame",
        "3 damaged frames",
        "5 damaged frames",
    ]
    frame = HubPageContext(half)
    assert frame.say("tables") == "Stoły"
    assert (frame.say("games"), frame.say("found", n=1)) == ("Games", "1 game")
