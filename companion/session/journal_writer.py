"""Makes a game durable, in order; failed writes are queued and retried."""

import asyncio
import logging
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TypeAlias, TypeVar

import msgspec

from companion.engine.log import Entry
from companion.engine.message import reason
from companion.records.result import result_of, result_struct
from companion.storage.journal import Journal, JournalError, StorageError
from companion.storage.setup import setup_struct
from companion.table.table import Table

_LOG = logging.getLogger(__name__)

T = TypeVar("T")

Write: TypeAlias = Callable[[Journal, int], int]
"""Writes to the journal, given the number of the current play; returns the new current number."""


class JournalWriter(msgspec.Struct, eq=False):
    """The journal of a session, and its pending writes.

    Without a ``journal``, ``open`` is tried at every flush until it succeeds. ``play`` is the
    number of the current play, 0 for none. ``unsaved`` is the reason for pending writes, empty
    without any.
    """

    open: Callable[[], Journal]
    journal: Journal | None
    play: int = 0
    unsaved: str = ""
    _waiting: "deque[Write]" = msgspec.field(default_factory=deque)
    _finished: int = 0
    """The number of the play that was finished last, 0 for none."""
    # One thread: writes keep their order.
    _thread: ThreadPoolExecutor = msgspec.field(
        default_factory=lambda: ThreadPoolExecutor(1, thread_name_prefix="journal")
    )

    def begin(self, table: Table, wall: float) -> None:
        """Finish the current play, if any, and begin one for a newly set up table."""
        self.finish(wall)
        self._waiting.append(partial(_begin, table=table, wall=wall))

    def finish(self, wall: float, table: Table | None = None) -> None:
        """Finish the current play, if any, with the result of its ``table`` if that is known."""
        result = {} if table is None else result_struct(result_of(table))

        def finish(journal: Journal, play: int) -> int:
            if play:
                journal.finish(play, wall, result)
                self._finished = play
            return 0

        self._waiting.append(finish)

    def go_on(self, table: Table, wall: float) -> None:
        """Resume the play that was finished last with its table.

        If it was deleted from the journal, it is written again.
        """

        def go_on(journal: Journal, play: int) -> int:
            if play:
                return play
            try:
                return journal.take_up(self._finished)
            except StorageError:
                raise
            except JournalError:
                play = _begin(journal, 0, table=table, wall=wall)
                # Not at 0: this write is the first one until `flush` has dropped it.
                self._waiting.insert(1, partial(_append, entries=table.entries))
                return play

        self._waiting.append(go_on)

    def take_up(self, play: int, wall: float) -> None:
        """Finish the current play, if any, and resume a suspended one."""
        self.finish(wall)
        self._waiting.append(lambda journal, _: journal.take_up(play))

    def append(self, entries: tuple[Entry, ...]) -> None:
        """Add entries to the current play, all or none."""
        if entries:
            self._waiting.append(partial(_append, entries=entries))

    def flush(self) -> None:
        """Write everything pending, in order; on failure ``unsaved`` gives the reason."""
        try:
            if self.journal is None:
                self.journal = self.open()
            while self._waiting:
                # Dropped only once it is written: the next flush tries again what fails.
                self.play = self._waiting[0](self.journal, self.play)
                self._waiting.popleft()
        except JournalError as error:
            if not self.unsaved:
                _LOG.error("not saved: %s", error)
            self.unsaved = reason(error)
            return
        if self.unsaved:
            _LOG.warning("everything is saved again")
        self.unsaved = ""

    async def save(self) -> None:
        """Write everything pending, in a thread that may block on the disk."""
        await asyncio.get_running_loop().run_in_executor(self._thread, self.flush)

    async def apart(self, work: Callable[[], None]) -> None:
        """Run other disk operations in the same thread."""
        await asyncio.get_running_loop().run_in_executor(self._thread, work)

    async def read(self, look: Callable[[Journal], T]) -> T | None:
        """Return the result of ``look`` on the journal, in the same thread, or ``None``."""
        loop, journal = asyncio.get_running_loop(), self.journal
        if journal is None:
            return None
        return await loop.run_in_executor(self._thread, look, journal)

    def close(self) -> None:
        """Try once more to write everything pending, then close the journal."""
        # First, since two threads may not write at once.
        self._thread.shutdown()
        self.flush()
        if self.unsaved:
            _LOG.error("%d changes could not be saved: %s", len(self._waiting), self.unsaved)
        if self.journal is not None:
            self.journal.close()


def _begin(journal: Journal, _: int, *, table: Table, wall: float) -> int:
    struct = setup_struct(table.setup, table.enter)
    return journal.begin(table.game.id, table.game.rules_version, struct, wall)


def _append(journal: Journal, play: int, entries: tuple[Entry, ...]) -> int:
    journal.append(play, entries)
    return play
