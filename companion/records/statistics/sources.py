"""Collects results of games: from result lines, from records, and from a box's journal."""

import os
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Final

from companion.engine.message import join, reason
from companion.records import archive, replay
from companion.records.archive import ArchivedGame
from companion.records.jsonl import RecordError
from companion.records.result_lines import (
    FORMAT,
    GameResult,
    line_of,
    read,
)
from companion.storage import bounded_file
from companion.storage.journal import JournalReader

_FEW: Final = 16
"""So few records are followed in this process: others take a while to start."""
_SQLITE: Final = b"SQLite format 3\x00"
"""How every database begins (sqlite.org/fileformat.html, 1.3)."""
_BEGINNING: Final = 200


def from_files(paths: Iterable[Path]) -> Iterator[GameResult]:
    """Yield the results in files; folders are searched recursively.

    Records are replayed on all cores. Raises ``RecordError``, ``JournalError`` or ``OSError``.
    """
    records: list[Path] = []
    for path in _files(paths):
        with bounded_file.open_file(path) as stream:
            beginning = stream.read(_BEGINNING)
        if beginning.startswith(_SQLITE):
            yield from from_box(path)
        elif FORMAT.encode() in beginning:
            yield from _lines(path)
        else:
            records.append(path)
    yield from _followed(records)


def from_box(path: Path) -> Iterator[GameResult]:
    """Yield the results in a box's journal, even while the box runs. Raises ``JournalError``."""
    with JournalReader.look(path) as journal:
        for played in archive.finished_games(journal):
            if played.result is not None:
                yield _of(played)


def _files(paths: Iterable[Path]) -> Iterator[Path]:
    for path in paths:
        inside = sorted(each for each in path.rglob("*") if each.is_file()) if path.is_dir() else ()
        yield from inside or (path,)


def _lines(path: Path) -> Iterator[GameResult]:
    try:
        with path.open(encoding="utf-8", errors="replace") as stream:
            yield from read(stream)
    except RecordError as error:
        raise RecordError(join(": ", [str(path), reason(error)])) from error


def _followed(records: Sequence[Path]) -> Iterator[GameResult]:
    if len(records) <= _FEW:
        yield from map(_follow, records)
        return
    with ProcessPoolExecutor(os.cpu_count(), get_context("spawn")) as pool:
        yield from pool.map(_follow, records, chunksize=_FEW)


def _follow(path: Path) -> GameResult:
    """Return the result of a record by replaying it."""
    return _of(archive.archived_game(replay.load(path), 1))


def _of(played: ArchivedGame) -> GameResult:
    (result,) = read([line_of(played)])
    return result
