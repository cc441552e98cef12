"""Sheets that come with the box are games that anybody finds by their ids."""

import pytest

from companion.engine import registry
from companion.engine.registry import UnknownGameError
from companion.sheets import shelf


def test_sheets_are_games_beside_those_that_are_installed() -> None:
    assert registry.sheets() == shelf.names()
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


def test_a_title_is_said_in_a_language_or_in_the_first() -> None:
    assert shelf.title_of({"en": "Bridge", "de": "Brücke"}, "de") == "Brücke"
    assert shelf.title_of({"en": "Bridge", "de": "Brücke"}, "fr") == "Bridge"
    assert shelf.title_of("Bridge", "fr") == "Bridge"
