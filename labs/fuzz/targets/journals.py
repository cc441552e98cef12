"""Journals whose files are damaged: a case holds database and write-ahead log one after the other.

Whatever is damaged, the journal opens, or says in a sentence why not. What it still holds is
exactly what was written, the rest was set aside to the last byte, and it takes the next entry.
"""

import sqlite3
import struct
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Final

from companion.engine.log import Entry, EntryKind
from companion.engine.message import reason
from companion.storage.journal import Journal, JournalError
from companion.storage.journal.database import (
    PAGE_SIZE,
    connect_to_examine,
    read_entries,
    read_plays,
)
from companion.storage.journal.examination import ExaminationResult, examine
from companion.storage.journal.rows import Play
from labs.fuzz.attack import one_sentence
from labs.fuzz.mutation import spoiled_bytes
from tests.setups import SETUP

LENGTHS: Final = {1: 3, 2: 5}
"""Entries of each game."""
NEWER: Final = 2
"""The version of a later companion's journal."""
_SIZES: Final = struct.Struct(">II")
_SUFFIXES: Final = ("", "-wal")
_FIELDS: Final = (
    0,
    16,
    18,
    19,
    20,
    24,
    28,
    32,
    36,
    40,
    44,
    48,
    52,
    56,
    60,
    64,
    68,
    92,
    96,
    100,
    103,
)
"""Offsets of the fields in a database's header (https://sqlite.org/fileformat.html, 1.3)."""


def entry(sequence: int) -> Entry:
    payload = {"type": "move", "direction": "north", "to": sequence}
    return Entry(sequence, EntryKind.ACTION, sequence % 4, payload, 1000 * sequence, 1e9 + sequence)


def packed(files: Sequence[bytes]) -> bytes:
    """Return a case of database and write-ahead log."""
    return _SIZES.pack(*map(len, files)) + b"".join(files)


def unpacked(case: bytes) -> list[bytes]:
    """Return database and write-ahead log of a case."""
    if len(case) < _SIZES.size:
        return [case, b""]
    size, log = _SIZES.unpack_from(case)
    body = case[_SIZES.size :]
    return [body[:size], body[size : size + log]]


class JournalTarget:
    """Everything that may lie in the state folder when the companion starts."""

    name = "journals"

    def __init__(self, folder: Path) -> None:
        self._folder = folder / "journals"
        self._folder.mkdir()
        self._path = self._folder / "journal.sqlite3"

    def seeds(self) -> Sequence[bytes]:
        """Return a journal closed, unplugged, of a later version, and other databases."""
        with Journal.open(self._path) as journal:
            for play, length in LENGTHS.items():
                journal.begin("compass", "1", {**SETUP, "play": play}, 0.0)
                for sequence in range(1, length + 1):
                    journal.append(play, [entry(sequence)])
            unplugged = self._files()
        closed = self._files()
        self._clear()
        return [
            *(packed(files) for files in (closed, unplugged, (closed[0], unplugged[1]))),
            packed(self._changed(closed[0], f"PRAGMA user_version = {NEWER}")),
            packed(self._changed(closed[0], "PRAGMA application_id = 7")),
            packed(self._changed(closed[0], "CREATE TABLE recipe (name TEXT)")),
            packed(self._changed(closed[0], "CREATE INDEX quick ON entry (kind)")),
            packed(self._changed(closed[0], "UPDATE play SET game = 'another'")),
            packed((b"", b"")),
        ]

    def spoil(self, seed: bytes, source: Random) -> bytes:
        """Return files with wrong bytes, pages or fields; or shorter ones."""
        files = unpacked(seed)
        at = source.randrange(2) if files[1] else 0
        content = bytearray(files[at])
        way = source.randrange(8)
        if way == 0:
            del content[source.randrange(len(content) + 1) :]
        elif way == 1 and len(content) > _FIELDS[-1] + 4:
            field = source.choice(_FIELDS)
            content[field : field + 4] = source.choice((bytes(4), b"\xff" * 4, source.randbytes(4)))
        elif way == 2 and len(content) > PAGE_SIZE:
            one, other = (source.randrange(len(content) // PAGE_SIZE) * PAGE_SIZE for _ in range(2))
            content[one : one + PAGE_SIZE] = content[other : other + PAGE_SIZE]
        elif way == 3 and content:
            start = source.randrange(len(content))
            content[start : start + 512] = bytes(len(content[start : start + 512]))
        elif way == 4 and content:
            for _ in range(source.choice((2, 8, 64))):
                content[source.randrange(len(content))] ^= 1 << source.randrange(8)
        else:
            content = bytearray(spoiled_bytes(bytes(content), source))
        files[at] = bytes(content)
        return packed(files)

    def feed(self, case: bytes) -> Counter[str]:
        """Open the journal, compare it with what was written, and go on with it."""
        files = unpacked(case)
        for suffix, content in zip(_SUFFIXES, files, strict=True):
            if content or not suffix:
                Path(f"{self._path}{suffix}").write_bytes(content)
        try:
            return self._connected_at(files)
        except JournalError as error:
            one_sentence(reason(error))
            assert self._path.read_bytes() == files[0]
            return Counter([type(error).__name__])
        finally:
            self._clear()

    def _connected_at(self, files: Sequence[bytes]) -> Counter[str]:
        with Journal.open(self._path) as journal:
            report = journal.report
            there = self._compared(journal.plays(), journal.entries)
            play = max(there, default=0)
            if not play or journal.plays()[-1].finished is not None:
                play = journal.begin("compass", "1", {**SETUP, "play": play + 1}, 0.0)
                there[play] = 0
            journal.append(play, [entry(there[play] + 1)])
        assert examine(self._path) == ExaminationResult()
        with closing(connect_to_examine(self._path)) as connection:
            plays = [row.play() for row in read_plays(connection)]
            logs = {
                play.id: tuple(row.entry() for row in read_entries(connection, play.id))
                for play in plays
            }
        assert self._compared(plays, logs.__getitem__) == {**there, play: there[play] + 1}
        if report:
            report.encode()
            aside = {file.read_bytes() for file in self._folder.glob("*.damaged-*")}
            assert files[0] in aside or (files[1] and files[1] in aside)
        return Counter(["repaired" if report else "taken"])

    @staticmethod
    def _compared(
        plays: Sequence[Play], entries: Callable[[int], tuple[Entry, ...]]
    ) -> dict[int, int]:
        """Return the length of each game's log, having compared it with what was written."""
        lengths = {}
        for play in plays:
            assert play.setup == {**SETUP, "play": play.id} or play.game == "another"
            log = entries(play.id)
            assert log == tuple(entry(number + 1) for number in range(len(log)))
            lengths[play.id] = len(log)
        return lengths

    def _changed(self, content: bytes, statement: str) -> Sequence[bytes]:
        """Return a journal that another program has changed."""
        self._path.write_bytes(content)
        other = sqlite3.connect(self._path, isolation_level=None)
        other.execute("PRAGMA journal_mode = DELETE")
        other.execute(statement)
        other.close()
        files = self._files()
        self._clear()
        return files

    def _files(self) -> list[bytes]:
        paths = (Path(f"{self._path}{suffix}") for suffix in _SUFFIXES)
        return [path.read_bytes() if path.exists() else b"" for path in paths]

    def _clear(self) -> None:
        for file in self._folder.iterdir():
            file.unlink()
