"""Invariants that hold after every action."""

from collections.abc import Iterator

from companion.engine.game import Step
from companion.sheets import play
from companion.sheets.state import Phase, TableState


def violations(before: TableState, step: Step[TableState]) -> tuple[str, ...]:
    """Return the invariants that an action broke, in words."""
    return tuple(_found(before, step.state))


def _found(before: TableState, state: TableState) -> Iterator[str]:
    if state.plan != before.plan or len(state.players) != len(before.players):
        yield "the plan or the number of seats has changed"
    if not state.present and state.phase is not Phase.OVER:
        yield "nobody plays any more"
    if state.phase is Phase.TURN and state.current not in state.present:
        yield f"seat {state.current} is asked, but does not play"
    if state.phase in (Phase.COUNT, Phase.FINAL) and play.category_due(state) is None:
        yield "everything is counted, but the game waits"
    if (state.phase is Phase.NOTE) != (state.note is not None):
        yield "something is entered early in another phase, or nothing in the phase for that"
    yield from _of_draws(state)
    bounds = zip(state.plan.counters, state.counters, strict=True)
    if not all(each.least <= value <= each.most for each, value in bounds):
        yield "a counter is beyond its bounds"
    for seat, player in enumerate(state.players):
        kinds = [(entry.round, entry.category) for entry in player.entries]
        if len({*kinds}) < len(kinds):
            yield f"seat {seat} has counted something twice"


def _of_draws(state: TableState) -> Iterator[str]:
    if (state.phase is Phase.DRAW) != (state.draw is not None):
        yield "the box draws in another phase, or nothing in the phase for that"
    if len({*state.drawn}) < len(state.drawn):
        yield "a card was drawn twice"
