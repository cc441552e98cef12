"""The journal keeps what it has accepted, in order, whatever happens to the box."""

import random
import resource
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.engine.log import Entry, EntryKind, Splice
from companion.storage.journal import Journal, JournalError, Play
from tests.setups import SETUP

NUMBERS = st.integers(-(2**63), 2**63 - 1)
TIMES = st.floats(allow_nan=False, allow_infinity=False)
JSON = st.recursive(
    st.none()
    | st.booleans()
    | NUMBERS
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=8,
)
STRUCTS = st.dictionaries(st.text(), JSON, max_size=4)
KINDS = st.sampled_from([kind for kind in EntryKind if kind is not EntryKind.EDIT])
EDITS = st.builds(
    Entry,
    st.just(0),
    st.just(EntryKind.EDIT),
    st.integers(-4, 7),
    st.builds(lambda first: Splice(first, 1, (first,)).payload, st.integers(1, 9)),
    NUMBERS,
    TIMES,
)
ENTRIES = EDITS | st.builds(Entry, st.just(0), KINDS, st.integers(-4, 7), STRUCTS, NUMBERS, TIMES)


def numbered(sequence: int) -> Entry:
    """Return an entry that differs from every other."""
    return Entry(sequence, EntryKind.ACTION, 1, {"type": "move", "to": sequence}, 1000 * sequence)


def append_for_ever(journal: Journal, play: int, accepted: list[Entry]) -> None:
    """Append one entry after another, noting each in ``accepted``."""
    for sequence in count(1):
        entry = numbered(sequence)
        journal.append(play, [entry])
        accepted.append(entry)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "state" / "journal.db"


@pytest.fixture
def journal(path: Path) -> Iterator[Journal]:
    with Journal.open(path) as opened:
        yield opened


def test_a_new_journal_is_empty_and_has_nothing_to_report(journal: Journal) -> None:
    assert journal.plays() == ()
    assert journal.current() is None
    assert journal.report == ""


def test_a_game_begins_with_its_setup_and_no_entries(journal: Journal) -> None:
    play = journal.begin("inner-compass", "1", {**SETUP, "players": ["Ada", "Béla"]}, 1.5)
    expected = Play(play, "inner-compass", "1", {**SETUP, "players": ["Ada", "Béla"]}, 1.5)
    assert journal.plays() == (expected,)
    assert journal.entries(play) == ()


def test_the_current_game_is_the_newest_that_is_not_finished(journal: Journal) -> None:
    first, second, third = (journal.begin("compass", "1", {**SETUP}, float(at)) for at in range(3))
    journal.finish(third, 9.0)
    current = journal.current()
    assert current is not None
    assert current.id == second
    journal.finish(second, 10.0)
    journal.finish(first, 11.0)
    assert journal.current() is None
    assert [play.finished for play in journal.plays()] == [11.0, 10.0, 9.0]


def test_each_game_has_its_own_log(journal: Journal) -> None:
    first, second = (
        journal.begin("compass", "1", {**SETUP}, 0.0),
        journal.begin("compass", "1", {**SETUP}, 0.0),
    )
    journal.append(first, [numbered(1), numbered(2)])
    journal.append(second, [numbered(1)])
    journal.append(first, [numbered(3)])
    assert journal.entries(first) == (numbered(1), numbered(2), numbered(3))
    assert journal.entries(second) == (numbered(1),)


def test_a_reopened_journal_holds_the_same(path: Path) -> None:
    with Journal.open(path) as journal:
        play = journal.begin("compass", "1", {**SETUP}, 0.0)
        journal.append(play, [numbered(1)])
        journal.finish(play, 2.0)
        expected = journal.plays()
    with Journal.open(path) as journal:
        assert journal.plays() == expected
        assert journal.entries(play) == (numbered(1),)
        assert journal.report == ""


@pytest.mark.slow
@given(batches=st.lists(st.lists(ENTRIES, max_size=3), max_size=4), setup=STRUCTS, began=TIMES)
def test_everything_is_read_back_exactly(
    tmp_path_factory: pytest.TempPathFactory,
    batches: list[list[Entry]],
    setup: dict[str, object],
    began: float,
) -> None:
    path = tmp_path_factory.mktemp("journal") / "journal.db"
    expected: list[Entry] = []
    with Journal.open(path) as journal:
        setup = {**setup, **SETUP}
        play = journal.begin("game ⌖", "1 β", setup, began)
        for batch in batches:
            fresh = [
                Entry(number, item.kind, item.actor, item.payload, item.clock, item.wall)
                for number, item in enumerate(batch, start=len(expected) + 1)
            ]
            journal.append(play, fresh)
            expected += fresh
    with Journal.open(path) as journal:
        assert journal.report == ""
        assert journal.plays() == (Play(play, "game ⌖", "1 β", setup, began),)
        assert journal.entries(play) == tuple(expected)


