"""Players who act during another player's turn: at once, or by having their turn in advance."""

from msgspec.structs import replace

from companion.engine.game import Action, Step
from companion.sheets import actions, play
from companion.sheets.state import Phase, TableState


def interjecting(state: TableState) -> tuple[int, ...]:
    """Return the seats that may act out of turn: any, while nobody does."""
    if state.back_to is not None:
        return ()
    return tuple(seat for seat in state.present if seat != state.current)


def early(state: TableState) -> tuple[int, ...]:
    """Return the seats that may have their next turn in advance, which is still to come."""
    return tuple(seat for seat in _waiting(state) if not state.players[seat].ahead)


def withdrawing(state: TableState) -> tuple[int, ...]:
    """Return the seats that were done in advance and may have that turn after all."""
    return tuple(seat for seat in _waiting(state) if state.players[seat].ahead)


def _waiting(state: TableState) -> tuple[int, ...]:
    """Return the seats whose next turn is to come; that of who is interrupted has begun."""
    return tuple(
        seat
        for seat in state.present
        if seat in state.order and seat not in (state.current, state.back_to)
    )


def interject(state: TableState, action: actions.Interject) -> Step[TableState]:
    """Let a player act out of turn."""
    return Step(replace(state, current=action.player, back_to=state.current), ())


def finish_ahead(state: TableState, action: actions.FinishAhead) -> Step[TableState]:
    """Record that a player's next turn is done."""
    return Step(state.with_player(action.player, ahead=True), ())


def keep_turn(state: TableState, action: actions.KeepTurn) -> Step[TableState]:
    """Record that a player has the next turn after all."""
    return Step(state.with_player(action.player, ahead=False), ())


def possible(state: TableState, seat: int) -> tuple[Action, ...]:
    """Return what a seat may do out of turn."""
    if state.phase is not Phase.TURN:
        return ()
    kinds = (
        (actions.HandTo, play.to_choose),
        (actions.Interject, interjecting),
        (actions.FinishAhead, early),
        (actions.KeepTurn, withdrawing),
    )
    return tuple(kind(seat) for kind, seats in kinds if seat in seats(state))


def by_button(state: TableState, seat: int) -> Action | None:
    """Return what a seat's own button does out of turn, ``None`` if it does nothing.

    Where acting out of turn is part of the game, that is what it does. Where somebody chooses who
    is next, it is this player then; else it has the next turn in advance, and pressed again it
    takes that back.
    """
    found = possible(state, seat)
    if state.plan.priority:
        return next((each for each in found if isinstance(each, actions.Interject)), None)
    return next((each for each in found if not isinstance(each, actions.Interject)), None)
