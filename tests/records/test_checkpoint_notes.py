"""What a checkpoint says: in text and JSON, and whose the result is once a seat was handed over."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.engine import registry
from companion.engine.game import TERMINAL
from companion.engine.log import Entry, EntryKind
from companion.records import (
    checkpoint_notes,
    jsonl,
    notation,
    replay,
)
from companion.records.archive import archived_game
from companion.records.exports import bgg, bgstats, csv
from companion.records.jsonl import GameRecord, RecordError
from companion.web.routes import shared_game
from tests.records.exports.played import records

NOTES: tuple[tuple[dict[str, object], str], ...] = (
    ({"left": 3}, "left(3)"),
    ({"ticked": 7}, "ticked(7)"),
    ({"stopped": True}, "stopped"),
    ({"stopped": False}, "goes_on"),
    ({"seat": 1, "name": "Dan"}, 'seat(1,"Dan")'),
    ({"commitment": "0a" * 32, "nonce": "1b" * 16}, f"commit({'0a' * 32},{'1b' * 16})"),
    (
        {"commitment": "0a" * 32, "nonce": "1b" * 16, "first": 2},
        f"commit({'0a' * 32},{'1b' * 16},2)",
    ),
    (
        {
            "secret": "2c" * 32,
            "times": [0, 345],
            "picks": ["1/2", "417/720"],
            "commitment": "0a" * 32,
            "nonce": "1b" * 16,
        },
        f"draw({'2c' * 32},0+345,1/2+417/720,{'0a' * 32},{'1b' * 16})",
    ),
    (
        {
            "secret": "2c" * 32,
            "times": [345],
            "picks": ["1/3"],
            "commitment": "0a" * 32,
            "nonce": "1b" * 16,
            "seed": "3d" * 32,
        },
        f"draw({'2c' * 32},345,1/3,{'0a' * 32},{'1b' * 16},{'3d' * 32})",
    ),
    ({"clock": "add", "time": 60_000}, "clock(add,60000)"),
    ({"clock": "add", "time": -60_000, "seat": 1}, "clock(add,-60000,1)"),
    ({"clock": "stop", "seat": 1}, "clock(stop,1)"),
    ({"clock": "stop", "seat": 0, "on": True}, "clock(go,0)"),
    (
        {
            "clock": "times",
            "kind": "byo_yomi",
            "main": 600_000,
            "extra": 30_000,
            "periods": 3,
        },
        "clock(byo_yomi,600000,30000,3)",
    ),
    ({"seat": 0, "name": "Dan {the} 2nd"}, r'seat(0,"Dan\u0020\u007bthe\u007d\u00202nd")'),
)


def with_notes(*payloads: dict[str, object]) -> GameRecord:
    """Return a game of two players with checkpoints behind its last entry."""
    (record,) = records("inner-compass", 1)
    last = record.entries[-1]
    notes = (
        Entry(number, EntryKind.CHECKPOINT, TERMINAL, payload, last.clock, last.wall)
        for number, payload in enumerate(payloads, len(record.entries) + 1)
    )
    return replace(record, entries=(*record.entries, *notes))


def text_of(record: GameRecord) -> str:
    return "\n".join(notation.write(registry.load(record.game), record))


def test_a_checkpoint_is_one_word() -> None:
    assert tuple(checkpoint_notes.word(payload) for payload, _ in NOTES) == tuple(
        word for _, word in NOTES
    )
    assert [checkpoint_notes.read(word) for _, word in NOTES] == [payload for payload, _ in NOTES]


def test_every_form_keeps_what_was_said() -> None:
    record = with_notes(*(payload for payload, _ in NOTES))
    assert jsonl.read(jsonl.write(record)) == record
    assert notation.read(text_of(record)) == record


@given(st.text(st.characters(codec="utf-8"), min_size=1))
def test_any_name_is_one_word(name: str) -> None:
    word = checkpoint_notes.word({"seat": 1, "name": name})
    assert not set(word) & set(" {}\n\t")
    assert len(word.split()) == 1
    assert checkpoint_notes.read(word) == {"seat": 1, "name": name}


@pytest.mark.parametrize(
    "payload",
    [
        {"seat": 2, "name": "Dan"},
        {"seat": 1, "name": ""},
        {"seat": True, "name": "Dan"},
        {"seat": 1},
        {"stopped": 1},
        {"left": -1},
        {"name": "Dan", "left": 1},
        {"clock": "stop", "seat": 2},
        {"clock": "add", "time": 60_000, "left": 1},
    ],
)
def test_nothing_else_can_be_said(payload: dict[str, object]) -> None:
    with pytest.raises(RecordError, match="the payload of a checkpoint is empty"):
        list(jsonl.read(jsonl.write(with_notes(payload))).entries)


@pytest.mark.parametrize(
    "word",
    [
        "seat(1,Dan)",
        'seat(1,"Dan"',
        "left(x)",
        "ticked(x)",
        r'seat(1,"\q")',
        "clock(add)",
        "clock(glass,1)",
        "clock(stop,1,1)",
    ],
)
def test_words_that_say_nothing_are_refused(word: str) -> None:
    written = text_of(with_notes({"left": 3}))
    with pytest.raises(RecordError, match="is none of"):
        notation.read(written.replace("=left(3)", f"={word}"))


class TestASeatThatWasHandedOver:
    """Ben's seat became Dan's, and then Eve's."""

    record = with_notes({"seat": 1, "name": "Dan"}, {"seat": 1, "name": "Eve"})
    before = record.setup.players[1]

    def test_belongs_to_whoever_sat_there_last(self) -> None:
        played = archived_game(self.record, 1)
        assert played.people[1] == (self.before, "Dan", "Eve")
        assert played.players == (self.record.setup.players[0], "Eve")

    def test_every_export_says_so(self) -> None:
        played = archived_game(self.record, 1)
        said = f"{self.before} → Dan → Eve"
        assert bgstats.play(played)["comments"] == said
        names = [score["name"] for score in bgstats.play(played)["players"]]
        assert names[1] == "Eve"
        assert said in bgg.plays([played])
        assert [row["player"] for row in csv.rows(played)][1] == "Eve"

    def test_the_shared_page_says_so(self) -> None:
        page = shared_game.shared_game(self.record, "en")
        assert "→ Dan → Eve" in page
        assert '<th scope="row">Eve</th>' in page

    def test_a_replay_names_each_in_their_time(self) -> None:
        shown = list(replay.lines(self.record, "en"))
        at = next(at for at, line in enumerate(shown) if "Dan now plays for" in line)
        assert "Eve now plays for Dan." in shown[at + 1]
        assert any("Eve" in line for line in shown[at + 2 :])
