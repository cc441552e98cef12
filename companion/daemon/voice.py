"""Catalogues of displays, cached for each language, game and group of players."""

from functools import lru_cache

from companion.engine import registry
from companion.i18n.catalogue import Catalogue
from companion.table.lobby.lobby import Lobby
from companion.table.stage import Stage


def voice_of(stage: Stage) -> Catalogue:
    """Return the catalogue of a stage in the language of its displays."""
    return _catalogue_of(stage, stage.console.language)


def page_voice(language: str, stage: Stage) -> Catalogue:
    """Return the catalogue of a stage for pages, in a language such as a phone's."""
    return _catalogue_of(stage, language, pages=True)


def _catalogue_of(stage: Stage, language: str, *, pages: bool = False) -> Catalogue:
    players = () if isinstance(stage, Lobby) else stage.setup.players
    return catalogue(language, stage.game.id, players, pages=pages)


def catalogue_naming(language: str, stage: Stage, players: tuple[str, ...]) -> Catalogue:
    """Return the catalogue of a stage with other names for the players."""
    return catalogue(language, stage.game.id, players, pages=True)


@lru_cache(maxsize=8)
def catalogue(
    language: str, game: str, players: tuple[str, ...], *, pages: bool = False
) -> Catalogue:
    """Return the catalogue for a game with these players, with the wording for ``pages`` or not."""
    return Catalogue(language, registry.load(game), players, pages=pages)
