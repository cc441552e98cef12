"""Repairs of the log: what comes later is played again, and nobody loses what still fits."""

import random
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.engine import registry
from companion.engine.fold import Draw, sampler
from companion.engine.game import CHANCE, Action, Setup
from companion.engine.log import EntryKind, NewStep
from companion.games.inner_compass.actions import CorrectEP, EndTurn, Imprint
from companion.records.random_play import record
from companion.table.choosing.handover import end_settled_turn
from companion.table.clocks.kinds import ClockKind
from companion.table.clocks.time_control import settle
from companion.table.command import Command
from companion.table.history.entries import apply_repair, resume
from companion.table.log.repair import (
    Answer,
    Change,
    Delete,
    Drop,
    Edit,
    Insert,
    Keep,
    Move,
    Repair,
    Replace,
    begin,
    drop_misfits,
    resolve,
)
from companion.table.log.timeline import totals
from companion.table.log_repair.consequences import consequences
from companion.table.narrowing.candidates import legal
from companion.table.play import begin as set_up
from companion.table.play import draw_chance, take
from companion.table.table import Table, Timestamp, handle
from tests.table.test_time import S, at

GAMES = {
    "inner-compass": 3,
    "essence": 4,
    "compass-points": 4,
    "compass-jewels": 2,
    "gilded-compass": 3,
}
DRAW = sampler(random.Random(1))
LATER = at(10_000)
CLOCK = {"kind": "sudden_death", "main": 1200 * S}


def evening(level: str, *actions: Action, clock: Mapping[str, object] = CLOCK) -> Table:
    """Inner Compass for three; each step takes ten seconds."""
    game = registry.load("inner-compass")
    draw = sampler(random.Random(3))
    setup = Setup(("Ann", "Ben", "Cleo"), level, clock=clock)
    table = handle(set_up(game, setup, (), at(0), draw).table, Command.BACK, at(0), draw).table
    for number, action in enumerate(actions, 1):
        table = take(table, action, at(10 * number), draw)
        assert table.steps[-1].action == action
    return table


def carried_out(repair: Repair, moment: Timestamp) -> Table:
    assert isinstance(repair.log, Table)
    return apply_repair(repair.log, repair, moment)


def memory(colour: str) -> Imprint:
    return Imprint(colour, None, None, None)


DONE = EndTurn()
TURNS = (memory("Y"), DONE, DONE, memory("B"), DONE, memory("R"), DONE, DONE, memory("K"), DONE)


def number_of(table: Table, place: int) -> int:
    """The number of the step that was taken as number ``place`` by people."""
    by_people = [n for n, log_step in enumerate(table.steps, 1) if log_step.entry.actor >= 0]
    return by_people[place - 1]


def open_points(table: Table) -> list[int]:
    points = [0, 0, 0]
    for line in table.game.open_score(table.state):
        points[line.player] += line.points
    return points


def test_a_memory_that_was_forgotten_early_costs_nobody_a_step() -> None:
    """Ben's turn was only *done*: his memory comes before that, and all later steps fit."""
    table = evening("track", *TURNS)
    repair = begin(table, Insert(number_of(table, 3), memory("W")), DRAW)
    assert (repair.misfit, repair.dropped, repair.added) == (None, (), ())
    after = carried_out(repair, LATER)
    assert len(after.steps) == len(table.steps) + 1
    assert [entry.kind for entry in after.entries[len(table.entries) :]] == [EntryKind.EDIT]
    ours = [log_step.entry for log_step in table.steps]
    assert [log_step.entry for log_step in after.steps if log_step.entry in ours] == ours


def test_the_end_of_a_turn_that_a_memory_replaces_is_put_in() -> None:
    """The memory is chosen over *done*: whoever is next could not act without that."""
    table = evening("track", *TURNS)
    seat = table.steps[number_of(table, 3) - 1].entry.actor
    repair = begin(table, Change(number_of(table, 3), memory("W")), DRAW)
    assert (repair.misfit, repair.dropped, repair.added) == (None, (), ((seat, DONE),))
    after = carried_out(repair, LATER)
    assert len(after.steps) == len(table.steps) + 1
    assert totals(after.clocks) == totals(settle(table.clocks, LATER.clock))


