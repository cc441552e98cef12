"""What people change at the clocks during a game: it is in the log, and stays with an undo."""

import random
from typing import Any, Final

import pytest
from msgspec.structs import replace

from companion.engine import registry
from companion.engine.fold import sampler
from companion.engine.game import Setup
from companion.engine.log import EntryKind
from companion.games.inner_compass.actions import EndTurn, Imprint
from companion.table.clocks.change import (
    AddTime,
    ClockChange,
    SetTimes,
    StopClock,
    change_in,
    change_of,
    payload_of,
)
from companion.table.clocks.kinds import ClockKind
from companion.table.clocks.time_control import next_change, read
from companion.table.command import Command
from companion.table.history.entries import edit, resume, set_clocks, undo_to
from companion.table.log.repair import Delete, begin
from companion.table.play import begin as set_up
from companion.table.play import take
from companion.table.state import Table, Timestamp
from companion.table.table import handle

S: Final = 1000
MINUTE: Final = 60 * S
DRAW: Final = sampler(random.Random(3))
FISCHER: Final = {"kind": "fischer", "main": 10 * MINUTE, "extra": 15 * S}
PER_TURN: Final = {"kind": "per_turn", "main": MINUTE}


def at(seconds: float) -> Timestamp:
    return Timestamp(round(seconds * S), 1000.0 + seconds)


def begun(clock: dict[str, Any]) -> Table:
    """Inner Compass for three, whose first turn begins at 0."""
    setup = Setup(("Ann", "Ben", "Cleo"), "track", clock=clock)
    draw = sampler(random.Random(3))
    table = set_up(registry.load("inner-compass"), setup, (), at(0), draw).table
    return handle(table, Command.BACK, at(0), draw).table


def turn(table: Table, seconds: float) -> Table:
    """End a turn of the seat whose turn it is."""
    memory = Imprint("Y", None, None, None)
    return take(take(table, memory, at(seconds), DRAW), EndTurn(), at(seconds), DRAW)


def left(table: Table, seat: int, seconds: float) -> float:
    shown = read(table.clocks, seat, round(seconds * S)).left
    assert shown is not None
    return shown / S


def test_a_minute_more_for_one_player_or_for_all() -> None:
    table = begun(FISCHER)
    more = set_clocks(table, AddTime(MINUTE, 1), at(10))
    assert [left(more, seat, 10) for seat in range(3)] == [605, 660, 600]
    everybody = set_clocks(more, AddTime(-MINUTE), at(10))
    assert [left(everybody, seat, 10) for seat in range(3)] == [545, 600, 540]
    assert everybody.steps == table.steps
    assert everybody.entries[-1].kind is EntryKind.CHECKPOINT


def test_more_time_for_a_turn_is_for_this_turn_only() -> None:
    table = set_clocks(begun(PER_TURN), AddTime(MINUTE, 0), at(10))
    assert left(table, 0, 10) == 110
    for end in (20, 30, 40):
        table = turn(table, end)
    assert left(table, 0, 40) == 60


def test_a_stopped_clock_stands_still_in_its_turn_until_it_goes_on() -> None:
    table = set_clocks(begun(FISCHER), StopClock(0), at(10))
    assert next_change(table.clocks, 10 * S) is None
    assert left(table, 0, 100) == 605
    table = set_clocks(table, StopClock(0, on=True), at(100))
    assert left(table, 0, 130) == 575
    others = turn(set_clocks(table, StopClock(2), at(130)), 130)
    assert (left(others, 1, 160), left(others, 2, 160)) == (585, 600)


def test_other_times_hold_from_now_on() -> None:
    table = turn(begun(FISCHER), 10)
    times = SetTimes(ClockKind.FISCHER, 15 * MINUTE, 30 * S)
    table = set_clocks(table, times, at(30))
    assert [left(table, seat, 30) for seat in range(3)] == [905, 895, 900]
    table = turn(table, 30)
    assert left(table, 2, 30) == 930


def test_another_control_begins_with_full_banks_and_keeps_the_time_used() -> None:
    table = turn(begun({}), 90)
    assert read(table.clocks, 0, 90 * S).left is None
    table = set_clocks(table, SetTimes(ClockKind.SUDDEN_DEATH, 5 * MINUTE), at(100))
    assert [left(table, seat, 100) for seat in range(3)] == [300, 300, 300]
    assert [read(table.clocks, seat, 110 * S).used for seat in range(2)] == [90 * S, 20 * S]
    assert left(table, 1, 110) == 290


@pytest.mark.parametrize(
    "change", [AddTime(MINUTE), AddTime(MINUTE, 0), SetTimes(ClockKind.FISCHER, 11 * MINUTE, 0)]
)
def test_taking_a_step_back_leaves_a_change_in_force(change: ClockChange) -> None:
    first = begun(FISCHER)
    changed = turn(set_clocks(turn(first, 10), change, at(20)), 30)
    back = undo_to(changed, first.steps[-1].sequence, at(40))
    assert back.steps == first.steps
    assert (left(back, 0, 40), left(back, 0, 45)) == (665, 660)


def test_an_edit_of_the_log_leaves_changes_in_force_where_they_were_made() -> None:
    first = begun(FISCHER)
    table = set_clocks(turn(first, 10), AddTime(MINUTE, 2), at(15))
    table = set_clocks(turn(table, 30), SetTimes(ClockKind.FISCHER, 10 * MINUTE, 0), at(35))
    table = turn(turn(table, 50), 60)
    repair = begin(table, Delete(len(first.steps) + 1), DRAW)
    assert repair.misfit is None
    splice = repair.splice
    assert splice is not None
    after = edit(table, splice, at(60))
    assert len(after.steps) == len(table.steps) - 1
    assert [left(after, seat, 60) for seat in range(3)] == [left(table, s, 60) for s in range(3)]
    back = undo_to(after, table.entries[-1].sequence, at(60))
    assert [left(back, seat, 60) for seat in range(3)] == [left(table, s, 60) for s in range(3)]


def test_a_change_is_there_again_after_a_power_cut() -> None:
    table = set_clocks(turn(begun(FISCHER), 10), StopClock(1), at(20))
    table = set_clocks(table, SetTimes(ClockKind.BYO_YOMI, 5 * MINUTE, 30 * S, 3), at(20))
    game = registry.load("inner-compass")
    again = resume(game, table.setup, (), table.entries)
    assert replace(again.clocks, paused=False) == table.clocks


@pytest.mark.parametrize(
    "change", [AddTime(MINUTE), StopClock(2), SetTimes(ClockKind.HOURGLASS, 5 * MINUTE)]
)
def test_what_a_checkpoint_says_is_read_again(change: ClockChange) -> None:
    assert change_in(payload_of(change)) == change
    table = set_clocks(begun(FISCHER), change, at(0))
    assert [change_of(entry) for entry in table.entries][-1] == change


@pytest.mark.parametrize(
    "payload",
    [
        {},
        {"clock": 1},
        {"clock": "add"},
        {"clock": "add", "time": 10**12},
        {"clock": "faster", "seat": 0},
        {"clock": "stop", "seat": -1},
        {"clock": "stop", "seat": 0, "left": 1},
    ],
)
def test_what_says_no_change_changes_nothing(payload: dict[str, object]) -> None:
    assert change_in(payload) is None
