"""What a stage shows of things besides the game: a notice, the games that may be chosen now."""

from collections.abc import Mapping

from msgspec.structs import replace

from companion.engine.manifest import Manifest
from companion.engine.text import Text
from companion.table.lobby.lobby import Lobby, is_game_chosen, on_usual
from companion.table.stage import Stage
from companion.table.state import notify, with_console
from companion.table.table import Notice, Table


def announcing(stage: Stage, words: Text) -> Stage:
    """Return a stage that shows a notice until somebody has seen it."""
    notice = Notice(words, refused=False)
    if isinstance(stage, Table):
        return notify(stage, notice)
    return with_console(stage, cover=notice)


def offering(lobby: Lobby, games: Mapping[str, Manifest]) -> Lobby:
    """Return a setup that offers these games, on the usual one if none has been chosen."""
    offered = replace(lobby, games=games)
    return offered if is_game_chosen(offered) else on_usual(offered)
