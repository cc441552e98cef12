"""Bindings of commands from displays that have a key for each, such as the host's page."""

from companion.table.binding import Binding, find
from companion.table.command import Command
from companion.table.modes.stack import bindings
from companion.table.state import Table, uncover


def command_bindings(table: Table) -> dict[Command, Binding]:
    """Return the bindings of commands that have an effect; covers of the game are closed first."""
    listed = bindings(uncover(table))
    found = ((each, find(listed, command_key(table, each))) for each in Command)
    return {command: binding for command, binding in found if binding is not None}


def command_key(table: Table, command: Command) -> Command:
    """Return the key equivalent to a command.

    Pages have a separate button for the next game; on a box it is a long press.
    """
    return Command.CORRECT if table.shows_result and command is Command.CONFIRM else command
