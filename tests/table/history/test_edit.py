"""Edits of the log: other steps count, every one with its own time, and one undo puts all back."""

import random
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.engine import registry
from companion.engine.fold import Draw, fold, sampler
from companion.engine.game import Setup
from companion.engine.log import Entry, EntryKind, NewStep, Splice, effective, new_step
from companion.engine.rules import AnyGame
from companion.games.inner_compass.actions import CorrectEP, EndTurn, Imprint
from companion.table.clocks.change import StopClock
from companion.table.clocks.kinds import ClockKind
from companion.table.clocks.time_control import settle
from companion.table.command import Command
from companion.table.history.entries import (
    apply_repair,
    edit,
    note,
    set_clocks,
    tick_off,
    undo_to,
)
from companion.table.log.repair import Delete, drop_misfits
from companion.table.log.repair import begin as begin_repair
from companion.table.log.timeline import totals
from companion.table.narrowing.candidates import kind_of, legal
from companion.table.play import draw_chance, take
from companion.table.table import (
    Table,
    Timestamp,
    begin,
    handle,
    resume,
)
from companion.table.task import Shift, Task
from tests.matrix import example_count
from tests.table.test_time import S, at, left, table_of

MEMORY = Imprint("Y", None, None, None)
DONE = EndTurn()
NAMES = ("Ann", "Ben", "Cleo", "Dan")


def played(seed: int, kind: ClockKind, steps: int = 12) -> Table:
    """A game of two at the level ``track``, in which each step has taken some seconds."""
    source = random.Random(seed)
    game = registry.load("inner-compass")
    table = table_of(game, sampler(source), kind=kind)
    now = 0.0
    for _ in range(steps):
        now += source.randint(1, 20)
        legal = game.legal_actions(table.state, game.current_player(table.state))
        table = take(table, source.choice(legal), at(now), sampler(source))
        if source.random() < 0.2:
            for pause in (EntryKind.PAUSE, EntryKind.RESUME):
                now += 7
                table = note(table, pause, at(now))
    return table


def now_of(table: Table) -> float:
    return table.entries[-1].clock / S


def first_turn_end(table: Table) -> int:
    """The number of the step that ended the first turn."""
    return next(
        n for n, log_step in enumerate(table.steps, 1) if isinstance(log_step.action, EndTurn)
    )


def correction(seat: int, clock: int, was: int | None = None) -> NewStep:
    payload = registry.load("inner-compass").to_struct(CorrectEP(seat, 1))
    entry = Entry(0, EntryKind.CORRECTION, seat, payload, clock)
    return new_step(entry, was)


def test_a_step_is_inserted_and_all_later_ones_stay_as_they_are(game: AnyGame, draw: Draw) -> None:
    table = table_of(game, draw)
    first = table.state.current
    for action, seconds in ((MEMORY, 5), (DONE, 12), (DONE, 30)):
        table = take(table, action, at(seconds), draw)
    end = first_turn_end(table)
    after = edit(table, Splice(end, 0, (correction(first, clock=5 * S),)), at(60))
    assert [entry.kind for entry in after.entries[len(table.entries) :]] == [EntryKind.EDIT]
    assert after.state.players[first].ep == table.state.players[first].ep + 1
    assert [log_step.entry for log_step in after.steps[end:]] == [
        log_step.entry for log_step in table.steps[end - 1 :]
    ]
    assert totals(after.clocks) == totals(settle(table.clocks, 60 * S))


def test_time_stays_with_the_turn_in_which_it_was_spent(game: AnyGame, draw: Draw) -> None:
    """The first player thought for 12 s, of which 5 led to a step that is deleted."""
    table = table_of(game, draw)
    first = table.state.current
    for action, seconds in ((CorrectEP(first, 1), 5), (DONE, 12), (DONE, 30)):
        table = take(table, action, at(seconds), draw)
    after = edit(table, Splice(len(table.steps) - 2, 1, ()), at(40))
    assert [left(after, seat, 40) for seat in (first, 1 - first)] == [578, 582]


