"""Rematch: the same players in the same seats, with another starting player."""

from companion.table.lobby.start import GameStart, starter_in
from companion.table.previous_games.parties import Party
from companion.table.state import Table


def party_of(table: Table) -> Party:
    """Return the players of a table, and who began."""
    return Party(
        table.setup.players,
        table.setup.robots,
        starter_in(log_step.entry for log_step in table.steps),
    )


def rematch(table: Table, begun: GameStart | None) -> GameStart:
    """Return the start of a rematch of a table's game.

    Players take turns at starting, unless another rule was set when the game was ``begun``, which a
    box no longer knows after a restart.
    """
    settled = begun is not None and not begun.takes_turns
    first = begun.first if begun is not None and settled else party_of(table).begins
    return GameStart(table.game, table.setup, table.enter, first, takes_turns=not settled)
