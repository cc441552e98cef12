"""Whose clock runs in games from sheets: from the first turn on, and nobody's while counting."""

import random

import pytest

from companion.engine.fold import sampler
from companion.engine.game import Action, Setup
from companion.sheets import actions
from companion.table.clocks.time_control import read
from companion.table.command import Command
from companion.table.table import ActionInput, Table, Timestamp, begin, handle, resume
from tests.sheets.test_play import NAMES, game

S = 1000
FISCHER = {"kind": "fischer", "main": 600 * S, "extra": 15 * S}
FIRST = "begins: first\n"
COUNTED = f"{FIRST}categories: [{{id: coins, name: Coins, when: round}}]\nrounds: 2\n"
TOGETHER = "order: together\nwins: named\n"


def at(seconds: int) -> Timestamp:
    return Timestamp(seconds * S, 0.0)


def table_of(course: str) -> Table:
    rules = game(course)
    setup = Setup(NAMES[:3], "table", clock=FISCHER)
    return begin(rules, setup, (), at(0), sampler(random.Random(1))).table


def play(table: Table, action: Action | Command, seconds: int) -> Table:
    item = action if isinstance(action, Command) else ActionInput(action)
    return handle(table, item, at(seconds), sampler(random.Random(1))).table


def left(table: Table, seconds: int) -> list[float]:
    shown = (read(table.clocks, seat, seconds * S).left for seat in range(3))
    return [(each or 0) / S for each in shown]


@pytest.mark.parametrize(
    ("course", "running"), [(f"{FIRST}wins: named\n", (0,)), (TOGETHER, (0, 1, 2))]
)
def test_time_runs_from_the_first_turn_without_a_draw(
    course: str, running: tuple[int, ...]
) -> None:
    table = table_of(course)
    assert table.clocks.ticking == running
    again = resume(table.game, table.setup, (), table.entries)
    assert again.clocks.running == running
    assert left(table, 20) == [595 if seat in running else 600 for seat in range(3)]


def test_an_undo_and_a_changed_step_keep_the_first_turn() -> None:
    table = play(table_of(f"{FIRST}wins: named\n"), actions.HandOver(), 20)
    assert left(table, 20) == [595, 615, 600]
    assert left(play(table, Command.UNDO, 25), 30) == [590, 600, 600]


def test_no_clock_runs_while_points_are_entered_at_the_end_of_a_round() -> None:
    table = table_of(COUNTED)
    for turn in range(3):
        table = play(table, actions.HandOver(), 5 * (turn + 1))
    counted = left(table, 15)
    assert counted == [610, 610, 610]
    for seat in range(3):
        now = 45 + 30 * seat
        assert table.clocks.ticking == ()
        assert left(table, now) == counted
        table = play(table, actions.Tally(seat, "coins", 3), now)
    assert table.clocks.ticking == (0,)
    assert left(table, 115) == [615, 610, 610]


def test_an_early_entry_suspends_the_turn() -> None:
    """Its player has neither another increment afterwards nor spent the time of typing."""
    table = play(table_of(COUNTED), actions.EnterNow(1, "coins"), 20)
    assert table.clocks.ticking == ()
    assert left(table, 80) == [595, 600, 600]
    table = play(table, actions.Tally(1, "coins", 3), 80)
    assert table.clocks.ticking == (0,)
    assert left(table, 81) == [594, 600, 600]


def test_an_early_entry_while_all_play_suspends_those_who_are_not_done() -> None:
    table = table_of("order: together\ncategories: [{id: coins, name: Coins, when: round}]\n")
    table = play(play(table, actions.Ready(2), 10), actions.EnterNow(1, "coins"), 20)
    assert table.clocks.ticking == ()
    table = play(table, actions.Tally(1, "coins", 3), 80)
    assert table.clocks.ticking == (0, 1)
    assert left(table, 81) == [594, 594, 605]


def test_no_clock_runs_while_points_are_entered_at_the_end_of_the_game() -> None:
    table = table_of(f"{FIRST}finish: now\ncategories: [{{id: coins, name: Coins}}]\n")
    table = play(table, actions.FinishGame(), 20)
    assert table.clocks.ticking == ()
    assert left(play(table, actions.Tally(0, "coins", 3), 90), 150) == [595, 600, 600]
