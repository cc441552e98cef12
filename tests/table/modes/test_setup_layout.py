"""While a setup is laid out, tags and the buttons of seats tick off more than the panel's task."""

import pytest

from companion.engine.fold import Draw
from companion.engine.game import Piece, Setup
from companion.engine.rules import AnyGame
from companion.table.binding import InputSource, find, find_for
from companion.table.mode import SetupLayout
from companion.table.modes.stack import bindings, mode_of
from companion.table.narrowing.intent import values
from companion.table.table import DoneInput, Table, TagInput, Task, begin
from tests.table.conftest import NOW
from tests.table.test_table import act


@pytest.fixture
def table(game: AnyGame, draw: Draw) -> Table:
    setup = Setup(("Ann", "Ben", "Cleo"), "track")
    return begin(game, setup, (), NOW, draw).table


def left(table: Table) -> list[int]:
    return [task.number for task in table.tasks]


def own(table: Table, seat: int) -> list[Task]:
    return [task for task in table.tasks if task.seat == seat]


def named(table: Table) -> tuple[Task, Piece]:
    """Return the first task after the panel's that a piece names and the panel's does not."""
    pieces = table.game.pieces(table.state)
    for task in table.tasks[1:]:
        for piece in pieces:
            if _fits(task, piece) and not _fits(table.tasks[0], piece):
                return task, piece
    raise AssertionError("no piece names a task")


def _fits(task: Task, piece: Piece) -> bool:
    assert task.action is not None
    return any(select.items() <= values(task.action).items() for select in piece.selects)


def test_a_seat_ticks_off_the_next_task_of_its_player(table: Table, draw: Draw) -> None:
    assert isinstance(mode_of(table), SetupLayout)
    for seat in (2, 1, 2, 0):
        before = left(table)
        first = own(table, seat)[0].number
        binding = find_for(bindings(table), DoneInput(seat))
        assert binding is not None
        assert binding.label.key == "binding.own_laid"
        table = act(table, DoneInput(seat), draw=draw)
        assert left(table) == [number for number in before if number != first]


def test_a_seat_that_has_laid_out_everything_helps_with_the_task_on_the_panel(
    table: Table, draw: Draw
) -> None:
    """A player may have no button, on a box without other keys."""
    while own(table, 1):
        table = act(table, DoneInput(1), draw=draw)
    binding = find_for(bindings(table), DoneInput(1))
    assert binding is not None
    assert binding.label.key == "binding.laid"
    while table.laying:
        before = left(table)
        table = act(table, DoneInput(1), draw=draw)
        assert not table.laying or left(table) == before[1:]


def test_the_last_task_that_a_seat_ticks_off_begins_the_game(table: Table, draw: Draw) -> None:
    for seat in (1, 2, 0):
        while own(table, seat):
            assert table.laying
            table = act(table, DoneInput(seat), draw=draw)
    assert not table.laying


def test_any_seat_ticks_off_what_belongs_to_nobody(game: AnyGame, draw: Draw) -> None:
    setup = Setup(("Ann", "Robot"), "track", robots=(1,))
    table = begin(game, setup, (), NOW, draw).table
    binding = find(bindings(table), InputSource.SEAT)
    assert binding is not None
    assert binding.label.key == "binding.laid"
    assert left(act(table, DoneInput(1), draw=draw)) == left(table)[1:]


def test_a_tag_ticks_off_the_task_that_names_its_piece(table: Table, draw: Draw) -> None:
    task, piece = named(table)
    after = act(table, TagInput("tag", piece), draw=draw)
    assert left(after) == [number for number in left(table) if number != task.number]
    assert after.notice is None


def test_a_tag_that_no_task_names_is_refused(table: Table, draw: Draw) -> None:
    after = act(table, TagInput("tag", None), draw=draw)
    assert left(after) == left(table)
    assert after.notice is not None
    assert after.notice.message.key == "table.lay_first"
