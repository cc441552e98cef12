"""Counters of the whole table, such as a bank, waves or doom: any player moves them."""

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from companion.engine.game import Step
from companion.sheets import actions, events
from companion.sheets.state import TableState

RULE: Final = "SH-COUNTER-1"


def moves(state: TableState) -> Iterator[actions.MoveCounter]:
    """Yield the possible moves of counters within their bounds."""
    for counter, value in zip(state.plan.counters, state.counters, strict=True):
        for step in counter.steps:
            if counter.least <= value + step <= counter.most:
                yield actions.MoveCounter(counter.id, step)


def move_counter(state: TableState, action: actions.MoveCounter) -> Step[TableState]:
    """Move a counter."""
    at = [counter.id for counter in state.plan.counters].index(action.counter)
    value = state.counters[at] + action.change
    after = (*state.counters[:at], value, *state.counters[at + 1 :])
    return Step(replace(state, counters=after), (events.CounterMoved(RULE, action.counter, value),))
