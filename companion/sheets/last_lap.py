"""The end of a game: the target, and the last lap, in which each other player has one more turn."""

from msgspec.structs import replace

from companion.sheets import order, scoring
from companion.sheets.state import Phase, TableState


def is_reached(state: TableState) -> bool:
    """Return whether a player has the points that end the game."""
    if not state.plan.target:
        return False
    totals = scoring.sums(state, [scoring.total(state, i) for i in range(len(state.players))])
    return max(totals) >= state.plan.target


def begin_or_revoke(state: TableState, seat: int) -> TableState:
    """Return the state in which a seat may have begun the last lap, or taken that back.

    The seat plays out the turn that it has, if any; each other has one more, unless it has passed.
    """
    if state.plan.finish != "lap" or state.phase not in (Phase.TURN, Phase.BREAK):
        return state
    if state.plan.order == "together":
        return state
    if not (state.ending or is_reached(state)):
        return replace(state, owed=None)
    if state.owed is not None:
        return state
    in_turn = state.phase is Phase.TURN
    turn = state.current if state.back_to is None else state.back_to
    owed = tuple(
        each
        for each in state.present
        if (each != seat or (in_turn and each == turn))
        and not (in_turn and state.players[each].passed)
    )
    return replace(state, owed=owed)


def is_over(state: TableState) -> bool:
    """Return whether the last lap has begun, and nobody has a turn in it."""
    return state.owed is not None and not any(order.has_turn(state, each) for each in state.order)


def without_turn(state: TableState, seat: int) -> TableState:
    """Return the state of a last lap after a seat's turn."""
    if state.owed is None:
        return state
    return replace(state, owed=tuple(each for each in state.owed if each != seat))
