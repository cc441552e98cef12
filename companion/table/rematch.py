"""The same game once more: the same people in their seats, and another one begins."""

from companion.table.lobby_start import Start
from companion.table.played import party_of
from companion.table.state import Table


def rematch(table: Table, begun: Start | None) -> Start:
    """Return the start of the game on a table once more.

    People take turns at who begins, unless it was settled otherwise when the game was ``begun``,
    which a box no longer knows once it has been off.
    """
    settled = begun is not None and not begun.takes_turns
    first = begun.first if begun is not None and settled else party_of(table).begins
    return Start(table.game, table.setup, table.enter, first, takes_turns=not settled)
