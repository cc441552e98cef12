"""Records: a game as lines of JSON and back; what cannot be read is reported with its line.

Whole games make the round trip in ``test_notation.py``.
"""

import json

import pytest
from msgspec.structs import replace

from companion.engine.game import Setup
from companion.engine.log import Entry, EntryKind
from companion.records.jsonl import (
    FORMAT,
    GameRecord,
    RecordError,
    read,
    write,
)

RECORD = GameRecord(
    "inner-compass",
    "1",
    Setup(("Ann", "Ben"), "track", {"mode": "advanced"}, {}, {"kind": "fischer"}),
    ("deal",),
    (
        Entry(1, EntryKind.CHANCE, -1, {"type": "choose_start", "player": 1}, 0, 5.0),
        Entry(2, EntryKind.ACTION, 1, {"type": "end_turn"}, 1200, 6.5),
        Entry(3, EntryKind.UNDO, 1, {"to": 1}, 1300, 7.0),
        Entry(4, EntryKind.PAUSE, 1, {}, 1300, 7.0),
    ),
)
HEAD, *ENTRIES = write(RECORD)
MADE = {"sequence": 5, "kind": "action", "actor": 0, "payload": {}}


def with_head(**changes: object) -> list[str]:
    """Return a record with fields of its head changed, or left out by ``None``."""
    head = {**json.loads(HEAD), **changes}
    return [json.dumps({name: value for name, value in head.items() if value is not None})]


def with_setup(**changes: object) -> list[str]:
    """Return a record with fields of its setup changed, or left out by ``None``."""
    setup = {**json.loads(HEAD)["setup"], **changes}
    return with_head(setup={name: value for name, value in setup.items() if value is not None})


def with_entry(**changes: object) -> list[str]:
    """Return the record with a fifth entry, which is an action unless changed."""
    fields = {**MADE, **changes}
    fields = {name: value for name, value in fields.items() if value is not None}
    return [HEAD, *ENTRIES, json.dumps(fields)]


def test_a_record_reads_as_it_was_written() -> None:
    assert read(write(RECORD)) == RECORD


def test_the_lines_are_plain_json() -> None:
    assert json.loads(HEAD) == {
        "format": "companion-game/1",
        "game": "inner-compass",
        "rules_version": "1",
        "setup": {
            "players": ["Ann", "Ben"],
            "level": "track",
            "options": {"mode": "advanced"},
            "data": {},
            "clock": {"kind": "fischer"},
            "enter": ["deal"],
        },
    }
    assert json.loads(ENTRIES[1]) == {
        "sequence": 2,
        "kind": "action",
        "actor": 1,
        "payload": {"type": "end_turn"},
        "clock": 1200,
        "wall": 6.5,
    }


def test_empty_lines_are_ignored() -> None:
    assert read(["", *write(RECORD), " \n"]) == RECORD


def test_times_and_time_control_may_be_left_out() -> None:
    assert read(with_setup(clock=None)).setup.clock == {}
    assert read(with_entry()).entries[-1] == Entry(5, EntryKind.ACTION, 0, {})


def test_a_checkpoint_may_count_what_is_left_to_be_laid() -> None:
    left = {"left": 3}
    assert read(with_entry(kind="checkpoint", payload=left)).entries[-1].payload == left


STEP = {"kind": "action", "actor": 1, "payload": {"type": "end_turn"}}


def with_edit(**fields: object) -> list[str]:
    return with_entry(kind="edit", payload={"first": 1, "replaced": 2, "steps": [2], **fields})


def test_an_edit_says_which_steps_count_instead() -> None:
    payload = {"first": 1, "replaced": 2, "steps": [2, {**STEP, "was": 1}]}
    assert read(with_entry(kind="edit", payload=payload)).entries[-1].payload == payload


def test_an_edit_that_spells_out_defaults_is_the_one_that_leaves_them_out() -> None:
    payloads = (
        {"first": 1, "replaced": 2, "steps": [2, {**STEP, **spelled}]}
        for spelled in ({"clock": 0, "wall": 0.0, "was": None}, {"wall": 0.0}, {})
    )
    edits = [read(with_entry(kind="edit", payload=payload)).entries[-1] for payload in payloads]
    assert edits[0].payload == edits[1].payload == edits[2].payload
    assert edits[0].payload["steps"] == [2, STEP]


