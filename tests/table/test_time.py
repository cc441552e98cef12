"""Time at a table: logged, given back by an undo, stopped by a pause or a restart."""

import random

import pytest

from companion.engine import registry
from companion.engine.fold import Draw, sampler
from companion.engine.game import Setup
from companion.engine.log import EntryKind
from companion.engine.rules import AnyGame
from companion.engine.shared_actions import Leave
from companion.games.inner_compass.actions import CorrectEP, EndTurn, Imprint
from companion.sheets.actions import HandOver
from companion.table.clocks.kinds import ClockKind
from companion.table.clocks.time_control import read
from companion.table.command import Command
from companion.table.history.entries import note
from companion.table.table import (
    ActionInput,
    Table,
    Timestamp,
    begin,
    handle,
    resume,
)

S = 1000
CONTROLS = {
    ClockKind.NONE: {},
    ClockKind.PER_TURN: {"kind": "per_turn", "main": 30 * S},
    ClockKind.SUDDEN_DEATH: {"kind": "sudden_death", "main": 600 * S},
    ClockKind.FISCHER: {"kind": "fischer", "main": 60 * S, "extra": 5 * S},
    ClockKind.BRONSTEIN: {"kind": "bronstein", "main": 60 * S, "extra": 5 * S},
    ClockKind.DELAY: {"kind": "delay", "main": 60 * S, "extra": 5 * S},
    ClockKind.BYO_YOMI: {"kind": "byo_yomi", "main": 20 * S, "extra": 10 * S, "periods": 3},
    ClockKind.HOURGLASS: {"kind": "hourglass", "main": 60 * S},
}
DONE = ActionInput(EndTurn())
MEMORY = ActionInput(Imprint("Y", None, None, None))


def at(seconds: float) -> Timestamp:
    return Timestamp(round(seconds * S), 0.0)


def table_of(
    game: AnyGame, draw: Draw, players: int = 2, kind: ClockKind = ClockKind.SUDDEN_DEATH
) -> Table:
    names = tuple(f"p{seat}" for seat in range(players))
    setup = Setup(names, "track", clock=CONTROLS[kind])
    drawn = begin(game, setup, (), at(0), draw).table
    return handle(drawn, Command.BACK, at(0), draw).table


def left(table: Table, seat: int, seconds: float) -> float | None:
    shown = read(table.clocks, seat, round(seconds * S)).left
    return None if shown is None else shown / S


def test_the_clock_of_the_player_on_turn_runs(game: AnyGame, draw: Draw) -> None:
    table = table_of(game, draw)
    first = table.state.current
    table = handle(table, DONE, at(12), draw).table
    assert left(table, first, 20) == 588
    assert left(table, 1 - first, 20) == 592


def test_no_time_passes_while_the_setup_is_laid_out(game: AnyGame, draw: Draw) -> None:
    setup = Setup(("Ann", "Ben"), "track", clock=CONTROLS[ClockKind.SUDDEN_DEATH])
    table = begin(game, setup, (), at(0), draw).table
    assert table.laying
    table = handle(table, Command.BACK, at(300), draw).table
    assert left(table, table.state.current, 301) == 599


def test_undo_gives_the_time_back(game: AnyGame, draw: Draw) -> None:
    """The second player thinks for 30 s after a turn that is then undone."""
    table = table_of(game, draw)
    first = table.state.current
    table = handle(table, DONE, at(12), draw).table
    table = handle(table, Command.UNDO, at(42), draw).table
    assert left(table, 1 - first, 42) == 600
    assert left(table, first, 42) == 588
    assert left(table, first, 44) == 586


def test_a_pause_is_an_entry_and_an_action_ends_it(game: AnyGame, draw: Draw) -> None:
    table = table_of(game, draw)
    seat = table.state.current
    outcome = handle(table, Command.PAUSE, at(5), draw)
    assert [entry.kind for entry in outcome.entries] == [EntryKind.PAUSE]
    assert left(outcome.table, seat, 500) == 595
    table = handle(outcome.table, MEMORY, at(500), draw).table
    assert left(table, seat, 510) == 595
    assert left(table, 1 - seat, 510) == 590
    again = handle(handle(table, Command.PAUSE, at(510), draw).table, Command.PAUSE, at(600), draw)
    assert again.entries[0].kind is EntryKind.RESUME
    assert left(again.table, 1 - seat, 601) == 589


