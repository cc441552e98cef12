"""The journal's interface: games begin, grow by entries, and finish."""

import sqlite3
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from msgspec.structs import replace

from companion.engine.log import Entry
from companion.engine.message import say
from companion.protocol.journal import key_of
from companion.storage import bounded_file
from companion.storage.journal import archive
from companion.storage.journal.archive import ArchiveRow, Size
from companion.storage.journal.database import (
    APPLICATION_ID,
    VERSION,
    connect,
    connect_to_examine,
    insert_entries,
    insert_play,
    last_entry,
    next_play,
    read_entries,
    read_on,
    read_play,
    read_plays,
    transaction,
    translated_errors,
)
from companion.storage.journal.high_water import HighWaterFile, HighWaterMark, crcs_of, missing
from companion.storage.journal.lock import Lock
from companion.storage.journal.recovery import recover
from companion.storage.journal.rows import (
    EntryRow,
    JournalError,
    Play,
    PlayRow,
    StorageError,
    chain,
)


class JournalReader:
    """A read-only journal. Calls may come from any thread, but only one at a time.

    Every call may raise JournalError.
    """

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        """Take over ``connection``; see :meth:`look`."""
        self.path = path
        self._connection = connection

    @classmethod
    def look(cls, path: Path) -> "JournalReader":
        """Open a journal without changing it, even while a companion writes it."""
        with translated_errors(path, say("could not open the journal")):
            if not path.exists():
                raise JournalError(say("{path}: there is no journal here yet", path=path))
            bounded_file.check(path)
            connection = connect_to_examine(path)
            try:
                (version,) = connection.execute("PRAGMA user_version").fetchone()
                (application,) = connection.execute("PRAGMA application_id").fetchone()
            except BaseException:
                connection.close()
                raise
        if application == APPLICATION_ID and version == VERSION:
            return JournalReader(path, connection)
        connection.close()
        newer = application == APPLICATION_ID and version > VERSION
        raise JournalError(
            say("{path}: written by a newer companion; update this one to read it", path=path)
            if newer
            else say(
                "{path} is not a journal of this companion: start the companion once", path=path
            )
        )

    def entries(self, play: int) -> tuple[Entry, ...]:
        """Return the log of a play from its first entry on; empty if it was deleted."""
        with translated_errors(self.path, say("could not read a game")):
            self._play(play)
            row = archive.read(self._connection, play)
            if row is None:
                return tuple(row.entry() for row in read_entries(self._connection, play))
            if not row.is_sound:
                message = say("{path}: game {play} is damaged", path=self.path, play=play)
                raise JournalError(message)
            return row.entries()

    def plays(self) -> tuple[Play, ...]:
        """Return all plays, oldest first."""
        with translated_errors(self.path, say("could not list the games")):
            return tuple(row.play() for row in read_plays(self._connection))

    def play(self, play: int) -> Play:
        """Return the play with this id."""
        with translated_errors(self.path, say("could not read a game")):
            return self._play(play)

    def summaries(self) -> Mapping[int, Mapping[str, Any]]:
        """Return the results of finished plays by their ids; empty for unknown ones."""
        with translated_errors(self.path, say("could not list the games")):
            return archive.summaries(self._connection)

    def latest(self, count: int) -> tuple[tuple[Play, Mapping[str, Any]], ...]:
        """Return the latest finished plays with their results, as far as these are known."""
        return self._newest(archive.summaries, count)

    def left(self, count: int) -> tuple[tuple[Play, Mapping[str, Any]], ...]:
        """Return the latest plays suspended before their end, with their results."""
        return self._newest(archive.left, count)

    def size(self) -> Size:
        """Return the size of the archive of finished games."""
        with translated_errors(self.path, say("could not list the games")):
            return archive.size(self._connection)

    def close(self) -> None:
        """Stop reading."""
        self._connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def _newest(
        self, find: Callable[[sqlite3.Connection, int], Mapping[int, Mapping[str, Any]]], count: int
    ) -> tuple[tuple[Play, Mapping[str, Any]], ...]:
        """Return the plays of the given results, newest first."""
        with translated_errors(self.path, say("could not list the games")):
            found = find(self._connection, count)
            return tuple((self._play(play), found[play]) for play in sorted(found, reverse=True))

    def _play(self, play: int) -> Play:
        """Return the play with this id. Raises JournalError if there is none."""
        row = read_play(self._connection, play)
        if row is None:
            raise JournalError(say("{path}: there is no game {play}", path=self.path, play=play))
        return row.play()