NO_PAYLOAD = "line 6: entry 5: the payload of a checkpoint is empty"
TIMES = "line 6: entry 5: its times must be numbers from 0 to 9007199254740991"


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ([], f"line 1: this is not a game record: its format is not '{FORMAT}'"),
        (
            ['{"format": "companion-game/9"}'],
            "line 1: the record has the format companion-game/9, and this companion reads",
        ),
        (
            ["{"],
            "line 1: not a JSON object: Expecting property name enclosed in double quotes",
        ),
        (["{}"], f"line 1: this is not a game record: its format is not '{FORMAT}'"),
        (["nonsense"], "line 1: not a JSON object: Expecting value"),
        (["[" * 100_000], "line 1: not a JSON object"),
        (["[]"], "line 1: not a JSON object"),
        (with_head(setup=None), "line 1: the head lacks 'setup', an object"),
        (with_head(game=7), "line 1: the head: 'game' must be a string"),
        (with_head(date=7), "line 1: the head has no field 'date', known are: format, game, "),
        (with_setup(players="Ann"), "line 1: the setup: 'players' must be a list"),
        (with_setup(enter=[1]), "line 1: the setup: 'enter' must be a list of strings"),
        (["", HEAD, "", "[]"], "line 4: not a JSON object"),
        (with_entry(kind=None), "line 6: the entry lacks 'kind', a string"),
        (with_entry(kind="dance"), "line 6: the entry: 'kind' must be one of action, chance, "),
        (with_entry(actor=True), "line 6: the entry: 'actor' must be a whole number"),
        (with_entry(wall="now"), "line 6: the entry: 'wall' must be a number"),
        (with_entry(hand=1), "line 6: the entry has no field 'hand', known are: sequence, kind"),
        (with_entry(sequence=7), "line 6: entry 7 is out of order: expected 5"),
        (with_entry(actor=2), "line 6: entry 5: actor 2 is none of the 2 seats"),
        (with_entry(kind="chance"), "line 6: entry 5: the actor of a draw is -1, not 0"),
        (
            with_entry(clock=-1),
            TIMES,
        ),
        (with_entry(wall=float("nan")), "line 6: the entry: 'wall' must be a number"),
        (with_entry(payload={"a": {"b": 1}}), "line 6: the entry: 'payload' must be an object"),
        (with_setup(options={"a": "x" * 10_001}), "line 1: the setup: 'options' must be an object"),
        (with_setup(robots=[2]), "line 1: the setup: 'robots' must be a list of seats"),
        (with_entry(kind="undo", payload={"to": 5}), "line 6: entry 5 goes back to entry 5; name"),
        (with_entry(kind="undo"), "line 6: entry 5 goes back to entry None; name an earlier one"),
        (with_entry(kind="checkpoint", payload={"left": "3"}), NO_PAYLOAD),
        (with_entry(kind="checkpoint", payload={"left": 3, "of": 9}), NO_PAYLOAD),
        (with_entry(kind="edit"), "line 6: entry 5 is not an edit: first"),
        (with_edit(first=0), "line 6: entry 5 is not an edit: first"),
        (with_edit(replaced=10**9), "line 6: entry 5 is not an edit: replaced"),
        (with_edit(steps=["2"]), "line 6: entry 5 is not an edit: steps.0"),
        (with_edit(steps=[2, 2]), "line 6: entry 5 edits steps that are not there"),
        (with_edit(steps=[4]), "line 6: entry 5 edits steps that are not there"),
        (with_edit(steps=[{**STEP, "kind": "pause"}]), "line 6: entry 5 edits steps that are not"),
        (with_edit(steps=[{**STEP, "actor": 2}]), "line 6: entry 5: actor 2 is none of the 2"),
        (with_edit(steps=[{**STEP, "clock": -1}]), TIMES),
        (with_edit(steps=[{**STEP, "payload": {"a": [1]}}]), "line 6: the entry: 'payload' must"),
        (with_entry(kind="pause", payload={"to": 5}), "line 6: entry 5: the payload of a pause is"),
    ],
)
def test_a_mistake_is_reported_with_its_line(lines: list[str], message: str) -> None:
    with pytest.raises(RecordError) as error:
        read(lines)
    assert str(error.value).startswith(message)


@pytest.mark.parametrize("name", ["\ud800", "A\udfffn"])
def test_a_character_that_utf_8_cannot_encode_is_refused(name: str) -> None:
    with pytest.raises(RecordError, match=r"^line 1: a character here cannot be written"):
        read(with_setup(players=["Ann", name]))
    entry = json.dumps({**MADE, "sequence": 1, "payload": {name: 1}})
    with pytest.raises(RecordError, match=r"^line 2: a character here cannot be written"):
        read([HEAD, entry])


@pytest.mark.parametrize("name", ["\x1b[2J", "A\nnn", "\x85", "A" * 101])
def test_a_name_that_breaks_lines_is_refused(name: str) -> None:
    lines = [*write(replace(RECORD, setup=replace(RECORD.setup, players=(name, "Ben"))))]
    with pytest.raises(RecordError, match="'players' must be a list of names of at most 100"):
        read(lines)
