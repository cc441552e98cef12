"""The durable log of tables: accepted entries survive a power cut at any moment.

A journal is an SQLite file (with ``-wal`` and ``-shm`` next to it while it is open). It is used by
one thread at a time: the daemon opens it and passes every later call to an executor with a single
worker, so that a slow disk never blocks the event loop::

    worker = ThreadPoolExecutor(max_workers=1, thread_name_prefix="journal")
    journal = await loop.run_in_executor(worker, Journal.open, path)
    await loop.run_in_executor(worker, journal.append, play, entries)
"""

from typing import Final

from companion.storage.journal.archive import Size
from companion.storage.journal.high_water import HighWaterMark
from companion.storage.journal.journal import Journal, JournalReader
from companion.storage.journal.lock import JournalInUseError
from companion.storage.journal.rows import JournalError, Play, StorageError

__all__ = [
    "FILE",
    "HighWaterMark",
    "Journal",
    "JournalError",
    "JournalInUseError",
    "JournalReader",
    "Play",
    "Size",
    "StorageError",
]

FILE: Final = "journal.sqlite3"
"""The journal's name in the state folder."""