class Journal(JournalReader):
    """An open journal. Writes are durable when the call returns.

    Calls may come from any thread, but only one at a time. Every call may raise JournalError; a
    failed call has changed nothing.
    """

    def __init__(self, path: Path, connection: sqlite3.Connection, lock: Lock, report: str) -> None:
        """Take over ``connection`` and ``lock``; see :meth:`open`."""
        super().__init__(path, connection)
        self.report = report
        """Repairs that were needed to open the journal, for people to read; usually empty."""
        self._lock = lock
        self._marks = HighWaterFile(path)
        self._turn: int | None = None
        """The seat that has acted last, as far as the mark knows."""

    @classmethod
    def open(cls, path: Path) -> Self:
        """Open the journal at ``path`` for this process alone; create it and its folder if new.

        A corrupt file is renamed and its readable part is copied, as ``report`` describes.
        """
        with translated_errors(path, say("could not open the journal")):
            path.parent.mkdir(parents=True, exist_ok=True)
            lock = Lock.acquire(path)
            try:
                report = recover(path)
                connection = connect(path)
            except BaseException:
                lock.release()
                raise
            journal = cls(path, connection, lock, report)
            try:
                journal._put_away()
            except (StorageError, sqlite3.OperationalError):
                pass  # it is tried again at the next start; games can be read as they are
            except BaseException:
                connection.close()
                lock.release()
                raise
            journal._marks.write(journal.newest())
            return journal

    def begin(self, game: str, rules_version: str, setup: Mapping[str, object], wall: float) -> int:
        """Begin a play of ``game`` at ``wall`` seconds (POSIX) and return its id."""
        with (
            translated_errors(self.path, say("could not begin a game")),
            transaction(self._connection),
        ):
            (newest,) = self._connection.execute("SELECT max(id) FROM play").fetchone()
            play = Play((newest or 0) + 1, game, rules_version, setup, wall)
            insert_play(self._connection, PlayRow.of(play))
        self._mark(HighWaterMark(play.id))
        return play.id

    def append(self, play: int, entries: Sequence[Entry]) -> None:
        """Add ``entries`` to a play, all or none; they must continue its log without a gap."""
        with (
            translated_errors(self.path, say("could not store an entry")),
            transaction(self._connection),
        ):
            self._unfinished(play)
            key, crc = last_entry(self._connection, play)
            rows = []
            for entry in entries:
                row = EntryRow.of(play, entry, crc)
                if row.id != key + 1:
                    message = say(
                        "entry {found} of game {play} is out of order; next is {due}",
                        found=entry.sequence,
                        play=play,
                        due=key + 1 - key_of(play, 0),
                    )
                    raise JournalError(message)
                rows.append(row)
                key, crc = row.id, row.crc
            insert_entries(self._connection, rows)
        seats = [entry.actor for entry in entries if entry.actor >= 0]
        if seats and seats[-1] != self._turn:
            self._mark(HighWaterMark(play, key - key_of(play, 0), crc))
            self._turn = seats[-1]

    def finish(self, play: int, wall: float, summary: Mapping[str, object] | None = None) -> None:
        """Mark a play as finished at ``wall`` seconds (POSIX), and move it to the archive.

        ``summary`` is its result, if it is known.
        """
        with (
            translated_errors(self.path, say("could not finish a game")),
            transaction(self._connection),
        ):
            unfinished = self._unfinished(play)
            key, crc = last_entry(self._connection, play)
            insert_play(self._connection, PlayRow.of(replace(unfinished, finished=wall)))
            self._archive(play, summary or {})
        self._mark(HighWaterMark(play, key - key_of(play, 0), crc))

    def delete(self, play: int) -> None:
        """Delete a finished play permanently."""
        with (
            translated_errors(self.path, say("could not delete a game")),
            transaction(self._connection),
        ):
            if self._play(play).finished is None:
                message = say("{path}: game {play} is in progress", path=self.path, play=play)
                raise JournalError(message)
            archive.remove(self._connection, play)
        self._mark(self.newest())

    def remember(self, play: int, summary: Mapping[str, object]) -> None:
        """Store the result of a finished play that had none."""
        with (
            translated_errors(self.path, say("could not store a result")),
            transaction(self._connection),
        ):
            row = archive.read(self._connection, play)
            if row is not None and row.is_sound:
                archive.insert(self._connection, row.with_summary(summary))

    def take_up(self, play: int) -> int:
        """Resume a finished play, and return its new number; its log grows again.

        Numbers follow the order in which games are continued: so a reader that keeps a copy of the
        journal finds everything new after its last position.
        """
        with (
            translated_errors(self.path, say("could not resume a game")),
            transaction(self._connection),
        ):
            row = archive.read(self._connection, play)
            if row is None or not row.log:
                message = say(
                    "{path}: the moves of game {play} are gone", path=self.path, play=play
                )
                raise JournalError(message)
            (newest,) = self._connection.execute("SELECT max(id) FROM play").fetchone()
            again = replace(self._play(play), id=newest + 1, finished=None)
            insert_play(self._connection, PlayRow.of(again))
            crc = 0
            entries = []
            for entry in row.entries():
                entries.append(EntryRow.of(again.id, entry, crc))
                crc = entries[-1].crc
            insert_entries(self._connection, entries)
            archive.remove(self._connection, play)
        self._mark(HighWaterMark(again.id, len(entries), crc))
        return again.id

    def chained(self, play: int, after: int, limit: int) -> tuple[tuple[Entry, int], ...]:
        """Return up to ``limit`` entries after number ``after``, each with its chained checksum."""
        with translated_errors(self.path, say("could not read a game")):
            archived = archive.read(self._connection, play)
            if archived is not None:
                return chain(play, archived.entries())[after : after + limit]
            rows = read_on(self._connection, play, after, limit)
            return tuple((row.entry(), row.crc) for row in rows)

    def has(self, mark: HighWaterMark) -> bool:
        """Return whether the journal has, or had, exactly the entry of a mark."""
        with translated_errors(self.path, say("could not read a game")):
            return missing(self._connection, mark) is None

    def play_from(self, number: int) -> Play | None:
        """Return the play with this number, or the next one; ``None`` without one."""
        with translated_errors(self.path, say("could not list the games")):
            following = next_play(self._connection, number - 1)
            return None if following is None else self._play(following)

    def newest(self) -> HighWaterMark:
        """Return the last entry of the newest play."""
        with translated_errors(self.path, say("could not list the games")):
            (play,) = self._connection.execute("SELECT max(id) FROM play").fetchone()
            if play is None:
                return HighWaterMark()
            archived = archive.read(self._connection, play)
            if archived is not None:
                crcs = crcs_of(archived)
                return HighWaterMark(play, len(crcs), crcs[-1] if crcs else 0)
            key, crc = last_entry(self._connection, play)
            return HighWaterMark(play, key - key_of(play, 0), crc)

    def current(self) -> Play | None:
        """Return the newest play that is not finished."""
        with translated_errors(self.path, say("could not list the games")):
            rows = read_plays(self._connection, backwards=True)
            return next((row.play() for row in rows if row.finished is None), None)

    def close(self) -> None:
        """Merge everything into the main file and let others open the journal."""
        try:
            with translated_errors(self.path, say("could not close the journal")):
                self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        finally:
            self._connection.close()
            self._lock.release()

    def _mark(self, mark: HighWaterMark) -> None:
        """Write the high-water mark; the next write replaces it."""
        self._marks.write(mark)
        self._turn = None

    def _put_away(self) -> None:
        """Move finished plays that an older companion left in the open tables to the archive."""
        archived_ids = archive.ids(self._connection)
        for play in self.plays():
            if play.finished is not None and play.id not in archived_ids:
                with transaction(self._connection):
                    self._archive(play.id, {})

    def _archive(self, play: int, summary: Mapping[str, object]) -> None:
        """Move the log of a play to the archive."""
        entries = (row.entry() for row in read_entries(self._connection, play))
        archive.insert(self._connection, ArchiveRow.of(play, summary, entries))
        archive.remove_entries(self._connection, play)
        archive.keep_bounds(self._connection)

    def _unfinished(self, play: int) -> Play:
        """Return a play that is not finished. Raises JournalError if it is."""
        record = self._play(play)
        if record.finished is not None:
            message = say(
                "{path}: game {play} is finished; begin another one", path=self.path, play=play
            )
            raise JournalError(message)
        return record