@pytest.mark.parametrize("level", ["track", "scoring"])
@pytest.mark.parametrize("kind", [Change, Insert])
def test_a_memory_put_in_last_ends_its_turn_as_in_play(
    level: str, kind: type[Change | Insert]
) -> None:
    """Nobody has acted since, so only the rule of play asks for the end of the turn."""
    first = evening(level, DONE)
    chosen = next(a for a in legal(first.game, first.steps[-1].state, 0) if isinstance(a, Imprint))
    if kind is Insert:
        chosen = next(a for a in legal(first.game, first.state, 1) if isinstance(a, Imprint))
    at_step = len(first.steps) + (kind is Insert)
    repair = begin(first, kind(at_step, chosen), DRAW)
    seat = int(kind is Insert)
    assert (repair.misfit, repair.added) == (None, ((seat, DONE),))
    after = carried_out(repair, LATER)
    assert after.game.current_player(after.state) == seat + 1
    assert {task.seat for task in after.tasks} == {seat}, "the tasks of the memory are still due"


def test_an_end_that_people_delete_is_not_put_in_again() -> None:
    table = evening("track", memory("Y"), DONE)
    after = carried_out(begin(table, Delete(len(table.steps)), DRAW), LATER)
    assert after.game.current_player(after.state) == 0


def test_a_double_entry_goes() -> None:
    table = evening("scoring", *evening_at_scoring(6))
    twice = len(table.steps)
    repair = begin(table, Delete(twice), DRAW)
    after = carried_out(repair, LATER)
    assert [log_step.entry for log_step in after.steps] == [
        log_step.entry for log_step in table.steps[:-1]
    ]
    assert after.state == table.steps[-1].state


@lru_cache
def evening_at_scoring(count: int) -> tuple[Action, ...]:
    """The first legal actions of a game that the box follows square by square."""
    table = evening("scoring")
    actions: list[Action] = []
    for number in range(count):
        legal = table.game.legal_actions(table.state, table.game.current_player(table.state))
        actions.append(next((each for each in legal if isinstance(each, Imprint)), legal[0]))
        table = take(table, actions[-1], at(10 * number), DRAW)
    return tuple(actions)


def test_two_steps_change_places() -> None:
    table = evening("track", *TURNS)
    first = number_of(table, 1)
    corrected = take(table, CorrectEP(0, 2), at(200), DRAW)
    last = len(corrected.steps)
    repair = begin(corrected, Move(last, first), DRAW)
    assert repair.misfit is None
    after = carried_out(repair, LATER)
    assert after.steps[first - 1].entry == corrected.steps[-1].entry
    assert after.state == corrected.state
    assert {each.sequence for each in after.steps} == {each.sequence for each in corrected.steps}


def test_what_no_longer_fits_is_decided_one_by_one() -> None:
    """Ann's memory ends up where Ben's was; corrections, another step or none stand for it."""
    table = evening("track", *TURNS)
    repair = begin(table, Delete(number_of(table, 2)), DRAW)
    assert repair.misfit is None, "the box has put the turn's end in again"
    repair = begin(table, Insert(number_of(table, 4), DONE), DRAW)
    assert repair.misfit is not None
    assert repair.misfit.action == memory("B")
    result = consequences(table, repair, LATER, DRAW)
    assert result.misfits[0] is repair.misfit
    dropped = resolve(repair, Drop(), DRAW)
    assert dropped.dropped == (number_of(table, 4),)
    other = resolve(repair, Replace(memory("B")), DRAW)
    assert other.dropped == ()
    assert (
        carried_out(drop_misfits(other, DRAW), LATER).steps[number_of(table, 5) - 1].entry.actor
        == 0
    )


def test_a_step_of_somebody_else_comes_before_the_misfit_which_is_asked_about_again() -> None:
    """Ben's memory does not fit while it is Cleo's turn: hers cannot take its place."""
    table = evening("track", *TURNS)
    repair = begin(table, Insert(number_of(table, 4), DONE), DRAW)
    misfit = repair.misfit
    assert misfit is not None
    assert not repair.is_due
    due = table.game.current_player(repair.state)
    other = resolve(repair, Replace(memory("B")), DRAW)
    assert other.misfit is misfit
    last = other.steps[-1]
    assert isinstance(last, NewStep)
    assert (last.actor, last.was) == (due, None)
    assert due != misfit.entry.actor


def test_a_turn_end_that_stands_already_is_not_inserted() -> None:
    table = evening("track", *TURNS)
    repair = begin(table, Insert(number_of(table, 3), DONE), DRAW)
    assert (repair.misfit, repair.splice, repair.left_out) == (None, None, ())


