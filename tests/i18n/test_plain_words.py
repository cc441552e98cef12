"""Words that a small game writes into `words.yaml`, beside those of the program."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.engine import registry
from companion.engine.text import Seat, text
from companion.i18n.catalogue import Catalogue, PlainWords
from companion.i18n.languages import LANGUAGES, compiled, read

SOURCE = """
from companion.games.compass_points.game import CompassPoints
class Small(CompassPoints):
    pass
GAME = Small()
"""
WORDS = """
en:
  verb.take: Take
  prompt.take: ["{player}: take one, two or three", "{player}: take"]
  status.left: 12
de:
  verb.take: Nehmen
"""


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A package with a game and nothing else."""
    folder = tmp_path / "small_game"
    folder.mkdir()
    (folder / "__init__.py").write_text(SOURCE, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    yield folder
    sys.modules.pop("small_game", None)


def voice(package: Path, language: str, words: str = WORDS) -> Catalogue:
    (package / "words.yaml").write_text(words, encoding="utf-8")
    game = __import__(package.name).GAME
    return Catalogue(language, game, ("Ann", "Ben"))


def test_a_key_has_its_words_and_perhaps_a_short_form(package: Path) -> None:
    english = voice(package, "en")
    prompt = text("prompt.take", player=Seat(1))
    assert english.long(prompt) == "Ben: take one, two or three"
    assert english.short(prompt) == "Ben: take"
    assert english.short(text("verb.take")) == english.long(text("verb.take")) == "Take"


def test_a_number_is_a_word_like_any_other(package: Path) -> None:
    assert voice(package, "en").long(text("status.left", n=3)) == "12"


def test_what_the_game_does_not_say_the_program_does(package: Path) -> None:
    german = voice(package, "de")
    assert german.long(text("verb.take")) == "Nehmen"
    assert german.long(text("score.points", n=1)) == "1 Punkt"
    assert german.long(text("score.points", n=2)) == "2 Punkte"


def test_its_languages_are_those_that_are_written_down(package: Path) -> None:
    voice(package, "en")
    assert Catalogue.languages(__import__(package.name).GAME) == ("en", "de")
    assert Catalogue.languages(registry.load("essence")) == LANGUAGES


def test_words_without_english_are_refused_with_a_remedy(package: Path) -> None:
    with pytest.raises(ValueError, match=r"small_game/words\.yaml: write the words under `en:`"):
        voice(package, "de", "de:\n  verb.take: Nehmen\n")


@pytest.mark.parametrize(
    ("words", "mistake"),
    [
        ("en:\n  verb.take: [Take, Take, T]\n", r"words\.yaml:2: en\.verb\.take: found"),
        ("en:\n  verb.take: {a: b}\n", r"words\.yaml:2: en\.verb\.take: found"),
        ("en:\n  a: b\n  a: c\n", r"words\.yaml:3: en\.a: is given twice, first in line 2"),
        ("en: Take\n", r"words\.yaml:1: en: found 'Take', expected an object"),
        ("en:\n  a: [\n", r"words\.yaml:3: is not YAML"),
    ],
)
def test_a_mistake_in_the_words_stops_the_import(package: Path, words: str, mistake: str) -> None:
    (package / "words.yaml").write_text(words, encoding="utf-8")
    with pytest.raises(TypeError, match=f"^compass-points: {mistake}"):
        __import__(package.name)


def test_a_key_without_words_is_its_own() -> None:
    words = PlainWords({"one": "One"})
    assert words.gettext("two") == words.ngettext("two", "two", 2) == "two"
    assert words.pgettext("short", "two") == words.npgettext("short", "two", "two", 1) == "two"


def test_catalogues_are_still_read_where_they_were_up_to_0_2(package: Path) -> None:
    (package / "words.yaml").unlink(missing_ok=True)
    (package / "text").mkdir()
    (package / "text" / "de.mo").write_bytes(
        compiled("companion", "table", "de").read_bytes(),
    )
    with pytest.warns(DeprecationWarning, match=r"text/de\.mo belongs into .*the old place goes"):
        assert read(package.name, "table", "de").gettext("table.paused") == "Pause"
