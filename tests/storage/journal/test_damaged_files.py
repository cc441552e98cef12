"""Whatever happens to the files of a journal, nothing is lost without a word.

The files are those that a killed companion leaves: all games of this start are in the log alone.
"""

import json
import shutil
import sqlite3
from collections.abc import Callable, Iterable
from contextlib import closing
from pathlib import Path

import pytest

from companion.engine.log import Entry, EntryKind
from companion.protocol.journal import checksum
from companion.storage.journal import Journal, JournalError
from companion.storage.journal.archive import ArchiveRow, insert
from companion.storage.journal.database import VERSION, insert_play
from companion.storage.journal.high_water import SUFFIX
from companion.storage.journal.rows import PlayRow
from tests.setups import SETUP

ENTRIES = 60
HEADER = 100
"""Bytes of a database's header."""
_MARK = SUFFIX


def entry(sequence: int) -> Entry:
    return Entry(sequence, EntryKind.ACTION, sequence % 4, {"to": sequence}, sequence, 1e9)


def killed(folder: Path, *, earlier: int = 0) -> Path:
    """Return a journal as a SIGKILL leaves it: one game, after ``earlier`` ones of other starts."""
    folder.mkdir()
    playing = folder / "playing"
    for _ in range(earlier):
        with Journal.open(playing) as journal:
            journal.append(journal.begin("compass", "1", {**SETUP}, 0.0), [entry(1)])
    with Journal.open(playing) as journal:
        play = journal.begin("compass", "1", {**SETUP}, 0.0)
        for sequence in range(1, ENTRIES + 1):
            journal.append(play, [entry(sequence)])
        for suffix in ("", "-wal", "-shm", _MARK):
            shutil.copy(f"{playing}{suffix}", folder / f"journal.db{suffix}")
    for file in folder.glob("playing*"):
        file.unlink()
    return folder / "journal.db"


def beside(path: Path, suffix: str) -> Path:
    return path.with_name(path.name + suffix)


def aside(path: Path) -> set[bytes]:
    return {file.read_bytes() for file in path.parent.glob("*.damaged-*")}


@pytest.mark.parametrize("lose", [Path.unlink, lambda path: path.write_bytes(b"")])
def test_a_log_without_its_file_holds_all_games(
    tmp_path: Path, lose: Callable[[Path], object]
) -> None:
    path = killed(tmp_path / "state")
    log = beside(path, "-wal").read_bytes()
    lose(path)
    with Journal.open(path) as journal:
        assert len(journal.entries(1)) == ENTRIES
        assert journal.report.startswith(
            "The journal was damaged (it is empty or missing, and its log is there). "
        )
        assert "Games that could be read: 1." in journal.report
    assert log in aside(path), "it is set aside to the last byte"
    with Journal.open(path) as journal:
        assert journal.report == ""


def test_of_games_that_were_in_the_missing_file_the_log_keeps_what_it_can(tmp_path: Path) -> None:
    path = killed(tmp_path / "state", earlier=3)
    path.unlink()
    with Journal.open(path) as journal:
        assert journal.report
        for play in journal.plays():
            assert journal.entries(play.id) == tuple(
                map(entry, range(1, 1 + len(journal.entries(play.id))))
            )
    assert aside(path)


@pytest.mark.parametrize("keep", [0.0, 0.3, 0.7, 0.95])
def test_a_log_that_was_cut_is_reported(tmp_path: Path, keep: float) -> None:
    """SQLite takes a shorter log for one that never held more."""
    path = killed(tmp_path / "state")
    log = beside(path, "-wal")
    log.write_bytes(log.read_bytes()[: int(keep * log.stat().st_size)])
    with Journal.open(path) as journal:
        held = sum(len(journal.entries(play.id)) for play in journal.plays())
        assert held < ENTRIES
        assert journal.report


def test_a_log_that_was_deleted_is_reported(tmp_path: Path) -> None:
    path = killed(tmp_path / "state", earlier=2)
    beside(path, "-wal").unlink()
    with Journal.open(path) as journal:
        assert len(journal.plays()) == 2
        assert "Game 3, of which 60 entries were stored, is missing." in journal.report
        assert f"The journal as it was found is kept as {path}.damaged-1." in journal.report
    with Journal.open(path) as journal:
        assert journal.report == "", "it is said once"


