"""The durable log of tables: what it accepted survives a power cut at any moment.

A journal is one SQLite file (with ``-wal`` and ``-shm`` beside it while it is open). It is used
by one thread at a time: the daemon opens it and hands every later call to one executor with one
worker, so that a slow disk never holds up the event loop::

    worker = ThreadPoolExecutor(max_workers=1, thread_name_prefix="journal")
    journal = await loop.run_in_executor(worker, Journal.open, path)
    await loop.run_in_executor(worker, journal.append, play, entries)
"""

from typing import Final

from companion.storage.journal.journal import Journal
from companion.storage.journal.rows import JournalError, Play, StorageError

__all__ = ["FILE", "Journal", "JournalError", "Play", "StorageError"]

FILE: Final = "journal.sqlite3"
"""In the state folder."""
