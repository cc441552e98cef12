"""A damaged journal is set aside and reported, never deleted; what is intact is carried over."""

import re
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.engine.log import Entry, EntryKind
from companion.storage.journal import Journal, JournalError
from tests.setups import SETUP

LENGTHS = {1: 20, 2: 40, 3: 30}
"""Play: the entries in its log."""


def entry(sequence: int) -> Entry:
    payload = {"type": "move", "direction": "north", "pay": ["joy", "anger"], "to": sequence}
    return Entry(sequence, EntryKind.ACTION, sequence % 4, payload, 1000 * sequence, 1e9 + sequence)


class Sample:
    """A journal's files as bytes, by the suffix of their names."""

    def __init__(self, files: dict[str, bytes]) -> None:
        self.files = files

    def __repr__(self) -> str:
        return "Sample(...)"  # a whole journal would drown the message of a failure

    @contextmanager
    def laid_out(self, folder: Path) -> Iterator[Path]:
        """Put the files into ``folder``, yield the journal's path, and clean up."""
        for suffix, content in self.files.items():
            (folder / f"journal.db{suffix}").write_bytes(content)
        yield folder / "journal.db"
        for file in folder.iterdir():
            file.unlink()

    def with_garbage(self, suffix: str, position: float, garbage: bytes) -> "Sample":
        """Return the same with ``garbage`` in one file, at ``position`` between 0.0 and 1.0."""
        content = bytearray(self.files[suffix])
        start = int(position * (len(content) - len(garbage)))
        content[start : start + len(garbage)] = garbage
        return Sample({**self.files, suffix: bytes(content)})


def fill(journal: Journal) -> None:
    for play, length in LENGTHS.items():
        assert journal.begin("compass", "1", {**SETUP, "play": play}, 0.0) == play
        for sequence in range(1, length + 1):
            journal.append(play, [entry(sequence)])
    journal.finish(1, 2.5)


@pytest.fixture(scope="module")
def closed(tmp_path_factory: pytest.TempPathFactory) -> Sample:
    """Return a journal that was closed properly."""
    path = tmp_path_factory.mktemp("closed") / "journal.db"
    with Journal.open(path) as journal:
        fill(journal)
    return Sample({"": path.read_bytes()})


@pytest.fixture(scope="module")
def unplugged(tmp_path_factory: pytest.TempPathFactory) -> Sample:
    """Return a journal as it was when the plug was pulled."""
    path = tmp_path_factory.mktemp("unplugged") / "journal.db"
    with Journal.open(path) as journal:
        fill(journal)
        return Sample({s: Path(f"{path}{s}").read_bytes() for s in ("", "-wal", "-shm")})


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("folder")


def kept(journal: Journal) -> dict[int, int]:
    """Return the length of each game's log, having compared every entry with what was written."""
    for play in journal.plays():
        assert play.setup == {**SETUP, "play": play.id}
        assert play.finished in ([2.5, None] if play.id == 1 else [None])
        log = journal.entries(play.id)
        assert log == tuple(entry(number + 1) for number in range(len(log)))
    return {play.id: len(journal.entries(play.id)) for play in journal.plays()}


def lost(lengths: dict[int, int]) -> int:
    """Return how many games and entries are missing in ``lengths``."""
    missing = sum(LENGTHS.values()) - sum(lengths.values())
    return missing + len(LENGTHS) - len(lengths)


def copies(path: Path) -> set[bytes]:
    """Return the contents of all files that were set aside."""
    return {file.read_bytes() for file in path.parent.glob("*.damaged-*")}


def test_a_journal_survives_a_pulled_plug_without_a_report(unplugged: Sample, folder: Path) -> None:
    with unplugged.laid_out(folder) as path, Journal.open(path) as journal:
        assert journal.report == ""
        assert kept(journal) == LENGTHS


