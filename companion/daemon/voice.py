"""The voices of displays: a catalogue for each language, game and group of players, cached."""

from functools import lru_cache

from companion.engine import registry
from companion.i18n.catalogue import Catalogue
from companion.table.lobby import Lobby
from companion.table.stage import Stage


def voice_of(stage: Stage) -> Catalogue:
    """Return the catalogue of a stage in the language of its displays."""
    return catalogue_for(stage.console.language, stage)


def catalogue_for(language: str, stage: Stage) -> Catalogue:
    """Return the catalogue of a stage in a given language, such as a phone's."""
    players = () if isinstance(stage, Lobby) else stage.setup.players
    return catalogue(language, stage.game.id, players)


def catalogue_naming(language: str, stage: Stage, players: tuple[str, ...]) -> Catalogue:
    """Return the catalogue of a stage in which the players are called otherwise."""
    return catalogue(language, stage.game.id, players)


@lru_cache(maxsize=8)
def catalogue(language: str, game: str, players: tuple[str, ...]) -> Catalogue:
    """Return the catalogue for a game with these players."""
    return Catalogue(language, registry.load(game), players)