def test_time_goes_with_a_turn_that_goes(game: AnyGame, draw: Draw) -> None:
    """Two turn ends go: the second player goes on, the first gets the last 20 s back."""
    table = table_of(game, draw)
    first = table.state.current
    for action, seconds in ((DONE, 10), (DONE, 40), (DONE, 60)):
        table = take(table, action, at(seconds), draw)
    after = edit(table, Splice(len(table.steps) - 1, 2, ()), at(60))
    assert game.current_player(after.state) == 1 - first
    assert [left(after, seat, 60) for seat in (first, 1 - first)] == [590, 570]


def test_a_change_keeps_the_time_of_the_step_that_it_replaces(game: AnyGame, draw: Draw) -> None:
    table = table_of(game, draw)
    first = table.state.current
    for action, seconds in ((CorrectEP(first, 3), 5), (DONE, 12), (DONE, 30)):
        table = take(table, action, at(seconds), draw)
    at_ = len(table.steps) - 2
    new = correction(first, clock=5 * S, was=at_)
    after = edit(table, Splice(at_, 1, (new,)), at(30))
    assert totals(after.clocks) == totals(table.clocks)
    assert after.state.players[first].ep == table.state.players[first].ep - 2


def test_an_edit_leaves_alone_what_an_earlier_one_has_let_somebody_spend(
    game: AnyGame, draw: Draw
) -> None:
    """The second player has thought for a minute when the end of the first one's turn goes."""
    table = table_of(game, draw)
    first = table.state.current
    for action, seconds in ((CorrectEP(first, 1), 5), (DONE, 20)):
        table = take(table, action, at(seconds), draw)
    last = len(table.steps)
    edited = edit(table, Splice(last, 1, ()), at(80))
    spent = totals(edited.clocks)
    assert (spent[first], spent[1 - first]) == (20 * S, 60 * S)
    table = take(edited, DONE, at(85), draw)
    for splice in (Splice(last - 1, 1, ()), Splice(last, 0, (correction(first, clock=5 * S),))):
        after = edit(table, splice, at(90))
        assert totals(after.clocks) == totals(settle(table.clocks, 90 * S))
        spent = totals(after.clocks)
        assert (spent[first], spent[1 - first]) == (25 * S, 65 * S)


@pytest.mark.slow
@settings(max_examples=example_count(20))
@given(st.integers(0, 10**6), st.sampled_from(list(ClockKind)))
def test_an_edit_after_which_nothing_is_gone_moves_no_time(seed: int, kind: ClockKind) -> None:
    """Whatever was edited and played before, and whoever has had their clock stopped."""
    source = random.Random(seed)
    table, draw = played(seed, kind), sampler(source)
    for _ in range(4):
        now = now_of(table) + source.randint(1, 60)
        end = source.randint(first_turn_end(table), len(table.steps))
        table = edit(table, Splice(end, len(table.steps) - end + 1, ()), at(now))
        table = set_clocks(table, StopClock(source.randrange(2)), at(now + 5))
        table = take(table, DONE, at(now + 20), draw)
        for seat in range(2):
            table = set_clocks(table, StopClock(seat, on=True), at(now + 25))
    now = now_of(table) + 40
    first = source.randint(first_turn_end(table), len(table.steps) + 1)
    after = edit(table, Splice(first, 0, (correction(0, clock=0),)), at(now))
    assert totals(after.clocks) == totals(settle(table.clocks, int(now * S)))


def test_undo_takes_a_whole_edit_back_and_gives_nobody_time(game: AnyGame, draw: Draw) -> None:
    table = table_of(game, draw)
    first = table.state.current
    for action, seconds in ((MEMORY, 5), (DONE, 12), (DONE, 30)):
        table = take(table, action, at(seconds), draw)
    after = edit(table, Splice(first_turn_end(table), 2, ()), at(90))
    assert game.current_player(after.state) == first
    back = handle(after, Command.UNDO, at(91), draw).table
    assert back.entries[-1].kind is EntryKind.UNDO
    assert (back.state, back.steps, back.edits) == (table.state, table.steps, ())
    again = handle(back, Command.UNDO, at(92), draw).table
    assert len(again.steps) == len(table.steps) - 1, "then the last step goes"


