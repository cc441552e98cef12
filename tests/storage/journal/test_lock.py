"""A journal has one user at a time."""

import os
from pathlib import Path

import pytest

from companion.storage.journal import Journal, JournalError


def test_a_second_companion_is_told_who_uses_the_journal(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    with (
        Journal.open(path),
        pytest.raises(JournalError, match=rf"journal\.db: .*process {os.getpid()}\).*state folder"),
    ):
        Journal.open(path)


def test_a_closed_journal_can_be_opened_again(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    Journal.open(path).close()
    Journal.open(path).close()


def test_a_journal_that_could_not_be_opened_is_not_locked(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    path.mkdir()
    with pytest.raises(JournalError, match="could not open the journal"):
        Journal.open(path)
    path.rmdir()
    Journal.open(path).close()
