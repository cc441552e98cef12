"""The entries of the menu by name, for tests that look for one of them."""

from companion.table.modes.menu import entries
from companion.table.state import Table


def names(table: Table) -> tuple[str, ...]:
    """Return the names of the menu's entries, in order."""
    return tuple(entry.name for entry in entries(table))
