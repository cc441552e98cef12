"""What cannot be written is kept, in order, and reported until it can."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from companion.engine import registry
from companion.engine.game import Setup
from companion.engine.log import Entry, EntryKind
from companion.session.journal_writer import JournalWriter
from companion.storage.journal import Journal, JournalError, StorageError
from companion.table.table import Table, Timestamp, begin


def table() -> Table:
    game = registry.load("inner-compass")
    setup = Setup(("Ada", "Ben"), game.levels[0])
    return begin(game, setup, (), Timestamp(0, 0.0), lambda outcomes: outcomes[0][0]).table


def pause(sequence: int) -> tuple[Entry, ...]:
    return (Entry(sequence, EntryKind.PAUSE, -1, {}, 0, 0.0),)


class Disk:
    """A disk that may be full, with a journal on it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.is_full = False

    def open(self) -> Journal:
        self.check()
        return Journal.open(self.path)

    def check(self) -> None:
        if self.is_full:
            raise StorageError("the disk is full")


@pytest.fixture
def disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Disk:
    disk = Disk(tmp_path / "journal.sqlite3")

    def guarded(write: Callable[..., object]) -> Callable[..., object]:
        def checked(*arguments: object) -> object:
            disk.check()
            return write(*arguments)

        return checked

    for name in ("begin", "append", "finish"):
        monkeypatch.setattr(Journal, name, guarded(getattr(Journal, name)))
    return disk


def stored(path: Path) -> list[tuple[int, bool, list[int]]]:
    """Return each play: its number, whether it is finished, and the numbers of its entries."""
    with Journal.open(path) as journal:
        return [
            (
                play.id,
                play.finished is not None,
                [entry.sequence for entry in journal.entries(play.id)],
            )
            for play in journal.plays()
        ]


def test_what_is_written_is_in_the_journal(disk: Disk) -> None:
    writer = JournalWriter(disk.open, None)
    writer.begin(table(), 1.0)
    writer.append(pause(1))
    writer.flush()
    assert (writer.play, writer.unsaved) == (1, "")
    writer.close()
    assert stored(disk.path) == [(1, False, [1])]


def test_a_full_disk_is_reported_and_nothing_is_lost(disk: Disk) -> None:
    writer = JournalWriter(disk.open, disk.open())
    writer.begin(table(), 1.0)
    writer.flush()
    disk.is_full = True
    for sequence in (1, 2):
        writer.append(pause(sequence))
        writer.flush()
        assert writer.unsaved == "the disk is full"
    disk.is_full = False
    writer.append(pause(3))
    writer.flush()
    assert writer.unsaved == ""
    writer.close()
    assert stored(disk.path) == [(1, False, [1, 2, 3])]


def test_another_game_can_begin_while_the_disk_is_full(disk: Disk) -> None:
    writer = JournalWriter(disk.open, disk.open())
    writer.begin(table(), 1.0)
    writer.append(pause(1))
    writer.flush()
    disk.is_full = True
    writer.append(pause(2))
    writer.begin(table(), 2.0)
    writer.append(pause(1))
    writer.flush()
    assert writer.play == 1
    disk.is_full = False
    writer.close()
    assert stored(disk.path) == [(1, True, [1, 2]), (2, False, [1])]


def test_a_game_can_be_left_and_gone_on_with_while_the_disk_is_full(disk: Disk) -> None:
    writer = JournalWriter(disk.open, disk.open())
    writer.begin(table(), 1.0)
    writer.append(pause(1))
    writer.flush()
    disk.is_full = True
    writer.finish(2.0, table())
    writer.flush()
    assert writer.play == 1
    writer.go_on(table(), 3.0)
    writer.append(pause(2))
    disk.is_full = False
    writer.flush()
    assert (writer.play, writer.unsaved) == (2, "")
    writer.close()
    assert stored(disk.path) == [(2, False, [1, 2])]


def test_a_journal_that_could_not_be_opened_is_opened_later(disk: Disk) -> None:
    disk.is_full = True
    writer = JournalWriter(disk.open, None, unsaved="the disk is full")
    writer.begin(table(), 1.0)
    writer.flush()
    assert writer.journal is None
    disk.is_full = False
    writer.flush()
    assert (writer.play, writer.unsaved) == (1, "")
    writer.close()


def test_what_could_not_be_saved_is_logged_at_the_end(
    disk: Disk, caplog: pytest.LogCaptureFixture
) -> None:
    writer = JournalWriter(disk.open, disk.open())
    writer.begin(table(), 1.0)
    writer.flush()
    disk.is_full = True
    writer.append(pause(1))
    writer.close()
    assert "1 changes could not be saved: the disk is full" in caplog.text


def test_a_journal_in_use_is_not_a_storage_error(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite3"
    with Journal.open(path), pytest.raises(JournalError) as raised:
        Journal.open(path)
    assert not isinstance(raised.value, StorageError)


def test_a_database_that_could_not_grow_catches_up_once_it_can(tmp_path: Path) -> None:
    """SQLite's own limit fails a commit halfway, as a full disk does."""
    path = tmp_path / "journal.sqlite3"
    journal = Journal.open(path)
    writer = JournalWriter(partial(Journal.open, path), journal)
    writer.begin(table(), 1.0)
    writer.flush()
    execute = journal._connection.execute  # noqa: SLF001 - to cause a fault
    (pages,) = execute("PRAGMA page_count").fetchone()
    execute(f"PRAGMA max_page_count = {pages}")
    for sequence in range(1, 60):
        writer.append(pause(sequence))
        writer.flush()
    assert "full" in writer.unsaved
    execute("PRAGMA max_page_count = 100000")
    writer.close()
    assert stored(path) == [(1, False, list(range(1, 60)))]
