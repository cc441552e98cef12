"""The games that were left on a box, from its journal."""

from typing import Final

from companion.engine import registry
from companion.engine.message import say
from companion.records.archive import left
from companion.records.setup import setup_of
from companion.storage.journal import Journal, JournalError
from companion.table.ledger import resume
from companion.table.left_game import LeftGame
from companion.table.table import Table

MOST: Final = 9
"""The most games in the list: people remember no more."""


def left_games(journal: Journal) -> tuple[LeftGame, ...]:
    """Return the games that were left and begun, the latest first. Raises ``JournalError``."""
    return tuple(
        LeftGame(played.id, played.title, played.players)
        for played in left(journal, MOST)
        if played.result is not None
    )


def left_table(journal: Journal, play: int) -> Table:
    """Return the table of a game as it was left.

    Raises ``JournalError`` if its moves are gone, ``ValueError`` if its rules are no longer known.
    """
    record = journal.play(play)
    entries = journal.entries(play)
    if not entries:
        raise JournalError(
            say("{path}: the moves of game {play} are gone", path=journal.path, play=play)
        )
    setup, enter = setup_of(record.setup)
    return resume(registry.load(record.game), setup, enter, entries)