def test_a_missing_journal_is_reported_with_the_last_game_in_it(tmp_path: Path) -> None:
    path = killed(tmp_path / "state")
    for suffix in ("", "-wal", "-shm"):
        beside(path, suffix).unlink()
    with Journal.open(path) as journal:
        assert "game 1, of which 60 entries were stored, was the last in it" in journal.report


def test_entries_of_the_last_turn_may_be_newer_than_the_mark(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    with Journal.open(path) as journal:
        play = journal.begin("compass", "1", {**SETUP}, 0.0)
        written = {beside(path, _MARK).read_bytes()}
        for sequence in range(1, 10):
            journal.append(play, [Entry(sequence, EntryKind.ACTION, sequence // 5, {})])
            written.add(beside(path, _MARK).read_bytes())
        assert len(written) == 3, "the beginning, and one a turn"


def test_another_journal_in_its_place_is_reported(tmp_path: Path) -> None:
    path = killed(tmp_path / "state")
    with Journal.open(tmp_path / "other.db") as other:
        play = other.begin("compass", "1", {**SETUP, "players": ["Béla"]}, 0.0)
        other.append(play, [Entry(n, EntryKind.ACTION, 0, {"x": n}) for n in range(1, 99)])
    for suffix in ("", "-wal", "-shm"):
        beside(path, suffix).unlink()
    shutil.copy(tmp_path / "other.db", path)
    with Journal.open(path) as journal:
        assert "Game 1 is not the one that was stored here." in journal.report


@pytest.mark.parametrize("content", [b"", b"{", b"[" * 200_000, b'{"play": -1}', b"\xff" * 96])
def test_a_mark_that_cannot_be_read_is_reported(tmp_path: Path, content: bytes) -> None:
    """With it goes the only witness of a log that was cut."""
    path = killed(tmp_path / "state")
    beside(path, _MARK).write_bytes(content)
    with Journal.open(path) as journal:
        assert journal.report.startswith("The mark beside the journal cannot be read")
        assert len(journal.entries(1)) == ENTRIES
    with Journal.open(path) as journal:
        assert journal.report == ""


def archived(path: Path, row: ArchiveRow) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        insert(connection, row)


def test_a_result_without_a_game_is_set_aside(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    with Journal.open(path) as journal:
        journal.append(journal.begin("compass", "1", {**SETUP}, 0.0), [entry(1)])
    archived(path, ArchiveRow.of(7, {"over": True}, ()))
    with Journal.open(path) as journal:
        assert "a finished game is not as it was written" in journal.report
        assert journal.latest(9) == ()
        assert len(journal.entries(1)) == 1


def test_a_result_of_a_game_that_goes_on_is_set_aside(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    with Journal.open(path) as journal:
        journal.append(journal.begin("compass", "1", {**SETUP}, 0.0), [entry(1)])
    columns = (1, '{"over": false, "actions": 1}', b"xx")
    archived(path, ArchiveRow(*columns, crc=checksum(columns)))
    with Journal.open(path) as journal:
        assert "a finished game is not as it was written" in journal.report
        assert len(journal.entries(1)) == 1


@pytest.mark.parametrize("number", [2**30 + 1, 2**31 - 2, 2**31, 2**63 - 1, 0, -1, -(2**63)])
@pytest.mark.parametrize("finished", [None, 2.0])
def test_a_game_with_a_number_that_no_game_has_is_set_aside(
    tmp_path: Path, number: int, finished: float | None
) -> None:
    path = tmp_path / "journal.db"
    Journal.open(path).close()
    columns = (number, "compass", "1", json.dumps({**SETUP}), 1.0, finished)
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        insert_play(connection, PlayRow(*columns, crc=checksum(columns)))
    with Journal.open(path) as journal:
        assert "a game's record is not as it was written" in journal.report
        assert journal.begin("compass", "1", {**SETUP}, 0.0) == 1


def test_a_game_that_was_deleted_or_taken_up_again_is_not_missing(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    with Journal.open(path) as journal:
        for _ in range(2):
            play = journal.begin("compass", "1", {**SETUP}, 0.0)
            journal.append(play, [entry(1)])
            journal.finish(play, 1.0)
        journal.delete(2)
    with Journal.open(path) as journal:
        assert journal.report == ""
        assert journal.take_up(1) == 2
    with Journal.open(path) as journal:
        assert journal.report == ""


@pytest.mark.slow
@pytest.mark.parametrize("where", ["killed", "closed"])
def test_no_flipped_bit_of_the_header_loses_a_game(tmp_path: Path, where: str) -> None:
    """Every seventh of the 800, so in turn each place in a byte; labs/long flips them all."""
    assert_none_loses_a_game(tmp_path, where, range(0, 8 * HEADER, 7))


def assert_none_loses_a_game(tmp_path: Path, where: str, bits: Iterable[int]) -> None:
    """Flip bits of the header, one at a time, before or after the log has been merged."""
    path = killed(tmp_path / "state")
    if where == "closed":
        Journal.open(path).close()
    files = {file.name: file.read_bytes() for file in path.parent.iterdir()}
    for bit in bits:
        for file in path.parent.iterdir():
            file.unlink()
        for name, content in files.items():
            (path.parent / name).write_bytes(content)
        header = bytearray(files["journal.db"])
        header[bit // 8] ^= 1 << bit % 8
        path.write_bytes(header)
        with Journal.open(path) as journal:
            assert len(journal.entries(1)) == ENTRIES, f"bit {bit % 8} of byte {bit // 8}"
            assert not journal.report or bytes(header) in aside(path)


@pytest.mark.parametrize("payload", [{}, {"first": 2, "replaced": 1, "steps": [3]}, {"first": "1"}])
def test_a_log_is_sound_as_far_as_an_edit_that_edits_nothing(
    tmp_path: Path, payload: dict[str, object]
) -> None:
    path = tmp_path / "journal.db"
    with Journal.open(path) as journal:
        play = journal.begin("compass", "1", {**SETUP}, 0.0)
        whole = Entry(3, EntryKind.EDIT, 0, {"first": 1, "replaced": 2, "steps": [2, 1]})
        entries = [entry(1), entry(2), whole, Entry(4, EntryKind.EDIT, 0, payload), entry(5)]
        journal.append(play, entries)
    with Journal.open(path) as journal:
        assert journal.report
        assert journal.entries(play) == tuple(entries[:3])


def test_a_version_with_the_tables_of_another_is_damaged(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    with Journal.open(path) as journal:
        journal.append(journal.begin("compass", "1", {**SETUP}, 0.0), [entry(1)])
    changed = sqlite3.connect(path)
    changed.execute(f"PRAGMA user_version = {VERSION + 4}")
    changed.close()
    with Journal.open(path) as journal:
        assert "it is not marked as a journal" in journal.report
        assert len(journal.entries(1)) == 1


def test_a_recovery_that_was_cut_off_is_not_taken_for_a_finished_one(tmp_path: Path) -> None:
    path = killed(tmp_path / "state")
    path.unlink()
    beside(path, ".salvaged").write_bytes(b"half a")
    beside(path, ".copy").write_bytes(b"half a")
    with Journal.open(path) as journal:
        assert len(journal.entries(1)) == ENTRIES
    assert {file.name for file in path.parent.glob("*.copy*")} == set()


def test_a_finished_recovery_is_not_mixed_with_the_log_of_the_damaged_file(tmp_path: Path) -> None:
    path = killed(tmp_path / "state")
    with Journal.open(tmp_path / "other.db") as other:
        other.append(other.begin("compass", "1", {**SETUP}, 0.0), [entry(1)])
    path.unlink()
    shutil.copy(tmp_path / "other.db", beside(path, ".new"))
    with Journal.open(path) as journal:
        assert len(journal.entries(1)) == 1
    assert len(aside(path)) >= 1


def test_nobody_else_can_read_a_journal(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    with Journal.open(path) as journal:
        journal.begin("compass", "1", {**SETUP}, 0.0)
        for suffix in ("", "-wal", "-shm", _MARK):
            assert beside(path, suffix).stat().st_mode & 0o777 == 0o600


def test_a_newer_companion_is_known_by_its_tables(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    Journal.open(path).close()
    newer = sqlite3.connect(path)
    newer.executescript(f"PRAGMA user_version = {VERSION + 1}; CREATE TABLE tournament (name TEXT)")
    newer.close()
    with pytest.raises(JournalError, match="written by a newer companion; update this one"):
        Journal.open(path)