def test_undo_of_what_came_after_an_edit_leaves_the_edit(game: AnyGame, draw: Draw) -> None:
    table = take(table_of(game, draw), DONE, at(12), draw)
    edited = edit(table, Splice(1, 0, ()), at(20))
    after = handle(take(edited, DONE, at(30), draw), Command.UNDO, at(31), draw).table
    assert len(after.edits) == 1
    assert after.steps == edited.steps


def edits(table: Table, source: random.Random) -> Splice:
    """Return an edit that changes nothing, or something that always fits."""
    steps = len(table.steps)
    laid = next(
        n for n, log_step in enumerate(table.steps) if log_step.entry.kind is not EntryKind.CHANCE
    )
    first = source.randint(laid + 1, steps + 1)
    replaced = source.randint(0, steps + 1 - first)
    kept: list[int | NewStep] = list(range(first, first + replaced))
    last = table.steps[min(first, steps) - 1].entry
    choice = source.randrange(3)
    if choice == 0:
        kept.insert(0, correction(source.randrange(2), clock=last.clock))
    elif choice == 1 and replaced:
        kept[0] = new_step(table.steps[first - 1].entry, first)
    return Splice(first, replaced, tuple(kept))


@pytest.mark.slow
@settings(max_examples=example_count(20))
@given(st.integers(0, 10**6), st.sampled_from(list(ClockKind)))
def test_an_edit_that_is_taken_back_never_was(seed: int, kind: ClockKind) -> None:
    """State, steps and clocks are those of a table at which time has just passed."""
    table = played(seed, kind)
    source = random.Random(seed)
    edited, back = now_of(table) + source.randint(0, 50), now_of(table) + 60
    after = edit(table, edits(table, source), at(edited))
    undone = undo_to(after, len(table.entries), at(back))
    assert undone.state is table.state
    assert undone.steps == table.steps
    assert undone.edits == ()
    assert undone.clocks == settle(table.clocks, round(back * S))


@settings(max_examples=example_count(20))
@given(st.integers(0, 10**6), st.sampled_from(list(ClockKind)))
def test_every_step_that_stays_keeps_its_time(seed: int, kind: ClockKind) -> None:
    table = played(seed, kind)
    splice = edits(table, random.Random(seed))
    after = edit(table, splice, at(now_of(table)))
    before = {
        log_step.sequence: spent
        for log_step, spent in zip(table.steps, spent_in(table), strict=True)
    }
    for log_step, spent in zip(after.steps, spent_in(after), strict=True):
        assert spent == before.get(log_step.sequence, spent)
    assert after.clocks == table.clocks


def spent_in(table: Table) -> Sequence[tuple[int, ...]]:
    """What the clocks had counted before each step."""
    return [totals(log_step.clocks) for log_step in table.steps]


@pytest.mark.slow
@settings(max_examples=30)
@given(st.integers(0, 10**6), st.sampled_from(list(ClockKind)))
def test_a_log_with_edits_leads_to_the_same_table_when_it_is_read(
    seed: int, kind: ClockKind
) -> None:
    source = random.Random(seed)
    table = played(seed, kind)
    for _ in range(3):
        now = now_of(table) + 3
        table = edit(table, edits(table, source), at(now))
        if source.random() < 0.3:
            table = undo_to(table, len(table.entries) - source.randint(1, 2), at(now + 1))
    again = resume(table.game, table.setup, table.enter, table.entries)
    assert again.steps == table.steps
    assert again.state == table.state
    assert replace(again.clocks, paused=False) == replace(table.clocks, paused=False)
    assert effective(table.entries) == tuple(log_step.entry for log_step in table.steps)
    assert fold(table.game, table.setup, table.entries).state == table.state


