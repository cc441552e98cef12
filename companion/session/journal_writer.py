"""Makes a game durable, in order; writes that fail are kept and tried again."""

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import TypeAlias, TypeVar

from companion.engine.log import Entry
from companion.engine.message import reason
from companion.records.result import result_of, result_struct
from companion.records.setup import setup_struct
from companion.storage.journal import Journal, JournalError
from companion.table.table import Table

_LOG = logging.getLogger(__name__)

T = TypeVar("T")

Write: TypeAlias = Callable[[Journal, int], int]
"""Writes to the journal, given the number of the current play; returns the new current number."""


@dataclass(slots=True)
class JournalWriter:
    """The journal of a session, and the writes that have not reached it yet.

    Without a ``journal``, ``open`` is tried at every flush until it succeeds. ``play`` is the
    number of the current play, 0 for none. ``unsaved`` says why something is not durable yet; it
    is empty when everything is.
    """

    open: Callable[[], Journal]
    journal: Journal | None
    play: int = 0
    unsaved: str = ""
    _waiting: "deque[Write]" = field(default_factory=deque)
    _thread: ThreadPoolExecutor = field(
        default_factory=lambda: ThreadPoolExecutor(1, thread_name_prefix="journal")
    )

    def begin(self, table: Table, wall: float, last: Table | None = None) -> None:
        """Finish the current play, if any, and begin one for a table that has just been set up.

        ``last`` is the table of the current play, whose result the journal keeps.
        """
        struct = setup_struct(table.setup, table.enter)
        result = {} if last is None else result_struct(result_of(last))
        self._waiting.append(lambda journal, play: _finish(journal, play, wall, result))
        self._waiting.append(
            lambda journal, _: journal.begin(table.game.id, table.game.rules_version, struct, wall)
        )

    def take_up(self, play: int, wall: float, last: Table | None = None) -> None:
        """Finish the current play, if any, and let one that was left go on."""
        result = {} if last is None else result_struct(result_of(last))
        self._waiting.append(lambda journal, current: _finish(journal, current, wall, result))

        self._waiting.append(lambda journal, _: journal.take_up(play))

    def append(self, entries: tuple[Entry, ...]) -> None:
        """Add entries to the current play, all or none."""
        if entries:
            self._waiting.append(lambda journal, play: _append(journal, play, entries))

    def flush(self) -> None:
        """Write everything that waits, in order; on failure ``unsaved`` gives the reason."""
        try:
            if self.journal is None:
                self.journal = self.open()
            while self._waiting:
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
        """Write everything that waits, in a thread that may block on the disk."""
        await asyncio.get_running_loop().run_in_executor(self._thread, self.flush)

    async def apart(self, work: Callable[[], None]) -> None:
        """Do other work on the disk in that same thread."""
        await asyncio.get_running_loop().run_in_executor(self._thread, work)

    async def read(self, look: Callable[[Journal], T]) -> T | None:
        """Return what ``look`` finds in the journal, in that same thread; ``None`` without one."""
        loop, journal = asyncio.get_running_loop(), self.journal
        if journal is None:
            return None
        return await loop.run_in_executor(self._thread, look, journal)

    def close(self) -> None:
        """Try once more to write everything that waits, then close the journal."""
        self._thread.shutdown()
        self.flush()
        if self.unsaved:
            _LOG.error("%d changes could not be saved: %s", len(self._waiting), self.unsaved)
        if self.journal is not None:
            self.journal.close()


def _finish(journal: Journal, play: int, wall: float, result: Mapping[str, object]) -> int:
    if play:
        journal.finish(play, wall, result)
    return play


def _append(journal: Journal, play: int, entries: tuple[Entry, ...]) -> int:
    journal.append(play, entries)
    return play