def test_a_memory_changed_to_a_turn_end_gives_nobody_time_back() -> None:
    """The turn is still played: the end that stood there stays, with its own time."""
    table = evening("track", *TURNS)
    number = number_of(table, 1)
    repair = begin(table, Change(number, DONE), DRAW)
    assert (repair.misfit, repair.left_out) == (None, (number,))
    result = consequences(table, repair, LATER, DRAW)
    assert (result.left_out, result.times) == ((table.steps[number - 1],), ())
    after = carried_out(repair, LATER)
    assert totals(after.clocks) == totals(settle(table.clocks, LATER.clock))


@pytest.mark.parametrize("kind", list(ClockKind))
def test_the_time_for_which_a_preview_is_read_is_nobodys_gift(kind: ClockKind) -> None:
    """The last turn end goes; the clock that ran while people read keeps that time."""
    clock = {"kind": kind, "main": 1200 * S, "extra": 5 * S, "periods": 3}
    table = evening("track", *TURNS, clock=clock)
    repair = begin(table, Delete(len(table.steps)), DRAW)
    result = consequences(table, repair, at(130), DRAW)
    after = carried_out(repair, at(190))
    assert after.clocks.running != table.clocks.running
    then, now = totals(settle(table.clocks, 190 * S)), totals(after.clocks)
    changes = tuple((n, b - a) for n, (a, b) in enumerate(zip(then, now, strict=True)) if a != b)
    assert changes == result.times == ()


def test_corrections_keep_what_a_step_had_led_to() -> None:
    table = evening("scoring", *evening_at_scoring(12))
    for number in range(number_of(table, 1), len(table.steps)):
        repair = begin(table, Move(number, len(table.steps)), DRAW)
        if repair.corrections:
            break
    else:
        raise AssertionError("all fits")
    misfit, corrections = repair.misfit, repair.corrections
    assert misfit is not None
    before = repair.state
    after = resolve(repair, Keep(), DRAW)
    assert after.kept
    gained = [
        then - now
        for now, then in zip(
            table.game.returns(misfit.state), table.game.returns(misfit.step.state), strict=True
        )
    ]
    state = before
    for correction in corrections:
        state = table.game.apply_action(state, correction).state
    now = zip(table.game.returns(before), table.game.returns(state), strict=True)
    assert [later - earlier for earlier, later in now] == gained
    carried_out(drop_misfits(after, DRAW), LATER)


def test_a_die_is_changed() -> None:
    """Dice are entered value by value; the rest of the roll is asked for (GC-TURN-1)."""
    game = registry.load("gilded-compass")
    table = set_up(game, Setup(("Ann", "Ben"), game.levels[-1]), ("all",), at(0), DRAW).table
    rolls: list[int] = []
    while len(rolls) < 4:
        seat = game.current_player(table.state)
        outcomes = game.chance_outcomes(table.state)
        action = DRAW(outcomes) if outcomes else game.legal_actions(table.state, seat)[0]
        table = take(table, action, at(0), DRAW)
        if table.entries[-1].payload["type"] == "roll":
            rolls.append(len(table.steps))
    changed = rolls[0]
    was = table.steps[changed - 1].action
    others = [each for each, _ in game.chance_outcomes(table.steps[changed - 1].state)]
    for other in others:
        if other == was:
            continue
        repair = begin(table, Change(changed, other), DRAW)
        while repair.misfit is not None:
            waits = game.current_player(repair.state) == CHANCE
            answer = Replace(DRAW(game.chance_outcomes(repair.state))) if waits else Drop()
            repair = resolve(repair, answer, DRAW)
        after = carried_out(repair, LATER)
        assert after.steps[changed - 1].action == other
        assert after.steps[changed - 1].entry.clock == table.steps[changed - 1].entry.clock


@lru_cache
def middle(name: str, level: str, seed: int) -> Table:
    """A game in which people have acted at random for a while."""
    game = registry.load(name)
    setup = Setup(tuple("ABCDE"[: GAMES[name]]), level, clock=CLOCK)
    played = record(game, setup, seed)
    cut = random.Random(seed).randint(20, min(len(played.entries), 120))
    table = resume(game, setup, (), played.entries[:cut])
    now = Timestamp(table.entries[-1].clock, 0.0)
    running = replace(table, clocks=replace(table.clocks, paused=False))
    before = replace(running, entries=running.entries[:-1])
    return draw_chance(end_settled_turn(before, running, now, DRAW), now, DRAW)


