"""Undo: entries are never deleted, they just stop counting."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.engine.log import (
    Entry,
    EntryKind,
    NewStep,
    Splice,
    count_undone,
    effective,
)


def act(sequence: int) -> Entry:
    return Entry(sequence, EntryKind.ACTION, 0, {"type": "pass"})


def undo(sequence: int, to: int) -> Entry:
    return Entry(sequence, EntryKind.UNDO, 0, {"to": to})


def edit(sequence: int, first: int, replaced: int, *steps: int | NewStep) -> Entry:
    return Entry(sequence, EntryKind.EDIT, 0, Splice(first, replaced, steps).payload)


NEW = NewStep(EntryKind.ACTION, 1, {"type": "forgotten"}, 7, 8.0)


@st.composite
def logs(draw: st.DrawFn) -> list[Entry]:
    """Generate logs in which about every third entry is an undo."""
    log: list[Entry] = []
    for sequence in range(1, draw(st.integers(0, 30)) + 1):
        if draw(st.integers(0, 2)) == 0:
            log.append(undo(sequence, draw(st.integers(0, sequence - 1))))
        else:
            log.append(act(sequence))
    return log


def sequences(log: list[Entry]) -> list[int]:
    return [entry.sequence for entry in effective(log)]


def test_without_undo_everything_counts() -> None:
    assert sequences([act(1), act(2)]) == [1, 2]


def test_an_undo_cancels_everything_after_an_entry() -> None:
    assert sequences([act(1), act(2), act(3), undo(4, to=1), act(5)]) == [1, 5]


def test_an_undo_can_go_back_to_the_very_beginning() -> None:
    assert sequences([act(1), act(2), undo(3, to=0)]) == []


def test_undo_to_an_undone_entry_goes_to_the_last_one_before_it_that_counts() -> None:
    assert sequences([act(1), act(2), undo(3, to=1), act(4), undo(5, to=2)]) == [1]


@given(logs())
def test_undos_themselves_do_not_count_and_the_order_stays(log: list[Entry]) -> None:
    kept = effective(log)
    assert all(entry.kind is not EntryKind.UNDO for entry in kept)
    assert sequences(log) == sorted(set(sequences(log)))
    assert all(entry in log for entry in kept)


@given(logs())
def test_an_entry_counts_if_no_later_undo_reaches_back_behind_it(log: list[Entry]) -> None:
    counted = [
        entry.sequence
        for entry in log
        if entry.kind is not EntryKind.UNDO
        and not any(
            later.kind is EntryKind.UNDO
            and later.sequence > entry.sequence
            and entry.sequence > int(str(later.payload["to"]))
            for later in log
        )
    ]
    assert sequences(log) == counted


@given(logs(), st.data())
def test_continuing_from_the_entries_that_count_equals_continuing_the_log(
    log: list[Entry], data: st.DataObject
) -> None:
    cut = data.draw(st.integers(0, len(log)))
    assert effective([*effective(log[:cut]), *log[cut:]]) == effective(log)


@given(logs())
def test_entries_that_count_all_count_again(log: list[Entry]) -> None:
    assert effective(effective(log)) == effective(log)


def test_an_edit_inserts_deletes_and_moves_steps() -> None:
    log = [act(1), act(2), act(3)]
    assert sequences([*log, edit(4, 2, 0, NEW)]) == [1, 4, 2, 3]
    assert sequences([*log, edit(4, 2, 1)]) == [1, 3]
    assert sequences([*log, edit(4, 1, 2, 2, 1)]) == [2, 1, 3]
    assert sequences([*log, edit(4, 4, 0, NEW), act(5)]) == [1, 2, 3, 4, 5]


def test_a_step_that_an_edit_puts_in_has_its_own_player_and_times() -> None:
    inserted = effective([act(1), edit(2, 1, 1, NEW)])
    assert inserted == (Entry(2, EntryKind.ACTION, 1, {"type": "forgotten"}, 7, 8.0),)


def test_an_undo_takes_back_a_whole_edit_and_what_came_after_it() -> None:
    log = [act(1), act(2), edit(3, 1, 2, 2, NEW), act(4)]
    assert sequences([*log, undo(5, to=3)]) == [2, 3]
    assert sequences([*log, undo(5, to=2)]) == [1, 2]
    assert sequences([*log, undo(5, to=1)]) == [1]
    assert sequences([*log, undo(5, to=2), act(6)]) == [1, 2, 6]


def test_edits_follow_one_another() -> None:
    log = [act(1), act(2), act(3), edit(4, 1, 2, 2, 1), edit(5, 2, 2, 3)]
    assert sequences(log) == [2, 3]
    assert count_undone(log) == 1
    assert sequences([*log, undo(6, to=4)]) == [2, 1, 3]
    assert sequences([*log, undo(6, to=3)]) == [1, 2, 3]


@pytest.mark.parametrize(
    "payload",
    [
        {},
        {"first": 1, "replaced": 3, "steps": []},
        {"first": 1, "replaced": 10**18, "steps": []},
        {"first": 4, "replaced": 0, "steps": []},
        {"first": 1, "replaced": 1, "steps": [2]},
        {"first": 1, "replaced": 2, "steps": [2, 2]},
        {"first": 1, "replaced": 1, "steps": [{"kind": "undo", "actor": 0, "payload": {}}]},
        {"first": 1, "replaced": 1, "steps": [1], "more": 1},
    ],
)
def test_an_edit_of_steps_that_are_not_there_is_refused(payload: dict[str, object]) -> None:
    log = [act(1), act(2), Entry(3, EntryKind.EDIT, 0, payload)]
    with pytest.raises(ValueError, match="entry 3"):
        effective(log)