def test_a_correction_stops_the_clock_while_it_is_made(game: AnyGame, draw: Draw) -> None:
    """IC-AP-6."""
    table = table_of(game, draw)
    seat = table.state.current
    table = handle(table, Command.CORRECT, at(10), draw).table
    table = handle(table, ActionInput(CorrectEP(0, 2)), at(100), draw).table
    assert left(table, seat, 100) == 590
    assert left(table, seat, 103) == 587
    opened = handle(table, Command.CORRECT, at(103), draw).table
    closed = handle(opened, Command.BACK, at(203), draw).table
    assert left(closed, seat, 203) == 587


def test_undoing_a_correction_leaves_the_clocks_as_they_are(game: AnyGame, draw: Draw) -> None:
    """It has spent no time, and the pause in which it was made is over (IC-AP-6)."""
    table = table_of(game, draw)
    seat = table.state.current
    table = handle(table, Command.CORRECT, at(10), draw).table
    table = handle(table, ActionInput(CorrectEP(0, 2)), at(100), draw).table
    table = handle(table, Command.UNDO, at(130), draw).table
    assert not table.clocks.paused
    assert left(table, seat, 130) == 560


def test_an_undo_in_a_pause_lets_no_clock_run(game: AnyGame, draw: Draw) -> None:
    table = table_of(game, draw)
    seat = table.state.current
    table = handle(table, DONE, at(12), draw).table
    table = handle(table, Command.PAUSE, at(20), draw).table
    table = handle(table, Command.UNDO, at(30), draw).table
    assert table.clocks.paused
    assert table.state.current == seat
    assert left(table, seat, 500) == 588


def test_after_a_restart_the_clock_stands_at_the_last_entry(game: AnyGame, draw: Draw) -> None:
    table = table_of(game, draw)
    seat = table.state.current
    table = note(handle(table, MEMORY, at(7), draw).table, EntryKind.CHECKPOINT, at(17))
    resumed = resume(game, table.setup, (), table.entries)
    assert resumed.clocks.paused
    assert left(resumed, seat, 9999) == 593
    assert left(resumed, 1 - seat, 9999) == 590


@pytest.mark.slow
@pytest.mark.parametrize("kind", ClockKind)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_replay_shows_the_same_times_to_the_millisecond(
    game: AnyGame, kind: ClockKind, players: int
) -> None:
    source = random.Random(f"{kind}{players}")
    draw = sampler(source)
    table = table_of(game, draw, players, kind)
    now = 0.0
    for _ in range(80):
        now += source.choice((0.0, 0.001, 0.4, 3.7, 33.333))
        item = source.choice((DONE, MEMORY, DONE, MEMORY, Command.UNDO, Command.PAUSE))
        table = handle(table, item, at(now), draw).table
    replayed = resume(game, table.setup, (), table.entries)
    seats = range(players)
    end = table.entries[-1].clock
    assert [read(table.clocks, seat, end) for seat in seats] == [
        read(replayed.clocks, seat, end) for seat in seats
    ]
    assert replayed.state == table.state


def test_whoever_leaves_gains_no_time_of_the_others_until_that_is_undone() -> None:
    draw = sampler(random.Random(1))
    setup = Setup(("Ann", "Ben", "Cleo"), "table", clock=CONTROLS[ClockKind.HOURGLASS])
    table = begin(registry.load("open-table"), setup, (), at(0), draw).table
    first = table.state.current
    second, third = (first + 1) % 3, (first + 2) % 3
    table = handle(table, ActionInput(HandOver()), at(0), draw).table
    away = handle(table, ActionInput(Leave(third)), at(0), draw).table
    assert [left(away, seat, 10) for seat in (first, second, third)] == [70, 50, 60]
    undone = handle(away, Command.UNDO, at(0), draw).table
    assert [left(undone, seat, 10) for seat in (first, second, third)] == [65, 50, 65]


def test_one_player_has_an_hourglass() -> None:
    draw = sampler(random.Random(1))
    setup = Setup(("Ann",), "table", clock=CONTROLS[ClockKind.HOURGLASS])
    table = begin(registry.load("open-table"), setup, (), at(0), draw).table
    table = handle(table, ActionInput(HandOver()), at(0), draw).table
    assert left(table, 0, 20) == 40
