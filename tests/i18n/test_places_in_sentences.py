"""Names of places have the case or the article of the sentence in which they are said."""

import pytest

from companion.engine import registry
from companion.engine.text import Seat, Text, text
from companion.i18n.catalogue import Catalogue

CUBE = text(
    "do.cube",
    square=text("square.at", row="1", column="4"),
    space="d5",
    emotion=text("emotion.W"),
)
SECTION = text(
    "do.lay_section",
    what=text("action.place_section", section="A", slot=text("slot.nw"), turns=text("turned.0")),
)
TAKEN = text(
    "event.card_taken", player=Seat(0), card=text("emotion.B"), direction=text("direction.S")
)


@pytest.mark.parametrize(
    ("language", "said", "words"),
    [
        ("pl", CUBE, "Połóż swoją kostkę z rzędu 1, kolumny 4 planszetki na d5, Miłość"),
        ("fr", CUBE, "Mets ton cube de la rangée 1, colonne 4 de ton plateau en d5, Amour"),
        ("es", CUBE, "Pon tu cubo de la fila 1, columna 4 de tu tablero en d5, Amor"),
        ("it", CUBE, "Metti il tuo cubetto dalla riga 1, colonna 4 della tua plancia su d5, Amore"),
        ("pl", SECTION, "Sekcja A na północnym zachodzie, bez obrotu"),
        ("fr", SECTION, "Posez la section A au nord-ouest, non tournée"),
        ("pl", TAKEN, "Ana bierze Smutek z południa"),
    ],
)
def test_a_place_is_said_as_its_sentence_wants_it(language: str, said: Text, words: str) -> None:
    assert Catalogue(language, registry.load("inner-compass"), ["Ana"]).long(said) == words


def test_a_page_has_words_of_its_own_within_a_sentence() -> None:
    pages = Catalogue("fr", registry.load("inner-compass"), ["Ana"], pages=True)
    shown = "Posez la section A au nord-ouest, non tournée, comme sur le dessin"
    assert pages.long(SECTION) == shown


def test_a_narrow_line_prefers_a_short_form_to_the_right_case() -> None:
    """Without a short form of its own, a place has that case there, too."""
    voice = Catalogue("pl", registry.load("inner-compass"), ["Ana"])
    assert voice.short(TAKEN) == "Ana bierze Smutek z południa"
    square = text("offer.imprint.here", **CUBE.params, pay="Y", n=1)
    assert "kostka z r1k4" in voice.short(square)
