"""Notices and games that a stage shows, whatever is on the table."""

from companion.engine import registry
from companion.engine.game import Setup
from companion.engine.text import text
from companion.session.notices import announcing, offering
from companion.table.lobby.lobby import is_game_chosen, open_lobby
from companion.table.table import Notice
from tests.manifests import manifests
from tests.session.test_controls import table

WORDS = text("table.computer", what="The card is full.")


def test_a_notice_covers_a_game_and_a_setup() -> None:
    game = registry.load("inner-compass")
    setup = Setup(("Ann", "Ben"), "full")
    lobby = open_lobby(manifests(game), ("Ann", "Ben"), setup, game.id)
    for stage in (table(), lobby):
        cover = announcing(stage, WORDS).console.cover
        assert isinstance(cover, Notice)
        assert cover.message == WORDS
        assert not cover.refused


def test_a_setup_offers_the_games_that_there_are_now() -> None:
    game, other = registry.load("inner-compass"), registry.load("essence")
    setup = Setup(("Ann", "Ben"), "full")
    lobby = open_lobby(manifests(game), ("Ann", "Ben"), setup, game.id)
    offered = offering(lobby, manifests(game, other))
    assert set(offered.games) == {game.id, other.id}
    assert is_game_chosen(lobby)
    assert not is_game_chosen(offered), "now there is a choice"
