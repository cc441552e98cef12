"""The buttons of seats end a turn only where the bottom line says so, or nobody is still at it."""

import pytest
from msgspec.structs import replace

from companion.engine.fold import Draw
from companion.engine.game import Setup
from companion.engine.log import EntryKind
from companion.engine.rules import AnyGame
from companion.table.choosing.handover import GUARD
from companion.table.command import Command
from companion.table.enrolment import Enrolment
from companion.table.mode import Handover, Menu, TopicPages
from companion.table.modes.stack import mode_of
from companion.table.modes.tasks import listed_tasks
from companion.table.state import Cover, with_console
from companion.table.table import DoneInput, Table, Timestamp, begin, handle
from tests.table.conftest import NOW
from tests.table.test_table import act, touch


@pytest.fixture
def table(game: AnyGame, draw: Draw) -> Table:
    drawn = begin(game, Setup(("Ann", "Ben", "Cleo"), "track"), (), NOW, draw).table
    return act(drawn, Command.BACK, draw=draw)


def current(table: Table) -> int:
    return table.game.current_player(table.state)


def later(table: Table, seat: int, draw: Draw) -> Table:
    """Return the table after a press that comes too late to be part of the one before."""
    timestamp = Timestamp(NOW.clock + 2 * GUARD, NOW.wall + 2 * GUARD / 1000)
    return handle(table, DoneInput(seat), timestamp, draw).table


def after_next(table: Table) -> int:
    return (current(table) + 1) % 3


def test_nobody_ends_the_next_turn_while_it_is_announced(table: Table, draw: Draw) -> None:
    announced = act(table, DoneInput(current(table)), draw=draw)
    assert isinstance(mode_of(announced), Handover)
    for seat in (current(announced), after_next(announced)):
        closed = later(announced, seat, draw)
        assert closed == replace(announced, handover=None)
    closed = later(announced, current(announced), draw)
    assert current(act(closed, DoneInput(current(closed)), draw=draw)) == after_next(closed)


def test_whoever_has_ended_a_turn_takes_that_back_meanwhile(table: Table, draw: Draw) -> None:
    announced = act(table, DoneInput(current(table)), draw=draw)
    assert current(later(announced, current(table), draw)) == current(table)


def test_tasks_stay_with_their_owner(table: Table, draw: Draw) -> None:
    laid = act(table, touch(table, "token-B"), draw=draw)
    owner = current(laid)
    assert {task.seat for task in listed_tasks(laid)} == {owner}
    for other in {0, 1, 2} - {owner}:
        asked = act(laid, DoneInput(other), draw=draw)
        assert (asked.entries, asked.tasks) == (laid.entries, laid.tasks)
        assert asked.notice is not None
        assert asked.notice.message.key == "table.not_your_turn"


def test_no_other_seat_ends_a_turn_over_an_open_list(table: Table, draw: Draw) -> None:
    opened = act(table, Command.NEXT, draw=draw)
    assert opened.has_open_list
    for other in {0, 1, 2} - {current(table)}:
        assert act(opened, DoneInput(other), draw=draw).entries == opened.entries


@pytest.mark.parametrize("cover", [Menu(), TopicPages(), Enrolment(())])
def test_no_other_seat_ends_a_turn_over_what_covers_it(
    table: Table, draw: Draw, cover: Cover
) -> None:
    covered = with_console(table, cover=cover)
    for other in {0, 1, 2} - {current(table)}:
        assert act(covered, DoneInput(other), draw=draw).entries == covered.entries


def test_a_piece_that_is_laid_in_a_pause_only_ends_the_pause(table: Table, draw: Draw) -> None:
    paused = act(table, Command.PAUSE, draw=draw)
    resumed = act(paused, touch(paused, "token-B"), draw=draw)
    new = [entry.kind for entry in resumed.entries[len(paused.entries) :]]
    assert new == [EntryKind.RESUME]
    assert act(resumed, touch(resumed, "token-B"), draw=draw).steps != resumed.steps
