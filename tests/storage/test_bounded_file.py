"""No file keeps a start waiting, whatever lies in its place."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.storage import bounded_file, copies, preferences
from companion.storage.bounded_file import UnusableFileError
from companion.storage.journal import FILE as JOURNAL
from companion.storage.journal import Journal
from companion.storage.journal.high_water import SUFFIX
from companion.storage.logins import FILE as LOGINS
from companion.storage.logins import LoginFile
from tests.records.exports.played import records, store

Load = Callable[[Path], object]


def test_a_file_is_read_up_to_its_bound(tmp_path: Path) -> None:
    file = tmp_path / "words"
    file.write_bytes(b"one\r\ntwo")
    assert bounded_file.read(file, 8) == b"one\r\ntwo"
    assert bounded_file.read_text(file) == "one\ntwo"
    with pytest.raises(UnusableFileError, match="words: is larger than 7 bytes"):
        bounded_file.read(file, 7)


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    with pytest.raises(IsADirectoryError):
        bounded_file.read(tmp_path)


@pytest.mark.parametrize(
    ("name", "load"),
    [
        (preferences.FILE, preferences.load),
        (copies.FILE, copies.load),
        (LOGINS, lambda folder: LoginFile(folder / LOGINS).load()),
    ],
)
def test_a_pipe_is_set_aside_at_the_start(tmp_path: Path, name: str, load: Load) -> None:
    os.mkfifo(tmp_path / name)
    assert not load(tmp_path)
    (aside,) = tmp_path.iterdir()
    assert ".damaged" in aside.name
    assert aside.is_fifo()


@pytest.mark.parametrize("suffix", [SUFFIX, "-wal", "-shm", "-journal"])
def test_a_pipe_beside_the_journal_is_set_aside_and_said(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / JOURNAL
    with Journal.open(path) as journal:
        store(journal, records("essence", 1)[0])
    for file in tmp_path.glob(f"{JOURNAL}{suffix}"):
        file.unlink()
    os.mkfifo(f"{path}{suffix}")
    with Journal.open(path) as journal:
        assert "was not a regular file and was set aside" in journal.report
        assert len(journal.plays()) == 1


def test_a_pipe_in_the_place_of_the_journal_is_set_aside_and_said(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / JOURNAL)
    with Journal.open(tmp_path / JOURNAL) as journal:
        assert "was not a regular file and was set aside" in journal.report
        assert not journal.plays()
