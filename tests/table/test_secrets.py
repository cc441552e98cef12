"""What only one seat may know appears on no display that everybody sees."""

import random

import pytest

from companion.engine import registry
from companion.engine.fold import sampler
from companion.engine.game import Setup
from companion.i18n.catalogue import Catalogue
from companion.table.command import Command
from companion.table.screens.screen import Screen
from companion.table.screens.view import view
from companion.table.table import (
    ActionInput,
    Table,
    TableInput,
    TagInput,
    begin,
    handle,
)
from tests.table.conftest import NOW

GAME = registry.load("compass-points")
NAMES = ("Ann", "Ben", "Cem", "Dua")
DRAW = sampler(random.Random(0))
PIECES = {piece.id: piece for piece in GAME.pieces(GAME.new_initial_state(Setup(NAMES)))}
SPEEDS = range(4)
DIRECTIONS = tuple(f"lay_direction({seat},N)" for seat in range(4))


def act(table: Table, *inputs: TableInput) -> Table:
    for item in inputs:
        table = handle(table, item, NOW, DRAW).table
    return table


def take(*notations: str) -> tuple[ActionInput, ...]:
    return tuple(ActionInput(GAME.string_to_action(notation)) for notation in notations)


def shown(table: Table) -> Screen:
    return view(table, Catalogue("en", GAME, NAMES))


def touch(seat: str, speed: int) -> TagInput:
    return TagInput("0400000001", PIECES[f"speed-{seat}-{speed}"])


@pytest.fixture
def table() -> Table:
    """A table at which every seat is about to lay its speed."""
    return act(begin(GAME, Setup(NAMES), (), NOW, DRAW).table, *take(*DIRECTIONS))


def alike(tables: list[Table]) -> bool:
    """Return whether several tables look and sound the same to people."""
    screens = [shown(table) for table in tables]
    signals = [
        (table.notice and table.notice.refused, table.clocks, table.events) for table in tables
    ]
    return all(screen == screens[0] for screen in screens) and all(
        heard == signals[0] for heard in signals
    )


def test_a_secret_card_on_the_reader_is_taken_without_a_word(table: Table) -> None:
    tables = [act(table, touch("N", speed)) for speed in SPEEDS]
    assert alike(tables)
    assert [table.state.players[0].speed for table in tables] == list(SPEEDS)


def test_a_list_of_choices_offers_no_secret(table: Table) -> None:
    assert [str(choice.action) for choice in table.choices] == ["LayUnread()"]


@pytest.mark.parametrize("seat", ["E", "S", "W"])
def test_a_refused_secret_is_not_named(table: Table, seat: str) -> None:
    tables = [act(table, touch(seat, speed)) for speed in SPEEDS]
    assert alike(tables)
    assert all(table.notice and table.notice.refused for table in tables)


def test_asking_why_does_not_name_the_secret_either(table: Table) -> None:
    assert alike([act(table, touch("E", speed), Command.WHY) for speed in SPEEDS])


def test_a_secret_laid_while_corrections_are_open_is_not_named_either(table: Table) -> None:
    tables = [act(table, Command.CORRECT, touch("N", speed)) for speed in SPEEDS]
    assert alike(tables)
    assert tables[0].state == table.state


def test_a_secret_that_is_taken_back_is_not_named(table: Table) -> None:
    tables = [act(table, touch("N", speed), Command.UNDO) for speed in SPEEDS]
    assert alike(tables)
    assert "a secret" in shown(tables[0]).rows[0].text


def test_a_choice_that_two_seats_share_is_listed_once() -> None:
    start = begin(GAME, Setup(NAMES), (), NOW, DRAW).table
    table = act(start, *take("correct_pawn(e9)", *DIRECTIONS), touch("N", 1))
    table = act(table, *take("lay_unread", "lay_unread", "lay_unread", "turn"))
    assert GAME.active_players(table.state) == (1, 3)
    assert [str(choice.value) for choice in table.choices] == ["put_on_corner"] * 2
    assert act(table, Command.NEXT, Command.NEXT, Command.CONFIRM).state.pawn == "i9"
