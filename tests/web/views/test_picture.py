"""What is heard of a board: its spaces and what lies there are called by words, never by ids."""

import re
from typing import Any

import pytest

from companion.engine import registry
from companion.i18n.catalogue import Catalogue
from companion.i18n.languages import LANGUAGES
from companion.web.views.picture import picture_view
from tests.i18n.test_words_fit import PLAYED, walk
from tools.language.walk import NAMES

SQUARE = re.compile(r"[a-z]\d+")
GAMES = tuple({case[0]: case for case in PLAYED if case[0] != "open-table"}.values())


def view(name: str, language: str) -> dict[str, Any]:
    game = registry.load(name)
    found = picture_view(game, max(game.players), Catalogue(language, game, NAMES, pages=True))
    assert found is not None
    return found


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", [name for name in registry.names() if name != "open-table"])
def test_a_space_is_called_by_words_unless_it_is_a_square(name: str, language: str) -> None:
    spaces = view(name, language)["spaces"]
    for space in spaces:
        label = space["label"]
        assert label or SQUARE.fullmatch(space["id"]), space["id"]
        assert not re.search(r"[._{}]|\b[a-z]+-\d", label), label
    called = [space["label"] or space["id"] for space in spaces]
    assert len({*called}) == len(called)


def test_a_space_of_a_player_begins_with_the_name() -> None:
    labels = {space["id"]: space["label"] for space in view("inner-compass", "de")["spaces"]}
    assert labels["seat-2-r3c1"] == "Player 2, Reihe 3, Spalte 1"
    assert labels["display-N"] == "Auslage, Norden"
    assert labels["a1"] == ""


@pytest.mark.parametrize("case", GAMES, ids="-".join)
def test_no_letter_of_an_english_word_stands_for_what_lies_there(
    case: tuple[str, str, str, str],
) -> None:
    looks = view(case[0], "fr")["looks"]
    for table in walk(case, seed=5):
        for sprite in table.game.sprites(table.state):
            look = looks[sprite.look]
            named = sprite.name is not None or look.get("name")
            assert named or not re.fullmatch("[A-HJ-UW-Z]", sprite.sign or look["sign"]), sprite


def test_a_look_has_the_name_of_what_has_none() -> None:
    looks = view("compass-jewels", "fr")["looks"]
    assert view("inner-compass", "de")["looks"]["cube-1"]["name"] == "Klötzchen", "no 1"
    assert (looks["border-R"]["name"], "name" in looks["card"]) == ("rouge", False)
