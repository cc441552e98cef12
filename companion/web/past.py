"""A game step by step: what a spectator saw after so many actions that still count."""

from dataclasses import replace

from companion.engine.log import effective
from companion.table.state import Table
from companion.table.time_control import pause


def steps(table: Table) -> int:
    """Return how many steps there are to look at."""
    return len(table.past)


def after(table: Table, at: int) -> Table:
    """Return the table as it was after ``at`` steps; its clocks stand still.

    Raises ``IndexError`` for a step that there is not.
    """
    if at not in range(steps(table) + 1):
        raise IndexError(at)
    last = at == steps(table)
    state = table.state if last else table.past[at].state
    clocks = table.clocks if last else table.past[at].clocks
    return replace(
        table,
        state=state,
        clocks=pause(clocks, clocks.at),
        past=table.past[:at],
        events=(),
        selection=(),
        cursor=None,
        correcting=False,
        notice=None,
        tasks=(),
        laying=False,
    )


def sequence(table: Table, at: int) -> int:
    """Return the entry that was the step's, 0 for the beginning."""
    return effective(table.entries)[at - 1].sequence if at else 0
