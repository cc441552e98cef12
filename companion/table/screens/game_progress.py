"""Progress of a game: its round, and the start of the current turn."""

from itertools import pairwise

from companion.table.state import Table


def rounds_begun(table: Table) -> int:
    """Return how many turns the first player has begun: the round, where a game counts none."""
    states = [log_step.state for log_step in table.steps] + [table.state]
    turns = [table.game.current_player(state) for state in states]
    turns = [seat for seat in turns if seat >= 0]
    return 1 + sum(after == turns[0] != before for before, after in pairwise(turns))


def awaited_since(table: Table) -> float | None:
    """Return since when the game has been waiting for the same players (POSIX seconds)."""
    awaited = table.game.awaited(table.state)
    for log_step in reversed(table.steps):
        if table.game.awaited(log_step.state) != awaited:
            return log_step.entry.wall
    first = next(iter(table.entries), None)
    return None if first is None else first.wall
