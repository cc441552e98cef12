"""Records: a game as lines of JSON, there and back; what cannot be read is said with its line."""

import json

import pytest

from companion.engine.game import Setup
from companion.engine.log import Entry, EntryKind
from companion.record import FORMAT, Record, RecordError, read, write

RECORD = Record(
    "inner-compass",
    "1",
    Setup(("Ann", "Ben"), "track", {"mode": "advanced"}),
    ("deal",),
    (
        Entry(1, EntryKind.CHANCE, -1, {"type": "choose_start", "player": 1}, 0, 5.0),
        Entry(2, EntryKind.ACTION, 1, {"type": "end_turn"}, 1200, 6.5),
        Entry(3, EntryKind.UNDO, 1, {"to": 1}, 1300, 7.0),
    ),
)


def test_a_record_reads_as_it_was_written() -> None:
    assert read(write(RECORD)) == RECORD


def test_empty_lines_are_nothing() -> None:
    assert read(["", *write(RECORD), ""]) == RECORD


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ([], "line 1: no record of a game"),
        (["{}"], f"line 1: no record of a game, it does not say '{FORMAT}'"),
        (["nonsense"], "line 1: no JSON object"),
        (["[]"], "line 1: no JSON object"),
        ([json.dumps({"format": FORMAT})], "line 1: the record's head is incomplete: 'setup'"),
        ([*write(RECORD), "{}"], "line 5: no entry of a log: 'kind'"),
        ([*write(RECORD), '{"kind": "dance"}'], "line 5: no entry of a log: 'dance'"),
    ],
)
def test_what_cannot_be_read_is_said_with_its_line(lines: list[str], said: str) -> None:
    with pytest.raises(RecordError, match="^" + said.replace("'", ".")):
        read(lines)