@pytest.mark.slow
@given(position=st.floats(0, 1), garbage=st.binary(min_size=1, max_size=64))
def test_garbage_in_the_file_loses_nothing_silently(
    closed: Sample, folder: Path, position: float, garbage: bytes
) -> None:
    damaged = closed.with_garbage("", position, garbage)
    with damaged.laid_out(folder) as path, Journal.open(path) as journal:
        if lost(kept(journal)):
            assert journal.report
        if journal.report:
            assert damaged.files[""] in copies(path)


@pytest.mark.slow
@given(position=st.floats(0, 1), garbage=st.binary(min_size=1, max_size=64))
def test_garbage_in_the_log_of_an_unplugged_journal_loses_nothing_silently(
    unplugged: Sample, folder: Path, position: float, garbage: bytes
) -> None:
    damaged = unplugged.with_garbage("-wal", position, garbage)
    with damaged.laid_out(folder) as path, Journal.open(path) as journal:
        # A damaged last transaction looks exactly like one that was never completed.
        if lost(kept(journal)) > 1:
            assert journal.report
        if journal.report:
            assert damaged.files["-wal"] in copies(path)


def test_the_report_says_what_happened_and_where_the_damaged_file_is(
    closed: Sample, folder: Path
) -> None:
    row = closed.files[""].index(b'"to":25}')
    damaged = closed.with_garbage("", (row + 5) / (len(closed.files[""]) - 1), b"9")
    with damaged.laid_out(folder) as path, Journal.open(path) as journal:
        assert journal.report == (
            "The journal was damaged (an entry is not as it was written). It is set aside as "
            f"{path}.damaged-1; nothing was deleted. Games that could be read: 3. "
            "Of game 2 (compass) only the first 24 entries could be read."
        )
        assert kept(journal) == {**LENGTHS, 2: 24}


def test_a_game_whose_setup_is_damaged_is_left_behind(closed: Sample, folder: Path) -> None:
    row = closed.files[""].index(b'"play":2}')
    damaged = closed.with_garbage("", (row + 7) / (len(closed.files[""]) - 1), b"3")
    with damaged.laid_out(folder) as path, Journal.open(path) as journal:
        assert "a game's record is not as it was written" in journal.report
        assert kept(journal) == {1: 20, 3: 30}


def test_a_salvaged_journal_takes_new_entries_and_games(closed: Sample, folder: Path) -> None:
    row = closed.files[""].index(b'"to":25}')
    damaged = closed.with_garbage("", (row + 5) / (len(closed.files[""]) - 1), b"9")
    with damaged.laid_out(folder) as path:
        with Journal.open(path) as journal:
            journal.append(2, [entry(25)])
            assert journal.begin("compass", "1", {**SETUP, "play": 4}, 0.0) == 4
        with Journal.open(path) as journal:
            assert journal.report == ""
            assert kept(journal) == {**LENGTHS, 2: 25, 4: 0}


def test_a_file_that_is_not_a_database_is_set_aside(folder: Path) -> None:
    with Sample({"": b"Dear diary, " * 500}).laid_out(folder) as path:
        with Journal.open(path) as journal:
            assert "file is not a database" in journal.report
            assert "It contains no game that can be read." in journal.report
            assert journal.plays() == ()
        assert copies(path) == {b"Dear diary, " * 500}


def test_the_database_of_another_program_is_set_aside(folder: Path) -> None:
    path = folder / "journal.db"
    recipes = sqlite3.connect(path)
    recipes.execute("CREATE TABLE recipe (name TEXT)")
    recipes.close()
    content = path.read_bytes()
    with Sample({"": content}).laid_out(folder), Journal.open(path) as journal:
        assert "it is not marked as a journal" in journal.report
        assert copies(path) == {content}


