"""Finished games move into the archive, which is compressed, bounded, and whole or named."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.engine.log import Entry, EntryKind
from companion.storage.journal import HighWaterMark, Journal, JournalError, JournalReader, archive
from companion.storage.journal.database import SCHEMAS, connect, insert_play, transaction
from companion.storage.journal.rows import PlayRow
from tests.setups import SETUP


def entry(sequence: int) -> Entry:
    return Entry(sequence, EntryKind.ACTION, 0, {"type": "go", "to": sequence}, sequence, 1e9)


def play(journal: Journal, length: int = 50, player: str = "Ada") -> int:
    number = journal.begin("compass", "1", {**SETUP, "players": [player]}, 1.0)
    journal.append(number, [entry(sequence + 1) for sequence in range(length)])
    return number


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal.open(tmp_path / "journal.db") as opened:
        yield opened


def test_a_finished_game_keeps_its_log_and_its_result(journal: Journal) -> None:
    number = play(journal)
    log = journal.entries(number)
    journal.finish(number, 2.0, {"points": [7]})
    assert journal.entries(number) == log
    assert journal.summaries() == {number: {"points": [7]}}
    assert journal.size().games == 1


def test_a_log_in_the_archive_is_a_fraction_of_its_size(journal: Journal) -> None:
    number = play(journal, 300)
    journal.finish(number, 2.0)
    assert journal.size().logs < 300 * 40 / 4


def test_a_finished_game_can_go_on_after_all(journal: Journal) -> None:
    number = play(journal)
    log = journal.entries(number)
    journal.finish(number, 2.0)
    began = journal.play(number).began
    again = journal.take_up(number)
    journal.append(again, [entry(51)])
    assert journal.entries(again) == (*log, entry(51))
    assert journal.current() == journal.play(again)
    assert journal.play(again).began == began
    assert not journal.summaries()


def test_a_game_that_goes_on_after_others_gets_the_next_number(journal: Journal) -> None:
    """Whoever has read the journal up to its end finds the game behind that end."""
    first, second = play(journal), play(journal)
    journal.finish(first, 2.0)
    journal.finish(second, 3.0)
    again = journal.take_up(first)
    assert again == second + 1
    assert [kept.id for kept in journal.plays()] == [second, again]
    assert journal.has(HighWaterMark(first, 50, 0)), "a deleted play lacks nothing"
    assert journal.chained(again, 49, 9)[0][0] == entry(50)


def test_a_deleted_game_leaves_nothing(journal: Journal) -> None:
    number, other = play(journal), play(journal)
    journal.finish(number, 2.0)
    journal.delete(number)
    assert [kept.id for kept in journal.plays()] == [other]
    with pytest.raises(JournalError, match=f"there is no game {number}"):
        journal.entries(number)


def test_the_game_in_progress_cannot_be_deleted(journal: Journal) -> None:
    number = play(journal)
    with pytest.raises(JournalError, match="is in progress"):
        journal.delete(number)
    assert journal.entries(number)


def test_the_oldest_logs_go_first_and_their_results_stay(tmp_path: Path) -> None:
    with Journal.open(tmp_path / "journal.db") as journal:
        for points in range(4):
            journal.finish(play(journal), 2.0, {"points": [points]})
    with closing(connect(tmp_path / "journal.db")) as connection, transaction(connection):
        half = archive.size(connection).logs // 2
        archive.keep_bounds(connection, logs=half)
        assert archive.size(connection).logs <= half
    with Journal.open(tmp_path / "journal.db") as again:
        assert not again.report
        assert [bool(again.entries(number)) for number in (1, 2, 3, 4)] == [False] * 2 + [True] * 2
        assert again.summaries()[1] == {"points": [0]}
        with pytest.raises(JournalError, match="are gone"):
            again.take_up(1)


def test_beyond_the_most_games_the_oldest_go(tmp_path: Path) -> None:
    with Journal.open(tmp_path / "journal.db") as journal:
        for _ in range(4):
            journal.finish(play(journal), 2.0)
    with closing(connect(tmp_path / "journal.db")) as connection, transaction(connection):
        archive.keep_bounds(connection, games=3)
    with Journal.open(tmp_path / "journal.db") as again:
        assert [kept.id for kept in again.plays()] == [2, 3, 4]


def test_a_result_can_be_added_later(journal: Journal) -> None:
    number = play(journal)
    log = journal.entries(number)
    journal.finish(number, 2.0)
    journal.remember(number, {"points": [9]})
    assert journal.summaries()[number] == {"points": [9]}
    assert journal.entries(number) == log


def test_games_of_an_older_companion_move_into_the_archive(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    with Journal.open(path) as newer:
        finished, current = play(newer), play(newer)
        log = newer.entries(finished)
        ended = PlayRow.of(replace(newer.play(finished), finished=2.0))
    with closing(connect(path)) as older:
        insert_play(older, ended)
        older.execute("DROP TABLE archive")
        older.execute("PRAGMA user_version = 1")
        tables = older.execute("SELECT sql FROM sqlite_schema ORDER BY name")
        assert tuple(sql for (sql,) in tables) == SCHEMAS[1]
    for _ in range(2):
        with Journal.open(path) as upgraded:
            assert not upgraded.report
            assert upgraded.entries(finished) == log
            assert upgraded.size().games == 1
            assert upgraded.current() == upgraded.play(current)


def test_a_reader_sees_games_while_another_process_may_write(journal: Journal) -> None:
    number = play(journal)
    with JournalReader.look(journal.path) as reader:
        journal.append(number, [entry(51)])
        assert len(reader.entries(number)) == 51


def test_a_reader_leaves_foreign_and_future_files_alone(tmp_path: Path) -> None:
    path = tmp_path / "other.db"
    with pytest.raises(JournalError, match="no journal here"):
        JournalReader.look(path)
    with closing(sqlite3.connect(path)) as other:
        other.execute("CREATE TABLE diary (day)")
    before = path.read_bytes()
    with pytest.raises(JournalError, match="is not a journal of this companion"):
        JournalReader.look(path)
    assert path.read_bytes() == before
    with Journal.open(tmp_path / "future.db"):
        pass
    with closing(sqlite3.connect(tmp_path / "future.db")) as future:
        future.execute("PRAGMA user_version = 9")
    with pytest.raises(JournalError, match="newer companion"):
        JournalReader.look(tmp_path / "future.db")


def test_a_damaged_game_of_the_archive_is_named(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    with Journal.open(path) as journal:
        number = play(journal)
        journal.finish(number, 2.0)
        other = play(journal)
    with closing(sqlite3.connect(path)) as damaged:
        damaged.execute("UPDATE archive SET summary = '{}x'")
        damaged.commit()
    with Journal.open(path) as salvaged:
        assert "a finished game is not as it was written" in salvaged.report
        assert f"Of game {number} (compass) only the first 0 entries" in salvaged.report
        assert len(salvaged.entries(other)) == 50