LEVELS = [(name, level) for name in GAMES for level in registry.load(name).levels]


def legal_at(table: Table, number: int) -> list[Action]:
    game, state = table.game, table.steps[number - 1].state
    seats = game.active_players(state)
    return [action for seat in seats for action in game.legal_actions(state, seat)]


def any_edit(table: Table, source: random.Random) -> Edit:
    """An edit as somebody may choose it in the log."""
    chance = (
        n for n, log_step in enumerate(table.steps) if log_step.entry.kind is not EntryKind.CHANCE
    )
    first = next(chance, 0) + 1
    number, to = (source.randint(first, len(table.steps)) for _ in range(2))
    legal = legal_at(table, number)
    edits: list[Edit] = [Delete(number), Move(number, to)]
    if legal:
        action = source.choice(legal)
        edits += [Insert(number, action), Change(number, action)]
    return source.choice(edits)


def decided(repair: Repair, source: random.Random, draw: Draw) -> Repair:
    """A repair after somebody has decided about every misfit."""
    while (misfit := repair.misfit) is not None:
        seats = repair.log.game.active_players(repair.state)
        legal: list[Any] = [
            action for seat in seats for action in repair.log.game.legal_actions(repair.state, seat)
        ]
        answers: list[Answer] = [Drop(), Drop(), Keep()]
        if legal and misfit.entry.kind is EntryKind.ACTION:
            answers.append(Replace(source.choice(legal)))
        answer = source.choice(answers)
        if isinstance(answer, Keep) and not repair.corrections:
            answer = Drop()
        repair = resolve(repair, answer, draw)
    return repair


@pytest.mark.slow
@pytest.mark.parametrize(("name", "level"), LEVELS)
@settings(max_examples=15)
@given(seed=st.integers(0, 5), choice=st.integers(0, 10**6))
def test_whatever_is_decided_leads_to_a_log_that_can_be_read(
    name: str, level: str, seed: int, choice: int
) -> None:
    table, source = middle(name, level, seed), random.Random(choice)
    draw = sampler(source)
    repair = decided(begin(table, any_edit(table, source), draw), source, draw)
    after = carried_out(repair, LATER)
    assert after.state == repair.state
    assert len(after.entries) <= len(table.entries) + 1, "one entry says it all"
    again = resume(table.game, table.setup, table.enter, after.entries)
    assert (again.state, again.steps) == (after.state, after.steps)
    back = handle(after, Command.UNDO, LATER, draw).table
    if len(after.entries) > len(table.entries):
        assert (back.state, back.steps) == (table.state, table.steps)
        assert totals(back.clocks) == totals(settle(table.clocks, LATER.clock))
        assert open_score(back) == open_score(table)


def open_score(table: Table) -> object:
    return table.game.open_score(table.state)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "level"), LEVELS)
def test_a_step_that_is_deleted_and_inserted_again_was_never_gone(name: str, level: str) -> None:
    for seed in range(3):
        table = middle(name, level, seed)
        for number in range(len(table.steps), 0, -1):
            log_step = table.steps[number - 1]
            if log_step.entry.kind is not EntryKind.ACTION or len(log_step.clocks.running) > 1:
                continue  # where several clocks run at once, nobody knows whose time it was
            repair = begin(table, Delete(number), DRAW)
            if list(repair.steps) == [*range(number + 1, len(table.steps) + 1)]:
                insert_again(table, repair, number)


def insert_again(table: Table, repair: Repair, number: int) -> None:
    """Check that a step without which everything else fits can go and come back."""
    now = Timestamp(table.clocks.at, 0.0)
    gone = carried_out(repair, now)
    back = begin(gone, Insert(number, table.steps[number - 1].action), DRAW)
    assert (back.misfit, back.added) == (None, ())
    after = carried_out(back, now)
    assert after.state == table.state
    assert after.clocks == table.clocks


@pytest.mark.parametrize(("name", "level"), LEVELS)
def test_a_step_in_its_own_place_changes_nothing(name: str, level: str) -> None:
    table = middle(name, level, 1)
    number = len(table.steps) - 3
    action = table.steps[number - 1].action
    assert carried_out(begin(table, Move(number, number), DRAW), LATER) is table
    after = carried_out(begin(table, Change(number, action), DRAW), LATER)
    assert after.state == table.state
    assert after.clocks == settle(table.clocks, LATER.clock)
    assert isinstance(LATER, Timestamp)
