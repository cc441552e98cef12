"""What inputs do is worked out once for each table, however many ask."""

from msgspec.structs import replace

from companion.engine.fold import Draw
from companion.table.command import Command
from companion.table.modes.stack import bindings
from companion.table.table import Table
from tests.table.test_table import act


def test_all_who_ask_about_a_table_get_the_same_bindings(table: Table) -> None:
    assert bindings(table) is bindings(table)


def test_another_table_has_bindings_of_its_own(table: Table, draw: Draw) -> None:
    opened = act(table, Command.MENU, draw=draw)
    assert bindings(opened) != bindings(table)
    assert bindings(replace(table)) is not bindings(table), "even if it is equal"