@pytest.mark.parametrize("level", ["scoring", "full"])
def test_a_box_that_follows_more_edits_as_well(game: AnyGame, draw: Draw, level: str) -> None:
    drawn = begin(game, Setup(("Ann", "Ben"), level), (), at(0), draw).table
    table = handle(drawn, Command.BACK, at(0), draw).table
    for n in range(20):
        seat = game.current_player(table.state)
        table = take(table, game.legal_actions(table.state, seat)[0], at(n), draw)
    steps = len(table.steps)
    after = edit(table, Splice(steps - 5, 0, ()), Timestamp(30 * S, 30.0))
    assert after.state == table.state
    assert len(after.steps) == steps


def undone_at_the_table(game: AnyGame, draw: Draw) -> tuple[Table, Table]:
    """A memory was made and all of it was done; then the log is told that it never was."""
    table = begin(game, Setup(("Ann", "Ben"), "scoring"), (), at(0), draw).table
    table = handle(table, Command.BACK, at(1), draw).table
    while not isinstance(table.steps[-1].action, Imprint):
        seat = game.current_player(table.state)
        possible = game.legal_actions(table.state, seat)
        memory = next((each for each in possible if isinstance(each, Imprint)), None)
        table = take(table, memory or draw(tuple((each, 1.0) for each in possible)), at(2), draw)
    table = tick_off(table, len(table.tasks), at(3))
    made = len(table.steps)
    return table, edit(table, Splice(made, 1, ()), at(4))


def places(task: Task) -> list[str]:
    return str(task.what.params["places"]).split()


def test_what_a_deleted_memory_has_left_on_the_table_is_put_right(
    game: AnyGame, draw: Draw
) -> None:
    before, after = undone_at_the_table(game, draw)
    keys = {task.what.key for task in after.tasks}
    assert keys <= {"table.put_right", "table.put_right_more", "table.take_away", "do.return_ep"}
    memory = before.steps[-1].action
    assert isinstance(memory, Imprint)
    track = {
        f"track-{place}"
        for place, (was, now) in enumerate(
            zip(before.state.track, after.state.track, strict=True), 1
        )
        if was != now
    }
    cubes = [task for task in after.tasks if task.what.params.get("places") == memory.space]
    actor = before.steps[-1].entry.actor
    assert [(task.seat, task.what.key) for task in cubes] == [(actor, "table.take_away")]
    gained = before.state.players[actor].ep - after.state.players[actor].ep
    tokens = [task for task in after.tasks if task.shift is not None and task.shift.tokens]
    assert [(task.seat, task.what.params) for task in tokens] == [(actor, {"n": gained})]
    rows = [task for task in after.tasks if task.seat is None]
    assert len(rows) == bool(track)
    assert track <= {place for task in rows for place in places(task)}
    for task in (*cubes, *rows):
        assert len(game.text_diagrams(after.state, task.what)) == 1
    assert resume(game, after.setup, (), after.entries).tasks == after.tasks


def inverse(shift: Shift) -> Shift:
    """What undoes a shift."""
    tokens = tuple((seat, -count) for seat, count in shift.tokens)
    return Shift(lies=shift.belongs, belongs=shift.lies, tokens=tokens)


def test_undo_of_an_edit_asks_to_lay_back_what_was_put_right(game: AnyGame, draw: Draw) -> None:
    before, without_it = undone_at_the_table(game, draw)
    put_right = tick_off(without_it, len(without_it.tasks), at(5))
    assert not put_right.tasks
    reverted = undo_to(put_right, without_it.edits[-1].sequence - 1, at(6))
    assert reverted.state == before.state
    shifts = {task.shift for task in without_it.tasks if task.shift is not None}
    assert {task.shift for task in reverted.tasks} - {None} == {inverse(shift) for shift in shifts}
    assert [task for task in reverted.tasks if task.shift is None] == list(before.tasks)
    assert resume(game, reverted.setup, (), reverted.entries).tasks == reverted.tasks
    # The table shows now what the log says: the next edit compares with that.
    done = tick_off(reverted, len(reverted.tasks), at(7))
    again = edit(done, Splice(len(before.steps), 1, ()), at(8))
    assert [task.what for task in again.tasks] == [task.what for task in without_it.tasks]