@pytest.mark.parametrize("sequences", [[2], [0], [1, 3], [1, 1], [-1]])
def test_a_gap_is_refused_together_with_the_rest_of_the_call(
    journal: Journal, sequences: list[int]
) -> None:
    play = journal.begin("compass", "1", {**SETUP}, 0.0)
    with pytest.raises(JournalError, match=r"is out of order; next is [12]"):
        journal.append(play, [numbered(sequence) for sequence in sequences])
    assert journal.entries(play) == ()


def test_a_game_that_does_not_exist_is_named(journal: Journal) -> None:
    with pytest.raises(JournalError, match="there is no game 7"):
        journal.append(7, [numbered(1)])
    with pytest.raises(JournalError, match="there is no game 7"):
        journal.entries(7)


def test_a_finished_game_takes_no_more(journal: Journal) -> None:
    play = journal.begin("compass", "1", {**SETUP}, 0.0)
    journal.finish(play, 1.0)
    with pytest.raises(JournalError, match="game 1 is finished"):
        journal.append(play, [numbered(1)])
    with pytest.raises(JournalError, match="game 1 is finished"):
        journal.finish(play, 2.0)


@pytest.mark.parametrize("payload", [{"to": object()}, {"to": float("nan")}])
def test_an_entry_that_json_cannot_hold_is_refused_by_its_number(
    journal: Journal, payload: dict[str, object]
) -> None:
    play = journal.begin("compass", "1", {**SETUP}, 0.0)
    with pytest.raises(JournalError, match="entry 1 cannot be written as JSON"):
        journal.append(play, [Entry(1, EntryKind.ACTION, 0, payload)])


def test_a_closed_journal_is_one_file(path: Path) -> None:
    with Journal.open(path) as journal:
        journal.append(journal.begin("compass", "1", {**SETUP}, 0.0), [numbered(1)])
        assert path.with_name("journal.db-wal").stat().st_size > 0
    assert sorted(file.name for file in path.parent.iterdir()) == [
        "journal.db",
        "journal.db-mark",
        "journal.db.lock",
    ]


def test_a_worker_thread_may_do_all_the_work(path: Path) -> None:
    with ThreadPoolExecutor(max_workers=1) as worker:
        journal = worker.submit(Journal.open, path).result()
        play = worker.submit(journal.begin, "compass", "1", {}, 0.0).result()
        worker.submit(journal.append, play, [numbered(1)]).result()
        assert worker.submit(journal.entries, play).result() == (numbered(1),)
        worker.submit(journal.close).result()


def test_a_folder_that_cannot_be_created_is_named_with_the_remedy(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(
        JournalError, match=r"file/journal\.db: could not open.*folder not writable"
    ):
        Journal.open(tmp_path / "file" / "journal.db")


def test_a_full_disk_is_reported_and_the_earlier_entries_stay(path: Path) -> None:
    with Journal.open(path) as journal:
        play = journal.begin("compass", "1", {**SETUP}, 0.0)
        accepted: list[Entry] = []
        limits = resource.getrlimit(resource.RLIMIT_FSIZE)
        full = path.with_name("journal.db-wal").stat().st_size + 20_000
        resource.setrlimit(resource.RLIMIT_FSIZE, (full, limits[1]))
        try:
            with pytest.raises(JournalError, match=r"could not store an entry.*disk full"):
                append_for_ever(journal, play, accepted)
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        assert accepted
        assert journal.entries(play) == tuple(accepted)
        journal.append(play, [numbered(len(accepted) + 1)])
    with Journal.open(path) as journal:
        assert journal.report == ""
        assert journal.entries(play) == (*accepted, numbered(len(accepted) + 1))


APPEND_AND_SAY_SO = """
import sys
from pathlib import Path
from companion.engine.log import Entry, EntryKind
from companion.storage.journal import Journal
from tests.setups import SETUP

journal = Journal.open(Path(sys.argv[1]))
assert journal.report == "", journal.report
current = journal.current()
play = current.id if current else journal.begin("compass", "1", {**SETUP}, 0.0)
last = len(journal.entries(play))
while True:
    last += 1
    journal.append(play, [Entry(last, EntryKind.ACTION, 0, {"to": last})])
    print(last, flush=True)
"""


@pytest.mark.slow
def test_no_acknowledged_entry_is_missing_after_a_kill(path: Path) -> None:
    patience = random.Random(20)
    acknowledged = 0
    for _ in range(6):
        command = [sys.executable, "-c", APPEND_AND_SAY_SO, str(path)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as child:
            assert child.stdout is not None
            for _ in range(patience.randrange(1, 30)):
                acknowledged = int(child.stdout.readline())
            child.kill()
            acknowledged = max([acknowledged, *map(int, child.stdout.read().split())])
    with Journal.open(path) as journal:
        assert journal.report == ""
        entries = journal.entries(1)
    assert [entry.payload["to"] for entry in entries] == list(range(1, len(entries) + 1))
    assert acknowledged <= len(entries) <= acknowledged + 1
