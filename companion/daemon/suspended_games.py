"""Suspended games of a box, read from its journal."""

from typing import Final

from companion.engine import registry
from companion.records.archive import record, suspended_plays, table_of
from companion.storage.journal import Journal, JournalError
from companion.table.lobby.suspended_game import SuspendedGame
from companion.table.table import Table

MOST: Final = 9
"""The most games in the list: people remember no more."""


def suspended_games(journal: Journal) -> tuple[SuspendedGame, ...]:
    """Return the suspended games that have started, the latest first. Raises ``JournalError``.

    A game without a result that could not be resumed is listed as soon as it can be.
    """
    return tuple(
        SuspendedGame(played.id, registry.titled_game(played.game), played.players)
        for played in suspended_plays(journal, MOST)
        if played.result is not None or _can_go_on(journal, played.id)
    )


def _can_go_on(journal: Journal, play: int) -> bool:
    try:
        suspended_table(journal, play)
    except (JournalError, ValueError):
        return False
    return True


def suspended_table(journal: Journal, play: int) -> Table:
    """Return the table of a suspended game.

    Raises ``JournalError`` if its moves are missing, ``ValueError`` if its rules are unknown.
    """
    return table_of(record(journal, play))