def test_a_truncated_file_is_set_aside(closed: Sample, folder: Path) -> None:
    cut = Sample({"": closed.files[""][: len(closed.files[""]) // 2]})
    with cut.laid_out(folder) as path, Journal.open(path) as journal:
        assert lost(kept(journal)) > 0
        assert "set aside" in journal.report
        assert cut.files[""] in copies(path)


def test_every_damaged_file_gets_its_own_name(folder: Path) -> None:
    with Sample({"": b"first " * 500}).laid_out(folder) as path:
        Journal.open(path).close()
        path.write_bytes(b"second " * 500)
        with Journal.open(path) as journal:
            assert f"{path}.damaged-2;" in journal.report
        assert copies(path) == {b"first " * 500, b"second " * 500}


def test_a_log_damaged_in_the_middle_is_kept_and_the_loss_is_reported(
    unplugged: Sample, folder: Path
) -> None:
    damaged = unplugged.with_garbage("-wal", 0.5, b"\0" * 64)
    with damaged.laid_out(folder) as path, Journal.open(path) as journal:
        # The damage may cover one change itself, and the very last change was not an entry.
        match = re.match(
            rf"The last changes in the journal \(at least (\d+)\) could not be read\. "
            rf"The journal as it was found is kept as {path}\.damaged-1\.",
            journal.report,
        )
        assert match
        assert int(match[1]) in {lost(kept(journal)), lost(kept(journal)) + 1}


def test_a_log_without_its_header_is_kept_and_the_loss_is_reported(
    unplugged: Sample, folder: Path
) -> None:
    damaged = unplugged.with_garbage("-wal", 0.0, b"\xff" * 32)
    with damaged.laid_out(folder) as path, Journal.open(path) as journal:
        assert kept(journal) == {}
        assert "It contains no game that can be read" in journal.report
        assert damaged.files["-wal"] in copies(path)


def test_a_transaction_that_was_never_completed_is_not_damage(
    unplugged: Sample, folder: Path
) -> None:
    torn = Sample({**unplugged.files, "-wal": unplugged.files["-wal"][:-500]})
    with torn.laid_out(folder) as path, Journal.open(path) as journal:
        assert journal.report == ""
        assert lost(kept(journal)) <= 1


def test_a_journal_of_a_newer_companion_is_left_alone(closed: Sample, folder: Path) -> None:
    with closed.laid_out(folder) as path:
        newer = sqlite3.connect(path)
        newer.execute("PRAGMA user_version = 3")
        newer.execute("CREATE TABLE tournament (name TEXT)")
        newer.close()
        content = path.read_bytes()
        with pytest.raises(JournalError, match="written by a newer companion; update this one"):
            Journal.open(path)
        assert path.read_bytes() == content


def test_an_empty_file_becomes_a_new_journal(folder: Path) -> None:
    with Sample({"": b""}).laid_out(folder) as path, Journal.open(path) as journal:
        assert journal.report == ""


def test_a_power_cut_before_the_first_table_leaves_a_new_journal(folder: Path) -> None:
    path = folder / "journal.db"
    started = sqlite3.connect(path)
    started.execute("PRAGMA journal_mode = WAL")
    started.close()
    with Sample({}).laid_out(folder), Journal.open(path) as journal:
        assert journal.report == ""


def test_an_empty_database_with_a_doubtful_header_is_set_aside(folder: Path) -> None:
    path = folder / "journal.sqlite3"
    started = sqlite3.connect(path)
    started.execute("PRAGMA journal_mode = WAL")
    started.close()
    content = bytearray(path.read_bytes())
    content[64:68] = b"\0\0\0\1"  # it claims to be vacuumed step by step, which needs more pages
    path.write_bytes(content)
    with Journal.open(path) as journal:
        assert "set aside" in journal.report
    with Journal.open(path) as journal:
        assert journal.report == ""


def test_a_power_cut_in_the_middle_of_the_recovery_loses_nothing(
    closed: Sample, folder: Path
) -> None:
    with closed.laid_out(folder) as path:
        shutil.move(path, path.with_name("journal.db.new"))
        with Journal.open(path) as journal:
            assert kept(journal) == LENGTHS


def test_leftovers_of_an_interrupted_recovery_do_not_disturb_the_next_one(
    closed: Sample, folder: Path
) -> None:
    damaged = closed.with_garbage("", 0.0, b"\0" * 16)
    with damaged.laid_out(folder) as path:
        path.with_name("journal.db.new").write_bytes(b"half a")
        with Journal.open(path) as journal:
            assert "set aside" in journal.report
