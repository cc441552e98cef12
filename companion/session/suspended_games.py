"""Reads suspended games from the journal, in the thread that writes it."""

import logging
from collections.abc import Callable

import msgspec

from companion.session.journal_writer import JournalWriter
from companion.storage.journal import Journal, JournalError
from companion.table.lobby.suspended_game import SuspendedGame
from companion.table.table import Table

_LOG = logging.getLogger(__name__)


class SuspendedGames(msgspec.Struct, frozen=True):
    """Lists suspended games, and opens one of them, as long as there is a journal."""

    writer: JournalWriter
    list: Callable[[Journal], tuple[SuspendedGame, ...]]
    open: Callable[[Journal, int], Table]

    async def listed(self) -> tuple[SuspendedGame, ...]:
        """Return the games that can be resumed, the latest first."""
        found: list[SuspendedGame] = []

        def read() -> None:
            if self.writer.journal is not None:
                found.extend(self.list(self.writer.journal))

        await self._apart(read)
        return tuple(found)

    async def open_game(self, play: int) -> Table | None:
        """Return the table of a suspended game; ``None`` if it can no longer be read."""
        found: list[Table] = []

        def read() -> None:
            if self.writer.journal is not None:
                found.append(self.open(self.writer.journal, play))

        await self._apart(read)
        return next(iter(found), None)

    async def _apart(self, read: Callable[[], None]) -> None:
        try:
            await self.writer.apart(read)
        except (JournalError, ValueError) as error:
            _LOG.warning("a game that was left cannot be taken up: %s", error)