def test_what_is_put_right_already_is_not_asked_for_by_the_next_edit(
    game: AnyGame, draw: Draw
) -> None:
    """Of two things one was put right: the table shows that one as it was after the first edit."""
    before, without_it = undone_at_the_table(game, draw)
    done, *left = without_it.tasks
    assert done.shift is not None
    half = tick_off(without_it, 1, at(5))
    assert half.tasks == tuple(left)
    reverted = undo_to(half, without_it.edits[-1].sequence - 1, at(6))
    back = [task for task in reverted.tasks if task.shift is not None]
    assert [task.shift for task in back] == [inverse(done.shift)]
    assert reverted.state == before.state


def test_undo_of_an_edit_asks_for_nothing_if_the_table_was_left_as_it_was(
    game: AnyGame, draw: Draw
) -> None:
    before, without_it = undone_at_the_table(game, draw)
    reverted = undo_to(without_it, without_it.edits[-1].sequence - 1, at(6))
    assert reverted.tasks == before.tasks


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_what_is_asked_for_is_the_same_after_an_edit_that_is_taken_back_at_once(seed: int) -> None:
    """Nobody has put right yet what earlier edits have changed, such as rows of cards."""
    source = random.Random(seed)
    draw, now = sampler(source), 1
    table = begin(registry.load("essence"), Setup(NAMES, "full"), (), at(0), draw).table
    while len(table.steps) < 60:
        seat = source.choice(table.game.awaited(table.state))
        action = source.choice(legal(table.game, table.state, seat))
        table = draw_chance(take(table, action, at(now), draw), at(now), draw)
    for now in range(2, 12):
        number = source.randint(max(1, len(table.steps) - 20), len(table.steps))
        if table.steps[number - 1].entry.kind is EntryKind.CHANCE:
            continue
        after = apply_repair(
            table, drop_misfits(begin_repair(table, Delete(number), draw), draw), at(now)
        )
        reverted = undo_to(after, len(table.entries), at(now))
        assert reverted.state == table.state
        assert reverted.tasks == table.tasks
        again = resume(table.game, table.setup, table.enter, reverted.entries)
        assert again.tasks == table.tasks
        table = after


def test_what_a_new_last_step_asks_for_is_not_put_right_as_well(game: AnyGame, draw: Draw) -> None:
    before, without_it = undone_at_the_table(game, draw)
    memory = before.steps[-1].entry
    new = new_step(memory, None)
    again = edit(
        tick_off(without_it, len(without_it.tasks), at(5)),
        Splice(len(without_it.steps) + 1, 0, (new,)),
        at(6),
    )
    assert again.tasks
    assert not [task for task in again.tasks if task.shift is not None]


def test_what_is_not_put_right_yet_is_not_forgotten_by_the_next_edit(
    game: AnyGame, draw: Draw
) -> None:
    before, without_it = undone_at_the_table(game, draw)
    new = new_step(before.steps[-1].entry, None)
    again = edit(without_it, Splice(len(without_it.steps) + 1, 0, (new,)), at(5))
    # Nobody has touched the table: it still shows what was before the first edit.
    twice = edit(again, Splice(len(again.steps), 1, ()), at(6))
    assert [each.what for each in twice.tasks] == [task.what for task in without_it.tasks]


@pytest.mark.parametrize("name", ["compass-points", "gilded-compass"])
def test_a_step_can_be_put_into_an_empty_log(name: str, draw: Draw) -> None:
    """Nothing is drawn before the first step of these, so that there is no step before it."""
    level = {"gilded-compass": "final"}.get(name, "full")
    game = registry.load(name)
    table = begin(game, Setup(NAMES[: min(game.players)], level), (), at(0), draw).table
    assert not table.steps
    for seat in game.active_players(table.state):
        for action in legal(game, table.state, seat):
            entry = Entry(0, kind_of(action, seat), seat, game.to_struct(action), 0, 0.0)
            after = edit(table, Splice(1, 0, (new_step(entry, None),)), at(5))
            assert [step.action for step in after.steps[:1]] == [action]
