"""Keys in an open list of choices."""

import pytest

from companion.engine import registry
from companion.engine.game import Setup
from companion.table.choosing.choosing import open_corrections
from companion.table.command import Command
from companion.table.state import ActionChoice, CorrectionChoice, MidgameEntry, Table
from companion.table.table import begin, handle
from tests.table.log.test_repair import DRAW
from tests.table.test_time import at


def press(table: Table, *commands: Command) -> Table:
    for command in commands:
        table = handle(table, command, at(20), DRAW).table
    return table


@pytest.mark.parametrize("mode", [None, MidgameEntry(None)])
def test_back_leads_one_page_back_in_the_list_of_corrections(mode: MidgameEntry | None) -> None:
    """People who correct the box, and those who enter what stands, find the same list."""
    game = registry.load("inner-compass")
    table = begin(game, Setup(("Ann", "Ben", "Cleo"), "scoring"), (), at(0), DRAW).table
    table = open_corrections(press(table, Command.BACK), at(10), mode)
    first = table.choices
    table = press(table, Command.CONFIRM)
    second = table.choices
    table = press(table, Command.CONFIRM)
    assert len(table.selection) == 2
    table = press(table, Command.BACK)
    assert table.choices == second != first
    assert isinstance(table.choosing, CorrectionChoice if mode is None else MidgameEntry)
    table = press(table, Command.BACK)
    assert table.choices == first
    assert isinstance(press(table, Command.BACK).choosing, ActionChoice)
