"""Sheets that come with the box are games that anybody finds by their ids."""

from pathlib import Path

import pytest
from babel.messages.pofile import read_po
from msgspec import convert, to_builtins

from companion.engine import registry
from companion.engine.registry import UnknownGameError
from companion.i18n import shipped_sheets
from companion.i18n.languages import DEFAULT, LANGUAGES, locale_folder
from companion.i18n.shipped_sheets import DOMAIN, PACKAGE
from companion.sheets.sheet import Sheet, read_sheet


def test_sheets_are_games_beside_those_that_are_installed() -> None:
    assert registry.sheets() == shipped_sheets.names()
    assert len(registry.sheets()) == 12
    assert {*registry.sheets()}.isdisjoint(registry.names())
    for name in registry.sheets():
        game, facts = registry.load(name), registry.manifest(name)
        assert (game.id, game.title, game.players) == (name, facts.title, facts.players)


def test_the_teams_of_a_sheet_are_known_before_it_is_played() -> None:
    assert registry.manifest("teams").teams == ((0, 2), (1, 3))


def test_what_is_neither_a_game_nor_a_sheet_is_refused() -> None:
    with pytest.raises(UnknownGameError):
        registry.load("no-such-game")


def texts(name: str) -> set[str]:
    """Return the names in a sheet as it is written, which are English."""
    written = read_sheet(shipped_sheets.text(name), name)
    categories = [each.name for each in written.categories]
    counters = [each.name for each in written.counters]
    found = [written.title, *written.phases, *categories, *counters, *written.cards]
    assert all(isinstance(each, str) for each in found), f"{name} names a language"
    return set(map(str, found))


ALL = set[str]().union(*map(texts, shipped_sheets.names()))
OTHERS = [language for language in LANGUAGES if language != DEFAULT]


@pytest.mark.parametrize("language", OTHERS)
def test_each_name_in_a_sheet_is_translated_and_no_translation_is_unused(language: str) -> None:
    folder = Path(str(locale_folder(PACKAGE)))
    with (folder / language / f"{DOMAIN}.po").open("rb") as file:
        translated = {str(message.id): message.string for message in read_po(file) if message.id}
    assert translated.keys() == ALL
    assert all(translated.values())


@pytest.mark.parametrize("name", shipped_sheets.names())
def test_names_are_as_short_in_all_languages_as_people_may_write_them(name: str) -> None:
    sheet = shipped_sheets.sheet(name)
    assert convert(to_builtins(sheet), Sheet) == sheet
    assert registry.title(name, "pl") != registry.title(name, "en")
