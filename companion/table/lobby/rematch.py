"""Rematch: the same people in the same seats, with another starting player."""

from companion.table.lobby.start import GameStart, starter_in
from companion.table.previous_games.parties import Party
from companion.table.state import Table


def party_of(table: Table) -> Party:
    """Return who plays at a table, and who began."""
    return Party(
        table.setup.players,
        table.setup.robots,
        starter_in(log_step.entry for log_step in table.steps),
    )


def rematch(table: Table, begun: GameStart | None) -> GameStart:
    """Return the start of the game on a table once more.

    People take turns at who begins, unless it was settled otherwise when the game was ``begun``,
    which a box no longer knows once it has been off.
    """
    settled = begun is not None and not begun.takes_turns
    first = begun.first if begun is not None and settled else party_of(table).begins
    return GameStart(table.game, table.setup, table.enter, first, takes_turns=not settled)
