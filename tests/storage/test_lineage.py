"""A journal's name: the same for the same line of entries, another for any other."""

from pathlib import Path

import pytest

from companion.engine.log import Entry, EntryKind
from companion.storage.journal import FILE as JOURNAL
from companion.storage.journal import HighWaterMark, Journal
from companion.storage.lineage import FILE, Lineage, take_up
from tests.setups import SETUP


def grown(folder: Path, entries: int, payload: int = 0) -> Lineage:
    """Let a journal grow to so many entries, and return its lineage."""
    with Journal.open(folder / JOURNAL) as journal:
        if not journal.plays():
            journal.begin("game", "1", {**SETUP}, 1.0)
        known = len(journal.entries(1))
        new = [Entry(n, EntryKind.ACTION, 0, {"x": payload}) for n in range(known + 1, entries + 1)]
        journal.append(1, new)
        return take_up(folder, journal)


def test_a_name_stays_and_starts_are_counted(tmp_path: Path) -> None:
    first, second = grown(tmp_path, 0), grown(tmp_path, 5)
    assert first.name == second.name
    assert (first.starts, second.starts) == (1, 2)
    assert second.mark.sequence == 5
    assert second.before == ""


def test_an_older_journal_is_another_one(tmp_path: Path) -> None:
    first = grown(tmp_path, 3)
    older = (tmp_path / JOURNAL).read_bytes()
    grown(tmp_path, 5)
    (tmp_path / JOURNAL).write_bytes(older)
    restored = grown(tmp_path, 3)
    assert restored.name != first.name
    assert restored.before == first.name
    assert restored.starts == 3


def test_a_journal_that_went_on_differently_is_another_one(tmp_path: Path) -> None:
    grown(tmp_path, 3)
    older = (tmp_path / JOURNAL).read_bytes()
    first = grown(tmp_path, 5, payload=1)
    (tmp_path / JOURNAL).write_bytes(older)
    with Journal.open(tmp_path / JOURNAL) as journal:
        journal.append(1, [Entry(n, EntryKind.ACTION, 0, {"x": 2}) for n in (4, 5, 6)])
        assert take_up(tmp_path, journal).before == first.name


def test_a_journal_that_was_set_aside_whole_keeps_its_name(tmp_path: Path) -> None:
    """What can be read of a damaged file moves to a new one: with all entries it is the same."""
    first = grown(tmp_path, 3)
    (tmp_path / JOURNAL).unlink()
    assert grown(tmp_path, 3).name == first.name
    (tmp_path / JOURNAL).unlink()
    assert grown(tmp_path, 2).name != first.name


@pytest.mark.parametrize("text", ["", "{", "[]", "{}", '{"name":"x","mark":{"play":"a"}}'])
def test_a_file_that_cannot_be_read_is_as_if_it_were_not_there(tmp_path: Path, text: str) -> None:
    first = grown(tmp_path, 3)
    (tmp_path / FILE).write_text(text)
    assert grown(tmp_path, 3).name != first.name


def test_the_start_of_every_journal_is_in_it(tmp_path: Path) -> None:
    with Journal.open(tmp_path / JOURNAL) as journal:
        assert journal.has(HighWaterMark())
        assert not journal.has(HighWaterMark(1, 1, 5))
        assert journal.newest() == HighWaterMark()


def test_a_finished_game_keeps_its_chain_in_the_archive(tmp_path: Path) -> None:
    with Journal.open(tmp_path / JOURNAL) as journal:
        play = journal.begin("game", "1", {**SETUP}, 1.0)
        journal.append(play, [Entry(n, EntryKind.ACTION, 0, {"x": n}, n, 0.5) for n in range(1, 9)])
        before, newest = journal.chained(play, 0, 99), journal.newest()
        journal.finish(play, 2.0)
        assert journal.chained(play, 0, 99) == before
        assert journal.chained(play, 3, 2) == before[3:5]
        assert journal.newest() == newest
        assert journal.has(HighWaterMark(play, 5, before[4][1]))
        assert not journal.has(HighWaterMark(play, 5, 1))


def test_a_game_that_was_deleted_makes_no_other_journal(tmp_path: Path) -> None:
    with Journal.open(tmp_path / JOURNAL) as journal:
        first = take_up(tmp_path, journal)
        for _ in range(2):
            play = journal.begin("game", "1", {**SETUP}, 1.0)
            journal.append(play, [Entry(1, EntryKind.ACTION, 0, {"x": play})])
            take_up(tmp_path, journal)
            journal.finish(play, 2.0)
        assert (journal.newest().play, journal.newest().sequence) == (2, 1)
        journal.delete(1)
        assert [journal.has(HighWaterMark(play, 9, 9)) for play in (1, 2, 3)] == [
            True,
            False,
            False,
        ]
        assert take_up(tmp_path, journal).name == first.name
